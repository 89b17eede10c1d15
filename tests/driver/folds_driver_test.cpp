// Cross-validation over partitions: the same bits however rows are cut, and the folds of one machine where these are the same.
#include <array>

#include <gtest/gtest.h>

#include "driver/partition_rows.hpp"
#include "shard/row_folds.hpp"

namespace halfspace {
namespace {

Result<CvResult> validated(const std::vector<Partition>& parts, const Options& options, unsigned seed = 0,
                           int threads = 1, bool resumed = false) {
  auto begun = PartitionedRun::begin_folds(options);
  if (!begun) return begun.error();
  PartitionedRun run = std::move(begun).value();
  while (!run.done()) {
    if (auto told = run.tell(summed(parts, run.ask(), seed, threads)); !told) return told.error();
    if (resumed) run = PartitionedRun::resume(run.state()).value();
  }
  return run.finish_folds();
}

struct Learner {
  const char* name;
  Options options;
  int classes = 2;
  bool weighted = false;
};

const std::vector<Learner>& learners() {
  static const std::vector<Learner> all = {
      {"logistic", {{"algorithm", "logistic"}, {"tol", "1e-7"}}},
      {"mean form", {{"algorithm", "logistic"}, {"lambda", "0.01"}, {"tol", "1e-7"}, {"repeats", "2"}}, 2, true},
      {"hinge", {{"algorithm", "svm"}, {"C", "0.1"}, {"tol", "1e-6"}}},
      {"squared hinge", {{"algorithm", "svm"}, {"loss", "squared-hinge"}, {"tol", "1e-7"}}},
      {"L1", {{"algorithm", "logistic"}, {"penalty", "l1"}, {"C", "0.1"}, {"tol", "1e-7"}}},
      {"balanced", {{"algorithm", "logistic"}, {"class-weight", "balanced"}, {"multiclass", "one-vs-rest"}}, 3, true},
      {"softmax", {{"algorithm", "logistic"}, {"multiclass", "multinomial"}, {"tol", "1e-7"}}, 3},
  };
  return all;
}

class Folded : public testing::TestWithParam<Learner> {};

TEST_P(Folded, GivesTheSameReportHoweverRowsAreCut) {
  const Learner& p = GetParam();
  const MadeRows rows = made_rows(11, 400, 6, p.classes);
  const auto one = validated(partitions_of(rows, 1, Kind::dense, p.weighted), p.options);
  ASSERT_TRUE(one.ok()) << one.error().text();
  EXPECT_FALSE(one.value().stopped);
  for (const int parts : {2, 3, 7}) {
    const auto more = validated(partitions_of(rows, parts, Kind::dense, p.weighted), p.options,
                                static_cast<unsigned>(parts), 1 + parts % 3, parts == 3);
    ASSERT_TRUE(more.ok()) << more.error().text();
    EXPECT_EQ(more.value().report.json(), one.value().report.json()) << parts << " partitions";
    EXPECT_EQ(more.value().report.text(), one.value().report.text());
  }
}

/// The folds of the rule as groups, which one machine keeps together: each is a fold, of another number.
TEST_P(Folded, HasTheMetricsOfOneMachineOnTheSameFolds) {
  const Learner& p = GetParam();
  const MadeRows made = made_rows(12, 400, 6, p.classes);
  Options options = p.options;
  std::erase_if(options, [](const auto& o) { return o.first == "repeats" || o.first == "tol"; });
  options.emplace_back("tol", "1e-8");
  const auto over = validated(partitions_of(made, 3, Kind::dense, p.weighted), options);
  ASSERT_TRUE(over.ok()) << over.error().text();
  std::vector<std::int64_t> groups;
  const RowFolds folds{5, 1, 0};
  for (std::uint64_t i = 0; i < made.codes.size(); ++i) groups.push_back(folds.part_of(i, 0));
  DenseRows rows{std::span<const double>(made.values), made.rows(), made.cols};
  if (p.weighted) rows.weights = made.weights;
  rows.groups = groups;
  const auto here = cross_validate(rows, CodedLabels{made.codes, made.texts}, options);
  ASSERT_TRUE(here.ok()) << here.error().text();
  ASSERT_EQ(over.value().metrics.size(), here.value().metrics.size());
  std::size_t compared = 0;
  for (std::size_t m = 0; m < here.value().metrics.size(); ++m) {
    std::vector<double> a = over.value().values[m];
    std::vector<double> b = here.value().values[m];
    if (!over.value().metrics[m].mean) continue;
    ++compared;
    std::sort(a.begin(), a.end());
    std::sort(b.begin(), b.end());
    ASSERT_EQ(a.size(), b.size());
    const Metric metric = over.value().metrics[m].metric;
    const bool smooth = metric == Metric::log_loss || metric == Metric::brier;
    const double near = smooth ? 1e-5 : 0.02;  // a row or two of 80 may lie on a boundary
    for (std::size_t k = 0; k < a.size(); ++k) EXPECT_NEAR(a[k], b[k], near) << "metric " << m;
    EXPECT_NEAR(*over.value().metrics[m].mean, *here.value().metrics[m].mean, near / 4) << "metric " << m;
  }
  EXPECT_EQ(compared, p.options[0].second == "logistic" ? 6U : 4U);
}

std::string name_of_learner(const testing::TestParamInfo<Learner>& tested) {
  std::string name = tested.param.name;
  std::erase_if(name, [](char c) { return std::isalnum(static_cast<unsigned char>(c)) == 0; });
  return name;
}

INSTANTIATE_TEST_SUITE_P(Learners, Folded, testing::ValuesIn(learners()), name_of_learner);

TEST(Folds, AreAboutEvenAndThoseOfTheSeed) {
  std::array<int, 4> rows{};
  int moved = 0;
  for (std::uint64_t i = 0; i < 4000; ++i) {
    const std::uint32_t part = RowFolds{4, 1, 1}.part_of(i, 0);
    ++rows.at(part);
    moved += part != RowFolds{4, 1, 2}.part_of(i, 0) ? 1 : 0;
  }
  for (const int n : rows) EXPECT_NEAR(n, 1000, 5 * 28);  // five standard deviations
  EXPECT_NEAR(moved, 3000, 5 * 28);
}

TEST(Folds, WithoutAClassAreAnError) {
  MadeRows made = made_rows(13, 60, 3, 2);
  std::fill(made.codes.begin(), made.codes.end(), 0);
  made.codes[7] = made.codes[8] = 1;
  const auto failed = validated(partitions_of(made, 2, Kind::dense), {{"algorithm", "logistic"}});
  ASSERT_FALSE(failed.ok());
  EXPECT_EQ(failed.error().code, Code::bad_data);
  EXPECT_NE(failed.error().text().find("of class 'class 1', which has 2 rows"), std::string::npos)
      << failed.error().text();
}

TEST(Folds, RefuseWhatPartitionsCannotAnswer) {
  for (const auto& [name, value] : Options{{"metric", "roc-auc"},
                                           {"folds", "1"},
                                           {"repeats", "1001"},
                                           {"calibrate", "platt"},
                                           {"predictions", "true"},
                                           {"algorithm", "perceptron"}}) {
    Options options{{name, value}};
    if (name != "algorithm") options.emplace_back("algorithm", "logistic");
    const auto refused = PartitionedRun::begin_folds(options);
    ASSERT_FALSE(refused.ok()) << name;
    EXPECT_EQ(refused.error().code, Code::usage);
    EXPECT_NE(refused.error().where.find(name), std::string::npos) << refused.error().text();
  }
}

TEST(Folds, AreLearnedInAboutTheRoundsOfOneFit) {
  const MadeRows made = made_rows(14, 600, 5, 2);
  const auto parts = partitions_of(made, 3, Kind::dense);
  const Options options{{"algorithm", "logistic"}, {"tol", "1e-6"}};
  const auto rounds = [&](PartitionedRun run) {
    while (!run.done()) EXPECT_TRUE(run.tell(summed(parts, run.ask(), 0, 1)).ok());
    return run.progress().rounds;
  };
  EXPECT_LE(rounds(PartitionedRun::begin_folds(options).value()), rounds(PartitionedRun::begin(options).value()) + 3);
}

}  // namespace
}  // namespace halfspace
