// Every update of a perceptron through the library. The command line's lines are held against the same textbook in
// tests/reference.
#include "halfspace/trace.hpp"

#include <cmath>
#include <set>

#include <gtest/gtest.h>

#include "api/clouds.hpp"
#include "api/iris.hpp"

namespace halfspace {
namespace {

std::vector<TraceStep> steps_of(const DenseRows& rows, const RowLabels& labels, const Options& options) {
  std::vector<TraceStep> out;
  const auto trained = train_traced(rows, labels, options, [&](const TraceStep& s) {
    out.push_back(s);
    return true;
  });
  EXPECT_TRUE(trained) << trained.error().text();
  return out;
}

/// Rosenblatt's perceptron in whole numbers: rows and weights times 10.
std::vector<TraceStep> textbook(const test::Iris& iris, const std::string& positive) {
  std::vector<TraceStep> out;
  std::vector<long> w(5);
  std::int64_t visit = 0;
  std::int64_t clean = 0;
  for (std::int64_t pass = 1; clean < iris.rows().rows; ++pass) {
    for (std::int64_t i = 0; i < iris.rows().rows && clean < iris.rows().rows; ++i) {
      std::vector<long> x(5, 10);
      for (std::size_t j = 0; j < 4; ++j) x[j] = std::lround(10 * iris.x[4 * static_cast<std::size_t>(i) + j]);
      const long y = iris.y[static_cast<std::size_t>(i)] == positive ? 1 : -1;
      long s = 0;
      for (std::size_t j = 0; j < 5; ++j) s += w[j] * x[j];
      ++visit;
      ++clean;
      if (y * s > 0) continue;
      clean = 0;
      TraceStep step;
      long square = 0;
      for (std::size_t j = 0; j < 5; ++j) {
        w[j] += y * x[j];
        square += w[j] * w[j];
        step.weights.push_back(static_cast<double>(w[j]) / 10);
      }
      step.pass = pass;
      step.visit = visit;
      step.row = i;
      step.score = static_cast<double>(s) / 100;
      step.squared_norm = static_cast<double>(square) / 100;
      out.push_back(step);
    }
  }
  return out;
}

TEST(TrainTraced, ShowsTheTextbooksUpdates) {
  const test::Iris iris({"setosa", "versicolor"});
  const std::vector<TraceStep> expected = textbook(iris, "versicolor");
  const std::vector<TraceStep> found = steps_of(iris.rows(), iris.y, {{"preset", "cyclic"}});
  ASSERT_GT(expected.size(), 3U);
  ASSERT_EQ(found.size(), expected.size());
  double before = -1;
  for (std::size_t k = 0; k < found.size(); ++k) {
    EXPECT_EQ(found[k].pass, expected[k].pass);
    EXPECT_EQ(found[k].visit, expected[k].visit);
    EXPECT_EQ(found[k].row, expected[k].row);
    EXPECT_EQ(found[k].score, expected[k].score);
    EXPECT_EQ(found[k].multiplier, 1);
    EXPECT_EQ(found[k].squared_norm, expected[k].squared_norm);
    EXPECT_EQ(found[k].weights, expected[k].weights);
    EXPECT_FALSE(found[k].label.has_value() || found[k].rival.has_value());
    ASSERT_TRUE(found[k].separator_product && found[k].cosine);
    EXPECT_GT(*found[k].separator_product, before);  // grows by the margin at least
    EXPECT_NEAR(*found[k].cosine, *found[k].separator_product / std::sqrt(found[k].squared_norm), 1e-15);
    before = *found[k].separator_product;
  }
}

TEST(TrainTraced, LearnsWhatTrainLearns) {
  const test::Iris iris({"setosa", "versicolor", "virginica"});
  for (const Options& o : {Options{{"passes", "3"}, {"stop", "passes"}}, Options{{"preset", "averaged"}},
                           Options{{"multiclass", "one-vs-rest"}, {"passes", "2"}}}) {
    Options named = o;
    named.emplace_back("algorithm", "perceptron");
    const auto plain = train(iris.rows(), iris.y, named);
    const auto traced = train_traced(iris.rows(), iris.y, o, [](const TraceStep&) { return true; });
    ASSERT_TRUE(plain && traced);
    EXPECT_EQ(plain.value().classifier.bytes(), traced.value().classifier.bytes());
  }
}

TEST(TrainTraced, EndsWhereItsViewerSaysSo) {
  const test::Iris iris({"setosa", "versicolor", "virginica"});
  for (const char* way : {"argmax", "one-vs-rest"}) {
    std::vector<TraceStep> seen;
    const auto trained = train_traced(iris.rows(), iris.y, {{"multiclass", way}}, [&](const TraceStep& s) {
      seen.push_back(s);
      return seen.size() < 3;
    });
    ASSERT_TRUE(trained) << trained.error().text();
    EXPECT_EQ(seen.size(), 3U);
    EXPECT_EQ(trained.value().status, "interrupted");
    EXPECT_EQ(trained.value().updates, 3);
    EXPECT_EQ(trained.value().classifier.weights()[0], seen.back().weights[0]);
  }
}

TEST(TrainTraced, NamesTheClassesOfManyClasses) {
  const test::Iris iris({"setosa", "versicolor", "virginica"});
  for (const TraceStep& s : steps_of(iris.rows(), iris.y, {{"stop", "passes"}, {"passes", "2"}})) {
    EXPECT_EQ(s.label, iris.y[static_cast<std::size_t>(s.row)]);
    ASSERT_TRUE(s.rival.has_value());
    EXPECT_NE(s.rival, s.label);
    EXPECT_EQ(s.weights.size(), 15U);
  }
  std::set<std::string> runs;
  for (const TraceStep& s : steps_of(iris.rows(), iris.y, {{"multiclass", "one-vs-rest"}, {"passes", "2"}})) {
    runs.insert(*s.label);
    EXPECT_FALSE(s.rival.has_value());
    EXPECT_EQ(s.weights.size(), 5U);
  }
  EXPECT_EQ(runs.size(), 3U);
}

TEST(TrainTraced, CountsRowsAsTheCallerDoes) {
  test::Clouds t(3);
  std::vector<double> weights(t.y.size(), 1.0);
  for (std::size_t i = 0; i < 5; ++i) weights[i] = 0;  // left out
  DenseRows rows = t.rows();
  rows.weights = weights;
  const auto steps = steps_of(rows, t.y, {{"step", "minibatch"}, {"batch", "8"}, {"stop", "rounds"}, {"rounds", "9"}});
  std::size_t most = 0;
  for (const TraceStep& s : steps) {
    EXPECT_EQ(s.row, s.rows.at(0));
    EXPECT_EQ(s.score, s.scores.at(0));
    EXPECT_EQ(s.rows.size(), s.multipliers.size());
    for (const std::int64_t row : s.rows) EXPECT_GE(row, 5);
    most = std::max(most, s.rows.size());
  }
  EXPECT_GT(most, 1U);
  EXPECT_EQ(steps.at(0).row, 5);
}

TEST(TrainTraced, IsForPerceptrons) {
  const test::Clouds t(3);
  const auto trained = train_traced(t.rows(), t.y, {{"algorithm", "svm"}}, [](const TraceStep&) { return true; });
  ASSERT_FALSE(trained);
  EXPECT_EQ(trained.error().code, Code::usage);
  EXPECT_NE(trained.error().text().find("perceptron"), std::string::npos) << trained.error().text();
  EXPECT_TRUE(train_traced(t.rows(), t.y, {{"passes", "2"}}, {}));
}

}  // namespace
}  // namespace halfspace
