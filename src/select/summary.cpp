#include "select/summary.hpp"

#include <cmath>

namespace halfspace {

MetricSummary summary_of(std::span<const std::optional<double>> values, Metric metric, std::uint64_t folds) {
  MetricSummary out;
  out.metric = metric;
  double sum = 0;
  for (const auto& v : values) {
    sum += v.value_or(0);
    out.folds += v ? 1 : 0;
  }
  if (out.folds == 0) return out;
  const auto m = static_cast<double>(out.folds);
  const double mean = sum / m;
  out.mean = mean;
  if (out.folds < 2) return out;
  double squares = 0;
  for (const auto& v : values) squares += v ? (*v - mean) * (*v - mean) : 0;
  out.error = std::sqrt(squares / (m - 1) / static_cast<double>(folds));  // s / sqrt(K)
  return out;
}

bool better(const MetricSummary& a, const MetricSummary& b) {
  return larger_is_better(a.metric) ? *a.mean > *b.mean : *a.mean < *b.mean;
}

bool within_one_error(const MetricSummary& point, const MetricSummary& best) {
  const double behind = larger_is_better(best.metric) ? *best.mean - *point.mean : *point.mean - *best.mean;
  return behind <= best.error.value_or(0);
}

std::optional<SelectionRule> rule_of(std::string_view name) {
  if (name == "1se") return SelectionRule::one_se;
  for (const SelectionRule rule : {SelectionRule::best, SelectionRule::one_se}) {
    if (name_of(rule) == name) return rule;
  }
  return std::nullopt;
}

}  // namespace halfspace
