// What an answer says of one task's point: its objective, a dual point, and how far they are apart.
//
//   P(v) = C Σ c_i loss(m_i) + |v|^2/2      D(α) = -C Σ c_i loss*(-a_i) - |u|^2/2,  u = C Σ c_i a_i y_i x̄_i,  a_i = -loss'(m_i)
//
// The bias is not in |v|^2 unless it is augmented; then u_d must vanish. It does so only at the optimum, so α of the class
// that has more is multiplied by θ = 1 - |u_d|/(C Σ c_i a_i of it), which lowers D by at most
// (1 - θ) (-C Σ c_i loss*(-a_i) of it) + |u_d| R |u| + (|u_d| R)^2/2, since loss*(0) = 0, loss* is convex, and |x_i| <= R; or D
// loses |u_d| times a bound on the optimal bias. The smaller loss counts.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "driver/shard_facts.hpp"
#include "solver/linear/options.hpp"

namespace halfspace {

struct TaskValues {
  double loss = 0;               // Σ c_i loss(m_i)
  double primal = 0;             // P, of the loss itself
  double smooth = 0;             // of the loss rounded off
  double dual = 0;               // at most D, whatever was rounded
  double ridge = 0;              // what rounding off takes from D
  double rounding = 0;           // how much the true P may be above `primal`, at most
  std::vector<double> gradient;  // of `smooth`
};

/// `v` is the point, `loss_reach` that of the task (question.hpp) without rounding, `sum` begins with Σ c_i loss'(m_i) y_i x̄_i, `exact` are the slots of its task, `positive` its class.
TaskValues values_of(const ShardFacts& facts, const LinearOptions& options, std::uint32_t positive,
                     std::span<const double> v, double loss_reach, std::span<const double> sum,
                     std::span<const ExactSum> exact);

/// loss'(m)^2 is at most so many times loss(m); infinity: there is no such bound.
double most_squared_slope(LossKind loss);

/// Σ c_i loss(0), rounded up.
double loss_at_zero(const ShardFacts& facts, LossKind loss);

/// The largest slope that a row can have at v.
double most_slope(const ShardFacts& facts, LossKind loss, std::span<const double> v);

}  // namespace halfspace
