// Cross-validation of a path: the metric of each point on the rows that its model has not seen.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "select/folds.hpp"
#include "select/path_fit.hpp"
#include "select/summary.hpp"

namespace halfspace {

/// The metric of each point; nothing where it does not exist.
using FoldValues = std::vector<std::optional<double>>;

struct MeasuredPoints {
  FoldValues values;
  std::uint64_t unseen_rows = 0;  // held out, with a level that the others lack
};

/// Of the rows of one fold, learned without them; fewer points where the run was ended.
Result<MeasuredPoints> measured_points(const Dataset& data, const Targets& targets, const Folds& folds,
                                       std::uint64_t repeat, std::uint64_t fold, const PathRequest& request,
                                       const std::vector<double>& lambdas, const PathObserver& observer);

/// Points from the largest lambda down: the index of the best mean, of equals (but for rounding) the first, and of the
/// first within one standard error of it. A metric that does not exist in all `fits` of a point leaves that point out.
struct PathChoice {
  std::optional<std::size_t> best;
  std::optional<std::size_t> one_se;
};
PathChoice choose_point(std::span<const MetricSummary> points, std::uint64_t fits);

}  // namespace halfspace
