// Cross-validation of a path against loops over single runs; folds; the choice of a point.
#include <algorithm>
#include <cmath>

#include <gtest/gtest.h>

#include "format/read.hpp"
#include "model/scorer.hpp"
#include "train/path_folds.hpp"
#include "train/path_training.hpp"
#include "train/path_validation.hpp"

namespace halfspace {
namespace {

/// Two classes that overlap, one column of texts, row weights.
Dataset made_rows() {
  std::string text = "u,v,kind,weight,label\n";
  for (int i = 0; i < 90; ++i) {
    const int s = (i * 37) % 90;
    text += std::to_string(s * 0.25 - 11) + "," + std::to_string((i * 53 % 31) * 0.5) + ",";
    text += (i % 3 == 0 ? "red," : "blue,") + std::to_string(1 + i % 2) + ",";
    text += s + (i * 17) % 40 > 62 ? "yes\n" : "no\n";
  }
  ReadOptions options;
  options.weight = "weight";
  options.categorical = {"kind"};
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
    const auto targets = find_targets(data, "", "made");
    const auto held_out = held_out_rows(targets.value(), request.value(), "made", 11);
    ASSERT_EQ(held_out.value().size(), 8U);
    for (std::size_t k = 0; k < 3; ++k) {
      std::vector<double> value;
      for (const HeldOut& rows : held_out.value()) {
        const Dataset train_rows = take_rows(data, rows.train);
        const Dataset test_rows = take_rows(data, rows.test);
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
        value.push_back(sum / n);
      }
      const FoldsMean mean = mean_of_folds(value, 4);
      EXPECT_NEAR(*path.value().rows[k].mean, mean.mean, 1e-4 * mean.mean) << metric;
      EXPECT_NEAR(*path.value().rows[k].error, mean.error, 1e-3 * mean.error) << metric;
    }
  }
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

TEST(PathFolds, EachClassIsDealtOut) {
  std::vector<std::uint32_t> label;
  for (int i = 0; i < 103; ++i) label.push_back(i % 5 == 0 ? 1 : 0);
  for (const unsigned folds : {2U, 3U, 10U}) {
    const auto fold = stratified_folds(label, 2, folds, 3, 0);
    EXPECT_NE(fold, stratified_folds(label, 2, folds, 3, 1));
    EXPECT_NE(fold, stratified_folds(label, 2, folds, 4, 0));
    EXPECT_EQ(fold, stratified_folds(label, 2, folds, 3, 0));
    std::vector<std::size_t> rows(folds);
    std::vector<std::size_t> ones(folds);
    for (std::size_t i = 0; i < fold.size(); ++i) {
      ++rows[fold[i]];
      ones[fold[i]] += label[i];
    }
    for (const auto& counts : {rows, ones}) {
      const auto [least, most] = std::minmax_element(counts.begin(), counts.end());
      EXPECT_LE(*most - *least, 1U);
    }
  }
}

TEST(PathChoice, MeansAndErrorsByHand) {
  const std::vector<double> value = {1, 2, 3, 6, 4, 4, 4, 4};  // two repeats of four folds
  const FoldsMean m = mean_of_folds(value, 4);
  EXPECT_DOUBLE_EQ(m.mean, 3.5);
  EXPECT_DOUBLE_EQ(m.error, std::sqrt((4 + 1 + 0 + 9) / 3.0 / 4) / 2);
}

TEST(PathChoice, TheLargestLambdaWithinOneStandardErrorOfTheBest) {
  const std::vector<FoldsMean> loss = {{9, 1}, {5.1, 1}, {5, 1}, {4.2, 0.9}, {4.2, 0.1}, {6, 5}};
  EXPECT_EQ(choose_point(loss, false).best, 3U);  // the first of equals
  EXPECT_EQ(choose_point(loss, false).one_se, 1U);
  EXPECT_EQ(choose_point(loss, true).best, 0U);
  EXPECT_EQ(choose_point(loss, true).one_se, 0U);
}

}  // namespace
}  // namespace halfspace
