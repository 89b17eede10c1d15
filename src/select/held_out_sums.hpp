// Metrics of what rows held out add up to, each by its weight (metric.hpp): none needs the rows themselves.
#pragma once

#include <optional>
#include <vector>

#include "select/metric.hpp"

namespace halfspace {

struct HeldOutSums {
  struct OfClass {
    double rows = 0;
    double right = 0;    // of them
    double wrongly = 0;  // of other classes, taken for this one
  };
  std::vector<OfClass> classes;
  std::optional<double> log_loss = std::nullopt;
  std::optional<double> brier = std::nullopt;
  std::optional<double> loss = std::nullopt;
};

/// Over the classes present. Nothing without rows.
std::optional<double> balanced_accuracy(const std::vector<HeldOutSums::OfClass>& classes);

/// Of two classes that of the second, of more their mean.
std::optional<double> f1_score(const std::vector<HeldOutSums::OfClass>& classes);

/// Nothing where it does not exist: without probabilities, without rows, and what depends on the order of scores.
std::optional<double> value_of(Metric metric, const HeldOutSums& sums);

/// roc-auc and pr-auc.
bool needs_order_of_scores(Metric metric);

}  // namespace halfspace
