// A metric over folds, and the choice of one of several points (of a path, of a search) by it.
//
//   mean             sum v_i / m                  over the m values that exist
//   standard error   s / sqrt(m / R),             s^2 = sum (v_i - mean)^2 / (m - 1)
//   best             the best mean; means that differ by 1e-12 of their size or less are equal, and of equal ones the
//                    simplest point is the best
//   one-se           the simplest point whose mean is within one standard error (that of the best) of the best mean
//                    (Breiman et al. 1984); what is simpler says the path or the search
//
// R repeats in which the metric exists, so m / R folds of a repeat: all K where it exists in every fold. Repeats hold the
// same rows out again: they steady the mean but do not shrink the error. The folds share training rows, so that the
// error is a guide and no more (Bengio, Grandvalet 2004).
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include "select/metric.hpp"

namespace halfspace {

struct MetricSummary {
  Metric metric = Metric::accuracy;
  std::uint64_t folds = 0;  // in which it exists
  std::optional<double> mean;
  std::optional<double> error;  // from two folds up
};

/// Of the values of every fold of every repeat; `folds` is K.
MetricSummary summary_of(std::span<const std::optional<double>> values, Metric metric, std::uint64_t folds);

/// Are two means equal but for rounding: |a - b| <= 1e-12 max(|a|, |b|)?
bool same_mean(double a, double b);

/// The place of each mean among them: 0 for the best and those that equal it but for rounding, 1 for those that equal
/// the best of the others, and so on. All have one.
std::vector<std::size_t> places_of_means(std::span<const MetricSummary> points);

/// Is the mean of `point`, but for rounding, within one standard error of `best` of its mean? Both have one.
bool within_one_error(const MetricSummary& point, const MetricSummary& best);

template <>
struct Names<SelectionRule> {
  static constexpr std::array<std::string_view, 2> list = {"best", "one-se"};
};

/// The rule of this name, or of its other name: 1se is one-se.
std::optional<SelectionRule> rule_of(std::string_view name);

}  // namespace halfspace
