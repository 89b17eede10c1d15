// Means, standard errors and names by hand.
#include "select/summary.hpp"

#include <cmath>
#include <limits>

#include <gtest/gtest.h>

namespace halfspace {
namespace {

using Values = std::vector<std::optional<double>>;

TEST(MetricSummary, MeanAndStandardErrorByHand) {
  const Values repeats = {1, 2, 3, 6, 4, 4, 4, 4};  // two repeats of four folds
  const MetricSummary s = summary_of(repeats, Metric::loss, 4);
  EXPECT_EQ(s.folds, 8U);
  EXPECT_DOUBLE_EQ(*s.mean, 3.5);
  EXPECT_DOUBLE_EQ(*s.error, std::sqrt(16 / 7.0 / 4));  // 2.5^2 + 1.5^2 + 0.5^2 + 2.5^2 + 4 0.5^2 = 16
}

TEST(MetricSummary, FoldsWithoutTheMetricCountNot) {
  const MetricSummary s = summary_of(Values{1, std::nullopt, 3}, Metric::f1, 3);
  EXPECT_EQ(s.folds, 2U);
  EXPECT_DOUBLE_EQ(*s.mean, 2);
  EXPECT_DOUBLE_EQ(*s.error, std::sqrt(2 / 2.0));  // of the two folds that have it
  EXPECT_FALSE(summary_of(Values{5, std::nullopt}, Metric::f1, 2).error);
  EXPECT_FALSE(summary_of(Values{std::nullopt, std::nullopt}, Metric::f1, 2).mean);
}

// Three values a repeat say no more than three values do, however many folds lack the metric; a repeat without any value
// (it was not begun) is none.
TEST(MetricSummary, RepeatsOfAFewFoldsAreNotMoreOfThem) {
  constexpr auto none = std::nullopt;
  const Values once = {1, none, 2, none, 6};
  const Values twice = {1, none, 2, none, 6, none, 6, 2, 1, none};
  EXPECT_DOUBLE_EQ(*summary_of(once, Metric::f1, 5).error, std::sqrt(14 / 2.0 / 3));
  EXPECT_DOUBLE_EQ(*summary_of(twice, Metric::f1, 5).error, std::sqrt(28 / 5.0 / 3));
  Values ended(once);
  ended.resize(15);
  EXPECT_EQ(*summary_of(ended, Metric::f1, 5).error, *summary_of(once, Metric::f1, 5).error);
}

TEST(MetricSummary, WithinOneErrorIsOnTheBestOnesTerms) {
  const MetricSummary best{Metric::accuracy, 5, 0.9, 0.05};
  EXPECT_TRUE(within_one_error({Metric::accuracy, 5, 0.86, 0}, best));
  EXPECT_FALSE(within_one_error({Metric::accuracy, 5, 0.84, 1}, best));
  EXPECT_TRUE(within_one_error({Metric::accuracy, 5, 0.9 - 0.05 * (1 + 1e-15), 0}, best));
}

TEST(MetricSummary, AnInfiniteLossEqualsOnlyItself) {
  const double infinity = std::numeric_limits<double>::infinity();
  const std::vector<MetricSummary> loss = {{Metric::log_loss, 5, infinity, std::nullopt},
                                           {Metric::log_loss, 5, 0.5, 0.1},
                                           {Metric::log_loss, 5, infinity, std::nullopt}};
  EXPECT_EQ(places_of_means(loss), (std::vector<std::size_t>{1, 0, 1}));
  EXPECT_FALSE(within_one_error(loss[0], loss[1]));
  EXPECT_TRUE(same_mean(infinity, infinity));
  EXPECT_FALSE(same_mean(infinity, -infinity));
}

TEST(MetricSummary, MeansThatDifferByRoundingShareAPlace) {
  const double noise = 0.1 + 0.2;  // 0.30000000000000004
  const std::vector<MetricSummary> accuracy = {{Metric::accuracy, 5, 0.3, 0},
                                               {Metric::accuracy, 5, noise, 0},
                                               {Metric::accuracy, 5, 0.31, 0},
                                               {Metric::accuracy, 5, 0.3 - 1e-9, 0}};
  EXPECT_EQ(places_of_means(accuracy), (std::vector<std::size_t>{1, 1, 0, 2}));
  const std::vector<MetricSummary> losses = {{Metric::log_loss, 5, noise, 0}, {Metric::log_loss, 5, 0.3, 0}};
  EXPECT_EQ(places_of_means(losses), (std::vector<std::size_t>{0, 0}));
  EXPECT_TRUE(places_of_means({}).empty());
}

TEST(Names, OldWordsStayAccepted) {
  EXPECT_EQ(rule_of("1se"), SelectionRule::one_se);
  EXPECT_EQ(rule_of("one-se"), SelectionRule::one_se);
  EXPECT_EQ(rule_of("best"), SelectionRule::best);
  EXPECT_FALSE(rule_of("2se"));
  EXPECT_EQ(metric_of("auc", "--metric").value(), Metric::roc_auc);
  for (std::size_t k = 0; k < Names<Metric>::list.size(); ++k)
    EXPECT_EQ(metric_of(std::string(Names<Metric>::list[k]), "--metric").value(), static_cast<Metric>(k));
  EXPECT_FALSE(metric_list("roc-auc,auc", "--metric").ok());  // one metric, named twice
}

}  // namespace
}  // namespace halfspace
