// A path of penalised linear models, from the heaviest penalty to the lightest:
//
//   v_k = argmin over v   C_k Σ c_i loss(z_i.v) + Ω(v),   λ_k = 1 / (n C_k),  n = Σ c_i,   C_1 < C_2 < ...
//
// Each point starts from the one before, or where the points before it lead, and ends in a proof of its own. Beyond
// dense systems a smooth path is a curve through its last points (path_curve.hpp): where it leads is proven first. The null model has w = 0; the largest λ of a path is where it stops being the optimum. Friedman, Hastie,
// Tibshirani 2010 (glmnet); Ndiaye, Fercoq, Gramfort, Salmon 2017 for the columns left out (cd.cpp).
#pragma once

#include <cstddef>
#include <functional>
#include <span>
#include <vector>

#include "base/stop.hpp"
#include "solver/linear/linear.hpp"

namespace halfspace {

/// The model without features: the best bias alone (--bias none: 0).
struct NullModel {
  double weight = 0;        // n = Σ c_i
  double bias = 0;          // of a free bias; else 0
  double loss = 0;          // Σ c_i loss with the best bias alone, penalised or not; without a bias with 0
  double steepest = 0;      // max_j |Σ c_i loss'(m_i) z_ij| over the penalised columns
  double largest_cost = 0;  // all weights are 0 at the optimum for C up to this (L1, elastic net)
};

/// `options.C` is not looked at. For L2, whose weights are never 0, `largest_cost` is that of an elastic net with
/// ρ = 0.001, as glmnet has it.
Result<NullModel> null_model(const LinearProblem& problem, const LinearOptions& options);

/// C up to which all weights are 0 (L1, elastic net), of the null model's steepest slope.
double largest_null_cost(double steepest, const LinearOptions& options);

/// Error (usage): a C that is no finite number above 0.
Result<void> check_path_costs(std::span<const double> costs);

/// From C_max of the null model: `points` values of C, each a constant factor above the one before, the last 1 / ratio
/// times the first.
std::vector<double> cost_grid(double first, std::size_t points, double ratio);

struct PathPoint {
  double C = 0;
  LinearResult result;         // without α
  double loss = 0;             // Σ c_i loss
  std::size_t nonzero = 0;     // weights that are not 0
  std::vector<char> screened;  // columns proven to be 0 before the end (L1, elastic net)
};

struct PathObserver {
  std::function<void(std::size_t point, const LinearProgress&)> round;
  std::function<void(PathPoint&)> point = {};  // each one done, at once
  StopToken stop = {};                         // asked inside rounds too
};

/// Points for the values of `costs`, ascending. A halt ends the path: the point under work is left out. Errors: those
/// of train_linear(), and a loss or penalty without a path.
Result<std::vector<PathPoint>> train_path(const LinearProblem& problem, const LinearOptions& options,
                                          std::span<const double> costs, const PathObserver& observer);

/// Is there a path for these choices? Error (usage): a penalty or a solver that has none.
Result<void> check_path_options(const LinearOptions& options);

}  // namespace halfspace
