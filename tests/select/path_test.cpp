// Cross-validation of a path against loops over single runs and against `cv`; the choice of a point.
#include <algorithm>
#include <cmath>

#include <gtest/gtest.h>

#include "format/read.hpp"
#include "model/scorer.hpp"
#include "select/cross_validation.hpp"
#include "select/path_training.hpp"
#include "select/path_validation.hpp"

namespace halfspace {
namespace {

/// Two classes that overlap, one column of texts, row weights; `groups` of rows, with `rare` the class yes in two
/// of them alone.
Dataset made_rows(int groups = 0, bool rare = false) {
  std::string text = "u,v,kind,weight,site,label\n";
  for (int i = 0; i < 90; ++i) {
    const int s = (i * 37) % 90;
    text += std::to_string(s * 0.25 - 11) + "," + std::to_string((i * 53 % 31) * 0.5) + ",";
    text += (i % 3 == 0 ? "red," : "blue,") + std::to_string(1 + i % 2) + ",";
    text += std::to_string(groups > 0 ? i % groups : 0) + ",";
    text += s + (i * 17) % 40 > 62 && (!rare || i % groups < 2) ? "yes\n" : "no\n";
  }
  ReadOptions options;
  options.weight = "weight";
  options.categorical = {"kind"};
  if (groups > 0) options.groups = "site";
  auto data = read_dataset(memory_source(text), "made.csv", options);
  EXPECT_TRUE(data.ok()) << (data.ok() ? "" : data.error().text());
  return std::move(data).value();
}

Settings settings_of(std::map<std::string, std::string> values) {
  Settings s;
  s.values = std::move(values);
  return s;
}

TEST(PathTraining, CrossValidationIsALoopOverTrainedModels) {
  const Dataset data = made_rows();
  for (const char* metric : {"deviance", "accuracy"}) {
    const Settings s = settings_of({{"penalty", "l1"},
                                    {"lambdas", "0.1,0.03,0.01"},
                                    {"folds", "4"},
                                    {"repeats", "2"},
                                    {"seed", "11"},
                                    {"metric", metric},
                                    {"scale", "standard"},
                                    {"tol", "1e-12"}});
    const auto request = path_request(s, data, "made");
    ASSERT_TRUE(request.ok()) << request.error().text();
    const auto path = train_on_path(data, request.value(), {});
    ASSERT_TRUE(path.ok()) << path.error().text();
    const auto folds = make_folds(data, *request.value().folds, "--folds", "made");
    ASSERT_TRUE(folds.ok());
    for (std::size_t k = 0; k < 3; ++k) {
      FoldValues value;
      for (std::uint64_t f = 0; f < 8; ++f) {
        const Dataset train_rows = take_rows(data, folds.value().kept(f / 4, f % 4));
        const Dataset test_rows = take_rows(data, folds.value().held_out(f / 4, f % 4));
        TrainRequest single = request.value().train;
        single.linear.lambda = request.value().lambdas[k];
        const auto t = train(train_rows, single, {});
        ASSERT_TRUE(t.ok());
        const auto score = scores(t.value().model, test_rows, 1);
        double sum = 0;
        double n = 0;
        for (std::size_t i = 0; i < score.size(); ++i) {
          const double m = test_rows.label[i] == 1 ? score[i] : -score[i];
          const bool right = (score[i] >= 0) == (test_rows.label[i] == 1);
          n += test_rows.weight[i];
          sum += test_rows.weight[i] *
                 (std::string(metric) == "accuracy" ? (right ? 1 : 0) : 2 * std::log1p(std::exp(-m)));
        }
        value.emplace_back(sum / n);
      }
      const MetricSummary all = summary_of(value, request.value().metric, 4);
      EXPECT_NEAR(*path.value().rows[k].mean, *all.mean, 1e-4 * *all.mean) << metric;
      EXPECT_NEAR(*path.value().rows[k].error, *all.error, 1e-3 * *all.error) << metric;
    }
  }
}

/// The path and, at each of its lambdas, `cv` on the same folds: one mean and one standard error.
void expect_those_of_cv(const Dataset& data, Settings s, const FoldOptions& folds, Metric metric) {
  const std::string name(name_of(metric));
  s.values["seed"] = std::to_string(folds.seed);
  s.values["tol"] = "1e-10";
  Settings of_path = s;
  of_path.values["lambdas"] = "0.1,0.02";
  of_path.values["folds"] = std::to_string(folds.folds);
  of_path.values["repeats"] = std::to_string(folds.repeats);
  of_path.values["metric"] = name;
  const auto request = path_request(of_path, data, "made");
  ASSERT_TRUE(request.ok()) << request.error().text();
  const auto path = train_on_path(data, request.value(), {});
  ASSERT_TRUE(path.ok()) << path.error().text();
  for (const PathRow& row : path.value().rows) {
    s.values["lambda"] = number_text(row.lambda);
    const auto plan = learn_plan(s, data, "made");
    ASSERT_TRUE(plan.ok()) << plan.error().text();
    const auto cv = cross_validate(data, plan.value(), folds, {metric}, false, {});
    ASSERT_TRUE(cv.ok()) << cv.error().text();
    const MetricSummary& all = cv.value().summary[0];
    EXPECT_NEAR(*row.mean, *all.mean, 1e-5) << name;
    EXPECT_NEAR(*row.error, *all.error, 1e-5) << name;
    EXPECT_EQ(path.value().warnings, cv.value().folds.warnings);
    EXPECT_EQ(path.value().best.has_value(), all.folds == folds.folds * folds.repeats) << name;
  }
}

TEST(PathTraining, MeanAndErrorAreThoseOfCrossValidation) {
  const Dataset data = made_rows();
  for (const std::uint64_t seed : {0U, 11U}) {
    for (std::size_t k = 0; k < Names<Metric>::list.size(); ++k)
      expect_those_of_cv(data,
                         settings_of({{"algorithm", "logistic"}, {"penalty", "elastic-net"}, {"scale", "standard"}}),
                         {4, 1 + seed % 2, seed}, static_cast<Metric>(k));
    for (const Metric metric : {Metric::loss, Metric::error, Metric::roc_auc})
      expect_those_of_cv(data, settings_of({{"algorithm", "svm"}, {"loss", "squared-hinge"}}), {3, 2, seed}, metric);
  }
}

TEST(PathTraining, GroupsAreThoseOfCrossValidation) {
  const Settings s = settings_of({{"algorithm", "logistic"}, {"penalty", "l1"}});
  for (const int groups : {5, 18}) {
    const Dataset data = made_rows(groups);
    for (const Metric metric : {Metric::deviance, Metric::balanced_accuracy})
      expect_those_of_cv(data, s, {4, 2, 3}, metric);
  }
}

/// Five groups, the rows of +1 in two of them: three of five folds have no ROC curve.
TEST(PathTraining, AMetricThatSomeFoldLacksChoosesNothing) {
  const Dataset data = made_rows(5, true);
  expect_those_of_cv(data, settings_of({{"algorithm", "logistic"}, {"penalty", "l1"}}), {5, 1, 0}, Metric::roc_auc);
}

TEST(PathTraining, ThreadsChangeNothing) {
  const Dataset data = made_rows();
  std::vector<std::vector<double>> w;
  for (const char* threads : {"1", "5"}) {
    const auto request =
        path_request(settings_of({{"penalty", "elastic-net"}, {"folds", "5"}, {"threads", threads}}), data, "made");
    const auto path = train_on_path(data, request.value(), {});
    ASSERT_TRUE(path.ok());
    w.emplace_back();
    for (const PathRow& row : path.value().rows) {
      w.back().insert(w.back().end(), row.w.begin(), row.w.end());
      w.back().push_back(*row.mean);
      w.back().push_back(*row.error);
    }
  }
  EXPECT_EQ(w[0], w[1]);
}

std::vector<MetricSummary> means_of(Metric metric, const std::vector<std::pair<double, double>>& means) {
  std::vector<MetricSummary> out;
  out.reserve(means.size());
  for (const auto& [mean, error] : means) out.push_back({metric, 5, mean, error});
  return out;
}

TEST(PathChoice, TheLargestLambdaWithinOneStandardErrorOfTheBest) {
  const std::vector<std::pair<double, double>> means = {{9, 1}, {5.1, 1}, {5, 1}, {4.2, 0.9}, {4.2, 0.1}, {6, 5}};
  const PathChoice least = choose_point(means_of(Metric::loss, means), 5);
  EXPECT_EQ(least.best, 3U);  // the first of equals
  EXPECT_EQ(least.one_se, 1U);
  const PathChoice most = choose_point(means_of(Metric::accuracy, means), 5);
  EXPECT_EQ(most.best, 0U);
  EXPECT_EQ(most.one_se, 0U);
}

TEST(PathChoice, PointsThatLackAFoldAreLeftOut) {
  auto means = means_of(Metric::loss, {{1, 1}, {2, 1}, {1.5, 1}});
  means[0].folds = 4;
  EXPECT_EQ(choose_point(means, 5).best, 2U);
  EXPECT_EQ(choose_point(means, 5).one_se, 1U);
  EXPECT_FALSE(choose_point(means, 6).best);
  EXPECT_FALSE(choose_point(means, 6).one_se);
}

}  // namespace
}  // namespace halfspace
