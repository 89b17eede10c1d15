// Cross-validation of a path: the metric of each point on the rows that its model has not seen.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "train/path_fit.hpp"

namespace halfspace {

/// Rows of one fold of one repeat, held out.
struct HeldOut {
  std::vector<std::uint64_t> train;
  std::vector<std::uint64_t> test;
};

/// folds x repeats of them, fold after fold. Error (usage): a class with fewer rows than folds.
Result<std::vector<HeldOut>> held_out_rows(const Targets& targets, const PathRequest& request,
                                           const std::string& source, std::uint64_t seed);

/// The metric of each point on the rows held out; fewer where the run was ended.
Result<std::vector<double>> measured_points(const Dataset& data, const Targets& targets, const HeldOut& rows,
                                            const PathRequest& request, const std::vector<double>& lambdas,
                                            const PathObserver& observer);

struct FoldsMean {
  double mean = 0;
  double error = 0;  // standard error
};

/// Of one point; `value` holds `folds` numbers a repeat.
FoldsMean mean_of_folds(std::span<const double> value, unsigned folds);

/// The index of the best mean, and of the first (the largest lambda) within one standard error of it.
struct PathChoice {
  std::size_t best = 0;
  std::size_t one_se = 0;
};
PathChoice choose_point(std::span<const FoldsMean> points, bool higher);

}  // namespace halfspace
