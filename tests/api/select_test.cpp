// Selection, evaluation and explanation from memory: what the core finds, and what their parts add up to.
#include "halfspace/select.hpp"

#include <cmath>
#include <numeric>

#include <gtest/gtest.h>

#include "base/json.hpp"
#include "base/rng.hpp"
#include "halfspace/halfspace.hpp"

namespace halfspace {
namespace {

/// Three clouds, in as many classes as asked for.
struct Groups3 {
  std::int64_t n = 60;
  std::vector<double> x;
  std::vector<std::string> y;
  std::vector<std::int64_t> group;

  explicit Groups3(std::size_t classes) {
    Rng rng(4, Stream::holdout);
    for (std::int64_t i = 0; i < n; ++i) {
      const auto k = static_cast<std::size_t>(i) % classes;
      y.push_back(std::string(1, static_cast<char>('a' + k)));
      group.push_back(100 + i / 4);
      for (std::size_t j = 0; j < 2; ++j)
        x.push_back(static_cast<double>(rng.bounded(2000)) / 1000 + (j == k % 2 ? 1.2 : 0) + (k == 2 ? -1 : 0));
    }
  }
  DenseRows rows() const { return {x, n, 2}; }
};

TEST(CrossValidation, FromMemoryGivesMeansOfItsFolds) {
  const Groups3 t(2);
  CvOptions o;
  o.train.learner = ObjectiveOptions{};
  o.metrics = {Metric::accuracy, Metric::log_loss};
  o.repeats = 2;
  const auto cv = cross_validate(t.rows(), t.y, o);
  ASSERT_TRUE(cv) << cv.error().text();
  ASSERT_EQ(cv.value().metrics.size(), 2U);
  ASSERT_EQ(cv.value().values[0].size(), 10U);
  const double mean = std::accumulate(cv.value().values[0].begin(), cv.value().values[0].end(), 0.0) / 10;
  EXPECT_NEAR(*cv.value().metrics[0].mean, mean, 1e-12);
  const auto named = cross_validate(
      t.rows(), t.y, Options{{"algorithm", "logistic"}, {"metric", "accuracy,log-loss"}, {"repeats", "2"}});
  ASSERT_TRUE(named) << named.error().text();
  EXPECT_EQ(cv.value().report.json(), named.value().report.json());
  EXPECT_NE(cv.value().report.text().find("accuracy"), std::string::npos);
}

TEST(CrossValidation, KeepsGroupsTogether) {
  const Groups3 t(2);
  DenseRows rows = t.rows();
  rows.groups = t.group;
  const auto cv = cross_validate(rows, t.y, Options{{"algorithm", "logistic"}});
  ASSERT_TRUE(cv) << cv.error().text();
  EXPECT_EQ(parse_json(cv.value().report.json())["grouped"], true);
  rows.groups = std::span(t.group).first(3);
  EXPECT_FALSE(cross_validate(rows, t.y, Options{}));
}

TEST(Path, FromMemoryHasProvenGaps) {
  const Groups3 t(2);
  PathOptions o;
  o.objective.penalty = PenaltyKind::l1;
  o.points = 6;
  o.folds = 4;
  const auto found = path(t.rows(), t.y, o);
  ASSERT_TRUE(found) << found.error().text();
  const PathResult& p = found.value();
  ASSERT_EQ(p.points.size(), 6U);
  ASSERT_TRUE(p.best && p.chosen && p.classifier);
  EXPECT_EQ(p.best, p.chosen);
  EXPECT_LE(*p.one_se, *p.best);
  for (std::size_t k = 1; k < p.points.size(); ++k) EXPECT_LT(p.points[k].lambda, p.points[k - 1].lambda);
  for (const PathStep& step : p.points) EXPECT_LE(step.gap, 1e-6 * step.objective * 1.01);
  EXPECT_EQ(p.points[0].nonzero, 0);
  const auto& w = p.points[*p.chosen].weights;
  EXPECT_EQ(w, std::vector<double>(p.classifier->weights().begin(), p.classifier->weights().end()));
}

TEST(Search, FromMemoryLearnsFromAllRowsAtThePointChosen) {
  const Groups3 t(2);
  SearchOptions o;
  ObjectiveOptions svm;
  svm.loss = LossKind::hinge;
  o.train.learner = svm;
  o.over = {{"C", {"0.01", "1", "100"}}};
  const auto found = search(t.rows(), t.y, o);
  ASSERT_TRUE(found) << found.error().text();
  const SearchResult& s = found.value();
  ASSERT_EQ(s.points.size(), 3U);
  ASSERT_TRUE(s.best && s.chosen);
  const std::string C = s.points[*s.best].settings[0].second;
  const auto alone = train(t.rows(), t.y, Options{{"algorithm", "svm"}, {"C", C}});
  ASSERT_TRUE(alone);
  EXPECT_EQ(s.chosen->classifier.bytes(), alone.value().classifier.bytes());
  for (const SearchPoint& p : s.points) EXPECT_LE(*p.mean, *s.points[*s.best].mean);
}

TEST(Search, OfPerceptronsVariesTheirPreset) {
  const Groups3 t(2);
  SearchOptions o;
  PerceptronOptions few;
  few.passes = 20;
  o.train.learner = few;
  EXPECT_EQ(search(t.rows(), t.y, o).ok(),
            search(t.rows(), t.y, Options{{"algorithm", "perceptron"}, {"passes", "20"}}).ok());
  o.over = {{"preset", {"cyclic", "averaged"}}};
  const auto found = search(t.rows(), t.y, o);
  ASSERT_TRUE(found) << found.error().text();
  EXPECT_EQ(found.value().points.size(), 2U);
}

TEST(Search, TypedChoicesAreThoseOfTheirNames) {
  const Groups3 t(2);
  SearchOptions o;
  o.train.learner = ObjectiveOptions{};
  o.over = {{"C", {"0.01", "1", "100"}}};
  o.choose = SelectionRule::one_se;
  o.folds = 4;
  o.seed = 3;
  o.metrics = {Metric::log_loss};
  const auto typed = search(t.rows(), t.y, o);
  const auto named = search(t.rows(), t.y,
                            Options{{"algorithm", "logistic"},
                                    {"over", "C=0.01,1,100"},
                                    {"choose", "one-se"},
                                    {"folds", "4"},
                                    {"seed", "3"},
                                    {"metric", "log-loss"}});
  ASSERT_TRUE(typed && named) << typed.error().text();
  EXPECT_EQ(typed.value().report.json(), named.value().report.json());
  EXPECT_EQ(typed.value().chosen->classifier.bytes(), named.value().chosen->classifier.bytes());
  EXPECT_EQ(parse_json(typed.value().report.json())["choose"], "one-se");
}

TEST(Path, RefusesWhatItDoesNotUse) {
  const Groups3 t(2);
  const auto refusal = [&](const PathOptions& o) {
    const auto found = path(t.rows(), t.y, o);
    return found ? std::string() : found.error().text();
  };
  PathOptions kernel;
  kernel.objective.loss = LossKind::squared_hinge;
  kernel.objective.kernel.kernel = KernelKind::rbf;
  EXPECT_NE(refusal(kernel).find("option kernel: has no path"), std::string::npos) << refusal(kernel);
  PathOptions capped;
  capped.objective.max_rounds = 1;
  EXPECT_NE(refusal(capped).find("not for paths"), std::string::npos) << refusal(capped);
}

TEST(Evaluation, LeavesRowsOfWeightZeroOut) {
  const Groups3 t(2);
  const auto trained = train(t.rows(), t.y, Options{{"algorithm", "logistic"}});
  ASSERT_TRUE(trained);
  std::vector<double> weights(60, 1);
  std::vector<std::string> labels = t.y;
  for (std::size_t i = 30; i < 60; ++i) {
    weights[i] = 0;
    labels[i] = "unheard of";
  }
  DenseRows rows = t.rows();
  rows.weights = weights;
  const auto half = evaluate(trained.value().classifier, rows, labels);
  ASSERT_TRUE(half) << half.error().text();
  EXPECT_EQ(half.value().rows, 30);
  DenseRows first = {std::span(t.x).first(60), 30, 2};
  const auto alone = evaluate(trained.value().classifier, first, std::span<const std::string>(t.y).first(30));
  EXPECT_EQ(half.value().mistakes, alone.value().mistakes);
}

TEST(Calibration, FromMemoryGivesProbabilities) {
  const Groups3 t(3);
  TrainOptions o;
  ObjectiveOptions svm;
  svm.loss = LossKind::hinge;
  o.learner = svm;
  const auto plain = train(t.rows(), t.y, o);
  const auto calibrated = calibrate(t.rows(), t.y, o, {Calibrator::automatic, 4});
  ASSERT_TRUE(plain && calibrated) << calibrated.error().text();
  EXPECT_FALSE(plain.value().classifier.has_probabilities());
  ASSERT_TRUE(calibrated.value().classifier.has_probabilities());
  const auto predicted = calibrated.value().classifier.predict(t.rows());
  ASSERT_TRUE(predicted);
  for (std::size_t i = 0; i < 60; ++i) {
    double sum = 0;
    for (std::size_t k = 0; k < 3; ++k) sum += predicted.value().probabilities[3 * i + k];
    EXPECT_NEAR(sum, 1, 1e-12);
  }
  EXPECT_EQ(predicted.value().classes, plain.value().classifier.predict(t.rows()).value().classes);
}

TEST(Evaluation, CountsWhatPredictionsSay) {
  const Groups3 t(3);
  const auto trained = train(t.rows(), t.y, Options{{"algorithm", "logistic"}});
  ASSERT_TRUE(trained);
  const Classifier& c = trained.value().classifier;
  const auto found = evaluate(c, t.rows(), t.y);
  ASSERT_TRUE(found) << found.error().text();
  const auto predicted = c.predict(t.rows());
  std::int64_t wrong = 0;
  for (std::size_t i = 0; i < 60; ++i)
    wrong += c.classes()[static_cast<std::size_t>(predicted.value().classes[i])] != t.y[i] ? 1 : 0;
  EXPECT_EQ(found.value().mistakes, wrong);
  EXPECT_EQ(std::accumulate(found.value().confusion.begin(), found.value().confusion.end(), std::int64_t{0}), 60);
  EXPECT_NEAR(found.value().accuracy, 1 - static_cast<double>(wrong) / 60, 1e-15);
  EXPECT_EQ(parse_json(found.value().report.json())["mistakes"], wrong);
  std::vector<std::string> other = t.y;
  other[5] = "unheard of";
  const auto refused = evaluate(c, t.rows(), other);
  ASSERT_FALSE(refused);
  EXPECT_NE(refused.error().text().find("unheard of"), std::string::npos);
}

TEST(Explanation, AddsUpToTheScore) {
  const Groups3 t(2);
  for (const Options& how : {Options{{"algorithm", "logistic"}}, Options{{"algorithm", "svm"}, {"kernel", "rbf"}}}) {
    const auto trained = train(t.rows(), t.y, how);
    ASSERT_TRUE(trained);
    const auto found = explain(trained.value().classifier, t.rows(), 17);
    ASSERT_TRUE(found) << found.error().text();
    double sum = found.value().bias[0];
    for (const ScorePart& p : found.value().parts[0]) sum += p.amount;
    EXPECT_NEAR(sum, found.value().scores[0], 1e-9);
    EXPECT_EQ(parse_json(found.value().report.json())["row"], 17);
    EXPECT_FALSE(explain(trained.value().classifier, t.rows(), 60));
    EXPECT_FALSE(explain(trained.value().classifier, DenseRows{{}, std::numeric_limits<std::int64_t>::min(), 2}, 0));
  }
}

TEST(Exports, WriteEveryFormatTheyName) {
  const Groups3 t(2);
  const auto trained = train(t.rows(), t.y, Options{{"algorithm", "logistic"}});
  ASSERT_TRUE(trained);
  for (const std::string& format : export_formats()) {
    ExportOptions o;
    if (format == "libsvm" || format == "liblinear") o.labels = {{"a", 0}, {"b", 1}};
    const auto made = exported(trained.value().classifier, format, o);
    ASSERT_TRUE(made) << format << ": " << made.error().text();
    EXPECT_FALSE(made.value().bytes.empty()) << format;
  }
  EXPECT_FALSE(exported(trained.value().classifier, "pmml"));
}

}  // namespace
}  // namespace halfspace
