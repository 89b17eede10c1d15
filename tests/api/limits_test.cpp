// Limits on memory, thresholds, and settings that need others.
#include <cmath>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "api/clouds.hpp"
#include "halfspace/halfspace.hpp"

namespace halfspace {
namespace {

/// Columns one after another are copied: 3 x 100,000 doubles are 2.3 MiB.
struct ByColumns {
  test::Clouds clouds;
  std::vector<double> values;

  explicit ByColumns(std::int64_t n) : clouds(1, n), values(clouds.x.size()) {
    for (std::size_t i = 0; i < clouds.y.size(); ++i) {
      for (std::size_t j = 0; j < 3; ++j) values[j * clouds.y.size() + i] = clouds.x[i * 3 + j];
    }
  }
  DenseRows rows() const {
    DenseRows out{values, clouds.n, 3};
    out.row_stride = 1;
    out.col_stride = clouds.n;
    return out;
  }
};

TEST(Memory, IsLimitedWhereverRowsAreCopied) {
  const test::Clouds few(2);
  const auto trained = train(few.rows(), few.y, Options{{"algorithm", "logistic"}});
  ASSERT_TRUE(trained);
  const Classifier& c = trained.value().classifier;
  const ByColumns many(100000);
  const auto expect_limit = [](const auto& result) {
    ASSERT_FALSE(result);
    EXPECT_EQ(result.error().code, Code::bad_data);
    EXPECT_NE(result.error().text().find("limit of 1 MiB; give more with max-memory"), std::string::npos)
        << result.error().text();
  };
  EXPECT_TRUE(c.predict(many.rows(), {.max_memory_mib = 1}));  // weights go down the columns
  const auto kernel = train(few.rows(), few.y, Options{{"algorithm", "svm"}, {"kernel", "rbf"}});
  ASSERT_TRUE(kernel);
  expect_limit(kernel.value().classifier.predict(many.rows(), {.max_memory_mib = 1}));
  expect_limit(evaluate(c, many.rows(), many.clouds.y, EvaluateOptions{.max_memory_mib = 1}));
  expect_limit(explain(c, many.rows(), 7, 1));
  PathOptions on_path;
  on_path.max_memory_mib = 1;
  expect_limit(path(many.rows(), many.clouds.y, on_path));
  EXPECT_TRUE(c.predict(many.rows(), {.max_memory_mib = 8}));
  EXPECT_TRUE(c.predict(many.clouds.rows(), {.max_memory_mib = 1}));  // in place
  EXPECT_EQ(c.predict(few.rows(), {.max_memory_mib = -1}).error().code, Code::usage);
  EXPECT_EQ(c.predict(few.rows(), {.threads = 4097}).error().text(), "option threads: '4097' is outside 1..4096");
}

TEST(Threshold, MovesTheClassesAndTheirCounts) {
  const test::Clouds t(2);
  const auto trained = train(t.rows(), t.y, Options{{"algorithm", "logistic"}});
  ASSERT_TRUE(trained);
  const Classifier& c = trained.value().classifier;
  const auto found = c.predict(t.rows(), {.threshold = 0.9});
  ASSERT_TRUE(found) << found.error().text();
  std::int64_t positive = 0;
  for (std::size_t i = 0; i < 40; ++i) {
    EXPECT_EQ(found.value().classes[i], found.value().probabilities[2 * i + 1] >= 0.9 ? 1 : 0);
    positive += found.value().classes[i];
  }
  const auto judged = evaluate(c, t.rows(), t.y, EvaluateOptions{.threshold = 0.9});
  ASSERT_TRUE(judged);
  EXPECT_EQ(judged.value().confusion[1] + judged.value().confusion[3], positive);
  EXPECT_NE(judged.value().report.text().find("P(1) >= 0.9"), std::string::npos) << judged.value().report.text();
  EXPECT_EQ(c.predict(t.rows(), {.threshold = 0}).error().code, Code::usage);
  EXPECT_EQ(c.predict(t.rows(), {.threshold = std::nan("")}).error().code, Code::usage);
  const auto no_probabilities = train(t.rows(), t.y, Options{{"preset", "pocket"}});
  ASSERT_TRUE(no_probabilities);
  EXPECT_FALSE(no_probabilities.value().classifier.predict(t.rows(), {.threshold = 0.5}));
}

TEST(Folds, AreNeededByWhatIsAboutThem) {
  const test::Clouds t(2);
  const std::vector<std::int64_t> group(40, 1);
  DenseRows rows = t.rows();
  rows.groups = group;
  EXPECT_NE(train(rows, t.y).error().text().find("groups"), std::string::npos);
  EXPECT_NE(separate(rows, t.y).error().text().find("groups"), std::string::npos);
  EXPECT_NE(path(rows, t.y, PathOptions{}).error().text().find("groups"), std::string::npos);
  EXPECT_FALSE(path(t.rows(), t.y, PathOptions{.repeats = 2}));
  EXPECT_FALSE(path(t.rows(), t.y, PathOptions{.metric = Metric::accuracy}));
  EXPECT_FALSE(path(t.rows(), t.y, PathOptions{.choose = SelectionRule::best}));
  EXPECT_FALSE(path(t.rows(), t.y, PathOptions{.folds = 0}));
  EXPECT_FALSE(path(t.rows(), t.y, PathOptions{.ratio = 0}));
  EXPECT_FALSE(path(t.rows(), t.y, PathOptions{.point = 0}));
  EXPECT_FALSE(path(t.rows(), t.y, PathOptions{.objective = {.C = 2}}));
  EXPECT_FALSE(path(t.rows(), t.y, PathOptions{.objective = {.lambda = 2}}));
  EXPECT_FALSE(cross_validate(t.rows(), t.y, CvOptions{.calibrate = {.folds = 3}}));
  EXPECT_FALSE(calibrate(t.rows(), t.y, TrainOptions{}, CalibrationOptions{}));
}

TEST(Vary, TakesEachValueAsItStands) {
  const test::Clouds t(2);
  SearchOptions o;
  o.train.learner = ObjectiveOptions{};
  for (const char* value : {"0.1,1", "1:10:3", "1\npenalty=l1", ""}) {
    o.over = {{"C", {value}}};
    const auto found = search(t.rows(), t.y, o);
    ASSERT_FALSE(found) << value;
    EXPECT_TRUE(found.error().text().starts_with("option over: ")) << found.error().text();
  }
  o.over = {{"C", {}}};
  EXPECT_FALSE(search(t.rows(), t.y, o));
  o.over = {{"C=1", {"2"}}};
  EXPECT_FALSE(search(t.rows(), t.y, o));
  o.over = {{"C", {"1", "10"}}};
  o.halving = 0;
  EXPECT_FALSE(search(t.rows(), t.y, o));
  o.halving = 1;
  EXPECT_TRUE(search(t.rows(), t.y, o));
  o.metrics.clear();
  EXPECT_FALSE(search(t.rows(), t.y, o));
}

/// Every row once a repeat, with the caller's number; the same predictions as CSV.
TEST(CrossValidation, KeepsWhatWasPredicted) {
  test::Clouds t(2);
  std::vector<double> weights(40, 1);
  weights[0] = 0;
  DenseRows rows = t.rows();
  rows.weights = weights;
  CvOptions o{.folds = 3, .repeats = 2, .predictions = true};
  o.train.learner = ObjectiveOptions{};
  const auto found = cross_validate(rows, t.y, o);
  ASSERT_TRUE(found) << found.error().text();
  EXPECT_EQ(found.value().classes, (std::vector<std::string>{"-1", "1"}));
  ASSERT_EQ(found.value().held_out.size(), 6U);
  std::vector<int> seen(40);
  for (const HeldOut& h : found.value().held_out) {
    ASSERT_EQ(h.rows.size(), h.predictions.classes.size());
    ASSERT_EQ(h.predictions.probabilities.size(), 2 * h.rows.size());
    for (const std::int64_t row : h.rows) ++seen[static_cast<std::size_t>(row)];
  }
  EXPECT_EQ(seen[0], 0);
  EXPECT_EQ(std::count(seen.begin(), seen.end(), 2), 39);
  EXPECT_EQ(std::count(found.value().predictions.begin(), found.value().predictions.end(), '\n'), 79);
  o.predictions = false;
  EXPECT_TRUE(cross_validate(rows, t.y, o).value().held_out.empty());
}

}  // namespace
}  // namespace halfspace
