// Scales of rows in partitions are those of a run in memory.
#include <gtest/gtest.h>

#include "data/dataset.hpp"
#include "driver/driver.hpp"
#include "driver/partition_rows.hpp"
#include "driver/sealed_state.hpp"
#include "feature/feature_map.hpp"
#include "shard/packed.hpp"

namespace halfspace {
namespace {

/// With a column of one value, one without entries, one of large numbers with a small deviation.
MadeRows uneven_rows() {
  MadeRows out = made_rows(11, 300, 6, 2);
  for (std::int64_t i = 0; i < out.rows(); ++i) {
    double* const row = out.values.data() + i * out.cols;
    row[1] = 4.5;
    row[2] = 0;
    row[3] = 1e6 + row[3] / 1024;
    row[4] = -std::fabs(row[4]) - 1;
  }
  return out;
}

FeatureMap in_memory(const MadeRows& made, Scaling kind, bool weighted) {
  Dataset data;
  data.rows = made.codes.size();
  data.cols = static_cast<std::uint64_t>(made.cols);
  DenseMatrix<double> x;
  x.rows = data.rows;
  x.cols = data.cols;
  x.value.append(made.values);
  data.x = std::move(x);
  if (weighted) data.weight = made.weights;
  FeatureMap map;
  map.options.scale = kind;
  EXPECT_TRUE(fit_scaling(map, data, "rows").ok());
  return map;
}

TEST(ScaledPartitions, HaveTheScaleOfARunInMemory) {
  const MadeRows made = uneven_rows();
  for (const Scaling scale : {Scaling::standard, Scaling::minmax, Scaling::max_norm}) {
    for (const bool weighted : {false, true}) {
      const FeatureMap here = in_memory(made, scale, weighted);
      for (const Kind kind : {Kind::dense, Kind::sparse}) {
        const auto parts = partitions_of(made, 4, kind, weighted);
        Settings settings;
        settings.values = {{"algorithm", "logistic"}, {"scale", std::string(name_of(scale))}};
        Driver run = Driver::begin(settings).value();
        while (!run.done()) ASSERT_TRUE(run.tell(Answer::parse(summed(parts, run.ask().bytes(), 1, 2)).value()).ok());
        const FeatureMap over = run.finish().value().trained.model.map;
        EXPECT_EQ(over.options.scale, scale);
        ASSERT_EQ(over.shift.size(), here.shift.size());
        ASSERT_EQ(over.factor.size(), here.factor.size());
        for (std::size_t j = 0; j < here.factor.size(); ++j) {
          EXPECT_NEAR(over.factor[j], here.factor[j], 1e-9 * here.factor[j]) << j;
        }
        for (std::size_t j = 0; j < here.shift.size(); ++j) {
          EXPECT_NEAR(over.shift[j], here.shift[j], 1e-13 * std::fabs(here.shift[j]) + 1e-15) << j;
        }
      }
    }
  }
}

TEST(ScaledPartitions, PredictWhatTheirLearnerSaw) {
  const MadeRows made = uneven_rows();
  for (const Options& options : {Options{{"algorithm", "logistic"}, {"scale", "standard"}},
                                 Options{{"preset", "averaged"}, {"passes", "3"}, {"scale", "minmax"}}}) {
    const auto over = driven(partitions_of(made, 3, Kind::dense), options);
    ASSERT_TRUE(over.ok()) << over.error().text();
    const DenseRows rows{std::span<const double>(made.values), made.rows(), made.cols};
    const auto predicted = over.value().classifier.predict(rows).value();
    std::int64_t wrong = 0;
    for (std::size_t i = 0; i < made.codes.size(); ++i) wrong += predicted.classes[i] != made.codes[i] ? 1 : 0;
    EXPECT_NEAR(static_cast<double>(over.value().mistakes), static_cast<double>(wrong), 1);  // on the boundary
  }
}

TEST(ScaledPartitions, OfAPerceptronAreTheSameHoweverRowsAreCut) {
  const MadeRows made = made_rows(5, 200, 5, 3);
  for (const char* scale : {"standard", "max-norm"}) {
    const Options options{{"preset", "averaged"}, {"passes", "4"}, {"scale", scale}};
    for (const Kind kind : {Kind::dense, Kind::sparse}) {
      const auto one = driven(partitions_of(made, 1, kind), options);
      ASSERT_TRUE(one.ok()) << one.error().text();
      for (const int parts : {2, 7, 50})
        EXPECT_TRUE(driven(partitions_of(made, parts, kind), options, 3, 2, true).value().classifier.bytes() ==
                    one.value().classifier.bytes());
    }
  }
}

/// (x - mean) / deviation in long double.
TEST(ScaledPartitions, KeepDigitsOfColumnsFarFrom0AndOfUnequalWeights) {
  constexpr std::int64_t n = 3000;
  MadeRows made = made_rows(12, n, 4, 2, 0);
  for (std::size_t i = 0; i < static_cast<std::size_t>(n); ++i) {
    double* const row = made.values.data() + 4 * i;
    row[0] = 1e12 + 3 + row[0] / 4;
    row[1] *= 1e-155;
    row[2] *= 1e150;
    made.weights[i] = 1;
  }
  made.values[3] = 1e9;
  made.weights[0] = 1e-12;
  Settings settings;
  settings.values = {{"algorithm", "logistic"}, {"scale", "standard"}};
  Driver run = Driver::begin(settings).value();
  const auto parts = partitions_of(made, 5, Kind::dense, true);
  while (!run.done()) {
    const auto told = run.tell(Answer::parse(summed(parts, run.ask().bytes(), 1, 2)).value());
    ASSERT_TRUE(told.ok()) << told.error().text();
  }
  const FeatureMap map = run.finish().value().trained.model.map;
  for (std::size_t j = 0; j < 4; ++j) {
    long double weight = 0;
    long double mean = 0;
    for (std::size_t i = 0; i < static_cast<std::size_t>(n); ++i) {
      weight += made.weights[i];
      mean += static_cast<long double>(made.weights[i]) * made.values[4 * i + j];
    }
    mean /= weight;
    long double squares = 0;
    for (std::size_t i = 0; i < static_cast<std::size_t>(n); ++i) {
      const long double away = made.values[4 * i + j] - mean;
      squares += made.weights[i] * away * away;
    }
    const auto factor = static_cast<double>(1 / std::sqrt(squares / weight));
    EXPECT_NEAR(map.factor[j] / factor, 1, 1e-6) << j;                                    // means are doubles
    EXPECT_NEAR(map.factor[j] * static_cast<double>(map.shift[j] - mean), 0, 1e-3) << j;  // of a deviation
  }
}

TEST(ScaledPartitions, AreNotMistakenForThoseBefore) {
  const MadeRows wide = made_rows(13, 300, 700, 2, 0.97);
  const MadeRows classes = made_rows(13, 200, 300, 4, 0.9);
  for (const auto& [made, options] : {std::pair{&wide, Options{{"algorithm", "logistic"}}},
                                      {&wide, Options{{"algorithm", "svm"}, {"tol", "1e-2"}}},
                                      {&classes, Options{{"algorithm", "logistic"}, {"multiclass", "multinomial"}}}}) {
    Options scaled = options;
    scaled.emplace_back("scale", "max-norm");
    const auto parts = partitions_of(*made, 2, Kind::sparse);
    const auto plain = driven(parts, options);
    const auto after = driven(parts, scaled);
    const auto fresh = driven(partitions_of(*made, 2, Kind::sparse), scaled);
    ASSERT_TRUE(after.ok() && fresh.ok());
    EXPECT_TRUE(after.value().classifier.bytes() == fresh.value().classifier.bytes());
    EXPECT_TRUE(driven(parts, options).value().classifier.bytes() == plain.value().classifier.bytes());
  }
}

TEST(ScaledPartitions, MoveTheOriginOfNoBoundaryThroughIt) {
  const Options none{{"bias", "none"}, {"scale", "standard"}};
  for (const char* algorithm : {"logistic", "perceptron"}) {
    Options options = none;
    options.emplace_back("algorithm", algorithm);
    EXPECT_FALSE(PartitionedRun::begin(options).ok()) << algorithm;
  }
  EXPECT_FALSE(PartitionedRun::begin_path(none).ok());
  EXPECT_TRUE(PartitionedRun::begin({{"bias", "none"}, {"scale", "max-norm"}}).ok());
}

TEST(ScaledPartitions, QuestionsAboutScalesHaveNoBias) {
  Question q;
  q.ask = Ask::scaling;
  q.cols = 2;
  q.classes = {"no", "yes"};
  for (const bool bias : {false, true}) {
    q.bias = bias;
    q.first_moment.assign(q.dims(), 10);
    q.second_moment.assign(q.dims(), 10);
    EXPECT_EQ(Question::parse(q.bytes()).ok(), !bias);
  }
}

TEST(ScaledPartitions, CheckpointsOfOtherRowsAreRefused) {
  const auto asked = [](const Driver& run, const std::vector<Partition>& parts) {
    return Answer::parse(summed(parts, run.ask().bytes(), 0, 1)).value();
  };
  Settings settings;
  settings.values = {{"algorithm", "logistic"}, {"scale", "max-norm"}};
  std::vector<Driver> runs;
  std::vector<Answer> scaled;
  for (const std::int64_t cols : {2, 5}) {
    const auto parts = partitions_of(made_rows(14, 40, cols, 2), 2, Kind::dense);
    Driver run = Driver::begin(settings).value();
    for (int round = 0; round < 2; ++round) ASSERT_TRUE(run.tell(asked(run, parts)).ok());
    scaled.push_back(asked(run, parts));
    runs.push_back(std::move(run));
  }
  const std::string state = runs[0].state();
  std::string content(content_of_state(state).value());
  Packer nothing;
  nothing.text("");
  ASSERT_TRUE(content.ends_with(nothing.take()));
  for (std::size_t k = 0; k < 2; ++k) {
    Packer schema;
    schema.text(scaled[k].bytes());
    const std::string bytes = schema.take();
    const auto resumed = Driver::resume(sealed_state(content.substr(0, content.size() - 8) + bytes));
    EXPECT_FALSE(resumed.ok());  // a method follows the schema
    EXPECT_EQ(resumed.error().text().find("other rows") != std::string::npos, k == 1) << resumed.error().text();
  }
}

TEST(ScaledPartitions, AreRefusedWhereFoldsWouldHaveTheirOwn) {
  for (const auto& begun :
       {PartitionedRun::begin({{"algorithm", "svm"}, {"scale", "standard"}, {"calibrate", "platt"}}),
        PartitionedRun::begin_folds({{"scale", "standard"}}),
        PartitionedRun::begin_path({{"scale", "standard"}, {"folds", "3"}})}) {
    ASSERT_FALSE(begun.ok());
    EXPECT_EQ(begun.error().where, "option scale");
    EXPECT_NE(begun.error().message.find("whose models would each have their own"), std::string::npos);
  }
  EXPECT_FALSE(PartitionedRun::begin({{"algorithm", "perceptron"}, {"scale", "none at all"}}).ok());
}

TEST(ScaledPartitions, SayWhichColumnOverflows) {
  MadeRows made = made_rows(5, 40, 3, 2);
  for (std::size_t i = 0; i < 40; ++i) made.values[3 * i + 1] = 0x1p-1060 * static_cast<double>(i % 2);
  const auto over = driven(partitions_of(made, 2, Kind::dense), {{"algorithm", "logistic"}, {"scale", "minmax"}});
  ASSERT_FALSE(over.ok());
  EXPECT_NE(over.error().text().find("column 2 has numbers that overflow a double when they are scaled"),
            std::string::npos)
      << over.error().text();
}

}  // namespace
}  // namespace halfspace
