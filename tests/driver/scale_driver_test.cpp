// Scales of rows in partitions are those of a run in memory.
#include <gtest/gtest.h>

#include "data/dataset.hpp"
#include "driver/driver.hpp"
#include "driver/partition_rows.hpp"
#include "feature/feature_map.hpp"

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
  EXPECT_NE(over.error().text().find("feature '2' overflow a double when they are scaled"), std::string::npos)
      << over.error().text();
}

}  // namespace
}  // namespace halfspace
