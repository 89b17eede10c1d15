#include "select/summary.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace halfspace {
namespace {

/// 0 beside an infinite mean, which equals only itself.
double rounding_of(double a, double b) {
  const double largest = std::max(std::fabs(a), std::fabs(b));
  return std::isfinite(largest) ? 1e-12 * largest : 0;
}

/// R, the repeats in which it exists; their values stand one repeat of `folds` after another.
std::size_t repeats_of(std::span<const std::optional<double>> values, std::size_t folds) {
  std::size_t repeats = 0;
  for (std::size_t k = 0; k < values.size(); k += folds) {
    const auto repeat = values.subspan(k, std::min(folds, values.size() - k));
    repeats += std::any_of(repeat.begin(), repeat.end(), [](const auto& v) { return v.has_value(); }) ? 1 : 0;
  }
  return repeats;
}

}  // namespace

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
  const auto R = static_cast<double>(repeats_of(values, folds));
  out.error = std::sqrt(squares / (m - 1) / (m / R));  // s / sqrt(m / R)
  return out;
}

bool same_mean(double a, double b) { return a == b || std::fabs(a - b) <= rounding_of(a, b); }

std::vector<std::size_t> places_of_means(std::span<const MetricSummary> points) {
  std::vector<std::size_t> order(points.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::stable_sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) {
    return larger_is_better(points[a].metric) ? *points[a].mean > *points[b].mean : *points[a].mean < *points[b].mean;
  });
  std::vector<std::size_t> place(points.size());
  std::size_t first = 0;  // of those that share a place
  for (std::size_t k = 1; k < order.size(); ++k) {
    const bool same = same_mean(*points[order[first]].mean, *points[order[k]].mean);
    if (!same) first = k;
    place[order[k]] = place[order[k - 1]] + (same ? 0 : 1);
  }
  return place;
}

bool within_one_error(const MetricSummary& point, const MetricSummary& best) {
  const double behind = larger_is_better(best.metric) ? *best.mean - *point.mean : *point.mean - *best.mean;
  return behind <= best.error.value_or(0) + rounding_of(*best.mean, *point.mean);
}

std::optional<SelectionRule> rule_of(std::string_view name) {
  if (name == "1se") return SelectionRule::one_se;
  for (const SelectionRule rule : {SelectionRule::best, SelectionRule::one_se}) {
    if (name_of(rule) == name) return rule;
  }
  return std::nullopt;
}

}  // namespace halfspace
