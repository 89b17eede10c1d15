// The points of a path on some rows: features, scaling, class weights and lambdas as those rows say.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "feature/learner_rows.hpp"
#include "select/path_request.hpp"
#include "solver/linear/path/path.hpp"
#include "train/targets.hpp"

namespace halfspace {

struct PathFit {
  LearnerRows rows;
  std::vector<double> weight;  // c_i
  double n = 0;                // row weights summed
  NullModel null;
  std::vector<double> costs;
  std::vector<PathPoint> points;
};

/// The values of C: those of the request, or of `lambdas`, or the grid of the null model. `n`: row weights summed. Error
/// (bad_data): a grid without a first point.
Result<std::vector<double>> path_costs(const PathRequest& request, const std::vector<double>& lambdas, double n,
                                       const NullModel& null, std::uint64_t rows, std::uint64_t columns);

/// All but the points themselves.
Result<PathFit> path_ground(const Dataset& data, const Targets& targets, const PathRequest& request,
                            const std::vector<double>& lambdas, const StopToken& stop);

/// `lambdas` are the points, or request.costs; where both are empty the grid. `data` must outlive the fit.
Result<PathFit> fit_path(const Dataset& data, const Targets& targets, const PathRequest& request,
                         const std::vector<double>& lambdas, const PathObserver& observer);

}  // namespace halfspace
