// Calibration over partitions: the same model however rows are cut, and the map of one machine where the folds are the same.
#include <cmath>

#include <gtest/gtest.h>

#include "driver/partition_rows.hpp"
#include "shard/row_folds.hpp"

namespace halfspace {
namespace {

struct CalibrationCase {
  const char* name;
  Options options;
  int classes = 2;
  bool weighted = false;
};

const std::vector<CalibrationCase>& calibration_cases() {
  static const std::vector<CalibrationCase> all = {
      {"hinge", {{"algorithm", "svm"}, {"C", "0.1"}, {"tol", "1e-7"}, {"calibrate", "platt"}}},
      {"weighted",
       {{"algorithm", "svm"},
        {"loss", "squared-hinge"},
        {"class-weight", "balanced"},
        {"tol", "1e-8"},
        {"calibrate", "auto"}},
       2,
       true},
      {"no bias",
       {{"algorithm", "svm"}, {"loss", "squared-hinge"}, {"bias", "none"}, {"tol", "1e-8"}, {"calibrate", "platt"}}},
      {"logistic",
       {{"algorithm", "logistic"}, {"C", "0.001"}, {"tol", "1e-8"}, {"calibrate", "platt"}, {"calibrate-folds", "3"}}},
      {"softmax",
       {{"algorithm", "logistic"},
        {"C", "0.01"},
        {"tol", "1e-8"},
        {"multiclass", "multinomial"},
        {"calibrate", "auto"}},
       3},
      {"one against the rest",
       {{"algorithm", "svm"},
        {"loss", "squared-hinge"},
        {"multiclass", "one-vs-rest"},
        {"tol", "1e-8"},
        {"calibrate", "temperature"}},
       4,
       true},
  };
  return all;
}

class Calibrated : public testing::TestWithParam<CalibrationCase> {};

TEST_P(Calibrated, HasTheSameBytesHoweverRowsAreCut) {
  const CalibrationCase& p = GetParam();
  const MadeRows rows = made_rows(31, 400, 6, p.classes);
  const auto one = driven(partitions_of(rows, 1, Kind::dense, p.weighted), p.options);
  ASSERT_TRUE(one.ok()) << one.error().text();
  EXPECT_NE(one.value().report.text().find("calibrated"), std::string::npos) << one.value().report.text();
  for (const int parts : {2, 3, 7}) {
    const auto more = driven(partitions_of(rows, parts, Kind::dense, p.weighted), p.options,
                             static_cast<unsigned>(parts), 1 + parts % 3, parts == 3);
    ASSERT_TRUE(more.ok()) << more.error().text();
    EXPECT_EQ(more.value().classifier.bytes(), one.value().classifier.bytes()) << parts << " partitions";
    EXPECT_EQ(more.value().report.json(), one.value().report.json());
  }
}

/// The folds of the rule as groups, which one machine keeps together.
TEST_P(Calibrated, HasTheProbabilitiesOfOneMachineOnTheSameFolds) {
  const CalibrationCase& p = GetParam();
  const MadeRows made = made_rows(32, 400, 6, p.classes);
  const auto over = driven(partitions_of(made, 3, Kind::dense, p.weighted), p.options);
  ASSERT_TRUE(over.ok()) << over.error().text();
  const std::uint64_t folds = std::string(p.name) == "logistic" ? 3 : 5;
  std::vector<std::int64_t> groups;
  for (std::uint64_t i = 0; i < made.codes.size(); ++i) groups.push_back(RowFolds{folds, 1, 0}.part_of(i, 0));
  DenseRows rows{std::span<const double>(made.values), made.rows(), made.cols};
  if (p.weighted) rows.weights = made.weights;
  rows.groups = groups;
  const auto here = train(rows, CodedLabels{made.codes, made.texts}, p.options);
  ASSERT_TRUE(here.ok()) << here.error().text();
  const auto a = over.value().classifier.predict(rows);
  const auto b = here.value().classifier.predict(rows);
  ASSERT_TRUE(a.ok() && b.ok());
  ASSERT_EQ(a.value().probabilities.size(), b.value().probabilities.size());
  ASSERT_FALSE(a.value().probabilities.empty());
  for (std::size_t k = 0; k < a.value().probabilities.size(); ++k)
    EXPECT_NEAR(a.value().probabilities[k], b.value().probabilities[k], 2e-4) << k;
}

std::string name_of_calibration(const testing::TestParamInfo<CalibrationCase>& tested) {
  std::string name = tested.param.name;
  std::erase_if(name, [](char c) { return std::isalnum(static_cast<unsigned char>(c)) == 0; });
  return name;
}

INSTANTIATE_TEST_SUITE_P(Cases, Calibrated, testing::ValuesIn(calibration_cases()), name_of_calibration);

TEST(CalibrationOverPartitions, RefusesWhatPartitionsCannotAnswer) {
  for (const auto& [name, value] : Options{{"calibrate", "isotonic"}, {"calibrate-folds", "1"}}) {
    Options options{{name, value}, {"algorithm", "svm"}};
    if (name != "calibrate") options.emplace_back("calibrate", "platt");
    const auto refused = PartitionedRun::begin(options);
    ASSERT_FALSE(refused.ok()) << name;
    EXPECT_EQ(refused.error().code, Code::usage);
    EXPECT_NE(refused.error().where.find(name), std::string::npos) << refused.error().text();
  }
  const auto alone = PartitionedRun::begin({{"algorithm", "svm"}, {"calibrate-folds", "3"}});
  ASSERT_FALSE(alone.ok()) << "told before rows are read";
  EXPECT_NE(alone.error().where.find("calibrate-folds"), std::string::npos) << alone.error().text();
  const auto unknown = PartitionedRun::begin({{"algorithm", "svm"}, {"calibrate", "plat"}});
  ASSERT_FALSE(unknown.ok());
  EXPECT_NE(unknown.error().text().find("did you mean 'platt'"), std::string::npos) << unknown.error().text();
  const auto of_folds = PartitionedRun::begin_folds({{"algorithm", "svm"}, {"folds", "3"}, {"calibrate", "platt"}});
  ASSERT_FALSE(of_folds.ok());
  EXPECT_NE(of_folds.error().text().find("for one model"), std::string::npos) << of_folds.error().text();
  const auto parts = partitions_of(made_rows(33, 90, 3, 3), 2, Kind::dense);
  const auto failed = driven(parts, {{"algorithm", "svm"}, {"calibrate", "platt"}});
  ASSERT_FALSE(failed.ok());
  EXPECT_NE(failed.error().text().find("choose temperature"), std::string::npos) << failed.error().text();
}

TEST(CalibrationOverPartitions, NamesItsOwnFolds) {
  const auto parts = partitions_of(made_rows(35, 40, 3, 2), 2, Kind::dense);
  const auto failed = driven(parts, {{"algorithm", "svm"}, {"calibrate", "platt"}, {"calibrate-folds", "30"}});
  ASSERT_FALSE(failed.ok());
  EXPECT_NE(failed.error().text().find("fewer calibrate-folds"), std::string::npos) << failed.error().text();
}

/// Labels without a relation to the columns.
TEST(CalibrationOverPartitions, OfScoresThatTellNothingIsAnError) {
  MadeRows made = made_rows(34, 300, 3, 2);
  for (double& v : made.values) v = 1;
  const auto failed = driven(partitions_of(made, 2, Kind::dense), {{"algorithm", "svm"}, {"calibrate", "platt"}});
  ASSERT_FALSE(failed.ok());
  EXPECT_EQ(failed.error().code, Code::bad_data);
}

}  // namespace
}  // namespace halfspace
