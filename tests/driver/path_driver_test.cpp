// Paths over partitions: the same bits however rows are cut, and the points of one machine.
#include <cmath>

#include <gtest/gtest.h>

#include "driver/fold_ground.hpp"
#include "driver/partition_rows.hpp"
#include "shard/row_folds.hpp"

namespace halfspace {
namespace {

struct Walked {
  PathResult path;
  std::int64_t rounds = 0;
};

Result<Walked> walked(const std::vector<Partition>& parts, const Options& options, unsigned seed = 0, int threads = 1,
                      bool resumed = false) {
  auto begun = PartitionedRun::begin_path(options);
  if (!begun) return begun.error();
  PartitionedRun run = std::move(begun).value();
  while (!run.done()) {
    if (auto told = run.tell(summed(parts, run.ask(), seed, threads)); !told) return told.error();
    if (resumed) run = PartitionedRun::resume(run.state()).value();
  }
  auto path = run.finish_path();
  if (!path) return path.error();
  return Walked{std::move(path).value(), run.progress().rounds};
}

struct PathCase {
  const char* name;
  Options options;
  bool weighted = false;
};

const std::vector<PathCase>& path_cases() {
  static const std::vector<PathCase> all = {
      {"logistic", {{"algorithm", "logistic"}, {"points", "8"}}},
      {"weighted", {{"algorithm", "logistic"}, {"points", "6"}, {"ratio", "0.01"}, {"class-weight", "balanced"}}, true},
      {"L1", {{"algorithm", "logistic"}, {"penalty", "l1"}, {"points", "8"}}, true},
      {"elastic net", {{"penalty", "elastic-net"}, {"l1-ratio", "0.3"}, {"lambdas", "0.1,0.02,0.003"}}},
      {"squared hinge", {{"algorithm", "svm"}, {"loss", "squared-hinge"}, {"Cs", "0.001,0.01,0.1,1"}}},
      {"L1 augmented",
       {{"algorithm", "svm"}, {"loss", "squared-hinge"}, {"penalty", "l1"}, {"points", "5"}, {"bias", "augmented"}}},
      {"hinge", {{"algorithm", "svm"}, {"loss", "hinge"}, {"points", "4"}, {"ratio", "0.01"}, {"tol", "1e-4"}}},
      {"hinge augmented", {{"algorithm", "svm"}, {"points", "3"}, {"ratio", "0.05"}, {"tol", "1e-4"}}},
      {"hinge without bias",
       {{"algorithm", "svm"}, {"bias", "none"}, {"points", "3"}, {"ratio", "0.05"}, {"tol", "1e-4"}}},
      {"no bias", {{"algorithm", "logistic"}, {"bias", "none"}, {"points", "4"}}},
  };
  return all;
}

class OverPartitions : public testing::TestWithParam<PathCase> {};

TEST_P(OverPartitions, APathIsTheSameHoweverRowsAreCut) {
  const PathCase& p = GetParam();
  const MadeRows rows = made_rows(21, 400, 6, 2);
  Options options = p.options;
  options.emplace_back("folds", "3");
  const auto one = walked(partitions_of(rows, 1, Kind::dense, p.weighted), options);
  ASSERT_TRUE(one.ok()) << one.error().text();
  EXPECT_EQ(one.value().path.status, "converged") << one.value().path.report.text();
  ASSERT_TRUE(one.value().path.classifier.has_value());
  for (const int parts : {2, 3, 7}) {
    const auto more = walked(partitions_of(rows, parts, Kind::dense, p.weighted), options, static_cast<unsigned>(parts),
                             1 + parts % 3, parts == 3);
    ASSERT_TRUE(more.ok()) << more.error().text();
    EXPECT_EQ(more.value().path.report.json(), one.value().path.report.json()) << parts << " partitions";
    EXPECT_EQ(more.value().path.report.text(), one.value().path.report.text());
    EXPECT_EQ(more.value().path.classifier->bytes(), one.value().path.classifier->bytes());
  }
}

/// The folds of the rule as groups, which one machine keeps together.
TEST_P(OverPartitions, APathHasThePointsOfOneMachine) {
  const PathCase& p = GetParam();
  const MadeRows made = made_rows(22, 400, 6, 2);
  Options options = p.options;
  options.emplace_back("folds", "4");
  const auto over = walked(partitions_of(made, 3, Kind::dense, p.weighted), options);
  ASSERT_TRUE(over.ok()) << over.error().text();
  std::vector<std::int64_t> groups;
  for (std::uint64_t i = 0; i < made.codes.size(); ++i) groups.push_back(RowFolds{4, 1, 0}.part_of(i, 0));
  DenseRows rows{std::span<const double>(made.values), made.rows(), made.cols};
  if (p.weighted) rows.weights = made.weights;
  rows.groups = groups;
  const auto here = path(rows, CodedLabels{made.codes, made.texts}, options);
  ASSERT_TRUE(here.ok()) << here.error().text();
  const std::vector<PathStep>& a = over.value().path.points;
  const std::vector<PathStep>& b = here.value().points;
  ASSERT_EQ(a.size(), b.size());
  for (std::size_t k = 0; k < a.size(); ++k) {
    EXPECT_NEAR(a[k].lambda / b[k].lambda, 1, 1e-9);
    EXPECT_NEAR(a[k].C / b[k].C, 1, 1e-9);
    // both objectives lie between the optimum and the optimum plus their gap
    EXPECT_LE(a[k].objective - a[k].gap, b[k].objective * (1 + 1e-12));
    EXPECT_LE(b[k].objective - b[k].gap, a[k].objective * (1 + 1e-12));
    ASSERT_TRUE(a[k].mean && b[k].mean && a[k].error && b[k].error);
    EXPECT_NEAR(*a[k].mean, *b[k].mean, 2e-3 * (1 + std::fabs(*b[k].mean)));
    EXPECT_NEAR(*a[k].error, *b[k].error, 5e-3);
    for (std::size_t j = 0; j < a[k].weights.size(); ++j) EXPECT_NEAR(a[k].weights[j], b[k].weights[j], 0.02) << k;
  }
}

TEST_P(OverPartitions, APathTakesAFewRoundsAPoint) {
  const PathCase& p = GetParam();
  const MadeRows rows = made_rows(23, 2000, 6, 2);
  const auto path = walked(partitions_of(rows, 2, Kind::dense, p.weighted), p.options);
  ASSERT_TRUE(path.ok()) << path.error().text();
  const bool hinge = std::string(p.name).starts_with("hinge");
  EXPECT_LE(path.value().rounds, 5 + (hinge ? 40 : 7) * static_cast<std::int64_t>(path.value().path.points.size()));
}

std::string name_of_path(const testing::TestParamInfo<PathCase>& tested) {
  std::string name = tested.param.name;
  std::erase_if(name, [](char c) { return std::isalnum(static_cast<unsigned char>(c)) == 0; });
  return name;
}

INSTANTIATE_TEST_SUITE_P(Learners, OverPartitions, testing::ValuesIn(path_cases()), name_of_path);

TEST(PathOverPartitions, BeginsWhereTheFirstWeightComes) {
  const MadeRows rows = made_rows(24, 300, 5, 2);
  const auto path = walked(partitions_of(rows, 3, Kind::dense), {{"penalty", "l1"}, {"points", "10"}});
  ASSERT_TRUE(path.ok()) << path.error().text();
  const std::vector<PathStep>& points = path.value().path.points;
  ASSERT_EQ(points.size(), 10U);
  EXPECT_EQ(points[0].nonzero, 0);
  EXPECT_GT(points[1].nonzero, 0);
  EXPECT_FALSE(path.value().path.classifier.has_value());
}

/// 40 columns, few of which matter, as CSR of more columns than have a Hessian.
TEST(PathOverPartitions, OfManyColumnsIsTheSameHoweverRowsAreCut) {
  const MadeRows rows = made_rows(25, 200, 700, 2);
  for (const char* penalty : {"l2", "l1"}) {
    const Options options{{"penalty", penalty}, {"points", "4"}, {"folds", "2"}, {"tol", "1e-4"}};
    const auto one = walked(partitions_of(rows, 1, Kind::sparse), options);
    ASSERT_TRUE(one.ok()) << one.error().text();
    const auto more = walked(partitions_of(rows, 3, Kind::sparse), options, 5, 2, true);
    ASSERT_TRUE(more.ok()) << more.error().text();
    EXPECT_EQ(more.value().path.report.json(), one.value().path.report.json());
    EXPECT_EQ(one.value().path.status, "converged");
  }
}

TEST(PathOverPartitions, RefusesWhatPartitionsCannotAnswer) {
  for (const auto& [name, value] : Options{{"metric", "roc-auc"},
                                           {"folds", "1"},
                                           {"repeats", "1001"},
                                           {"lambdas", "0"},
                                           {"solver", "cd"},
                                           {"features", "poly2"},
                                           {"algorithm", "perceptron"}}) {
    Options options{{name, value}};
    if (name == "metric" || name == "repeats") options.emplace_back("folds", "2");
    const auto refused = PartitionedRun::begin_path(options);
    ASSERT_FALSE(refused.ok()) << name;
    EXPECT_EQ(refused.error().code, Code::usage);
    EXPECT_NE(refused.error().where.find(name), std::string::npos) << refused.error().text();
  }
}

TEST(PathOverPartitions, OfScaledColumnsHasThePointsOfOneMachine) {
  MadeRows made = made_rows(28, 300, 6, 2);
  for (std::size_t k = 0; k < made.values.size(); k += 6) made.values[k] = 100 + 7 * made.values[k];
  const Options options{{"penalty", "l1"}, {"scale", "standard"}, {"points", "6"}, {"choose", "4"}, {"tol", "1e-9"}};
  const auto one = walked(partitions_of(made, 1, Kind::dense, true), options);
  ASSERT_TRUE(one.ok()) << one.error().text();
  const auto more = walked(partitions_of(made, 5, Kind::dense, true), options, 2, 2, true);
  EXPECT_EQ(more.value().path.classifier->bytes(), one.value().path.classifier->bytes());
  DenseRows rows{std::span<const double>(made.values), made.rows(), made.cols};
  rows.weights = made.weights;
  const auto here = path(rows, CodedLabels{made.codes, made.texts}, options).value();
  ASSERT_EQ(one.value().path.points.size(), here.points.size());
  for (std::size_t k = 0; k < here.points.size(); ++k) {
    const PathStep& a = one.value().path.points[k];
    EXPECT_NEAR(a.lambda / here.points[k].lambda, 1, 1e-9);
    for (std::size_t j = 0; j < a.weights.size(); ++j) EXPECT_NEAR(a.weights[j], here.points[k].weights[j], 1e-3) << k;
  }
}

/// Folds have no scale of their own.
TEST(PathOverPartitions, AdvisesWhatPartitionsHave) {
  const MadeRows rows = made_rows(27, 200, 5, 2);
  const auto cut = walked(partitions_of(rows, 2, Kind::dense), {{"points", "3"}, {"tol", "1e-17"}});
  ASSERT_TRUE(cut.ok()) << cut.error().text();
  EXPECT_EQ(cut.value().path.status, "not-converged");
  EXPECT_NE(cut.value().path.report.text().find("(--scale)"), std::string::npos) << cut.value().path.report.text();
  const auto folded = walked(partitions_of(rows, 2, Kind::dense), {{"points", "3"}, {"tol", "1e-17"}, {"folds", "2"}});
  EXPECT_EQ(folded.value().path.report.text().find("--scale"), std::string::npos) << folded.value().path.report.text();
}

TEST(PathOverPartitions, NeedsFiniteValuesOfC) {
  const auto parts = partitions_of(made_rows(28, 60, 3, 2), 2, Kind::dense);
  const auto failed = walked(parts, {{"lambdas", "1e-320,1"}});
  ASSERT_FALSE(failed.ok());
  EXPECT_EQ(failed.error().code, Code::usage);
  EXPECT_NE(failed.error().where.find("lambdas"), std::string::npos) << failed.error().text();
}

/// Thousands of points of folds wait for their scores: an answer has a kilobyte a sum.
TEST(PathOverPartitions, ScoresAreAskedInAnswersOfSomeMegabytes) {
  Question q;
  q.cols = 1;
  q.classes = {"a", "b"};
  while (has_room_for_scores(q)) q.tasks.emplace_back();
  EXPECT_LE(q.tasks.size() * held_out_sums(q), std::size_t{1} << 14U);
  EXPECT_GT(q.tasks.size(), 1000U);
  q.cols = 1000;
  EXPECT_FALSE(has_room_for_scores(q));
  q.tasks.clear();
  q.cols = std::uint64_t{1} << 30U;
  EXPECT_TRUE(has_room_for_scores(q)) << "one model at least";
}

TEST(PathOverPartitions, IsOfTwoClasses) {
  const auto failed = walked(partitions_of(made_rows(26, 90, 3, 3), 2, Kind::dense), {{"points", "3"}});
  ASSERT_FALSE(failed.ok());
  EXPECT_EQ(failed.error().code, Code::usage);
  EXPECT_NE(failed.error().text().find("two classes"), std::string::npos) << failed.error().text();
}

}  // namespace
}  // namespace halfspace
