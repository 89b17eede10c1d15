// What an answer says of one task's point under L1 or an elastic net: its objective, a dual point, and how far they are apart.
//
//   P(v) = C Σ c_i loss(m_i) + Σ_j (l1 |v_j| + l2/2 v_j^2)        D(α) = -C Σ c_i loss*(-a_i) - Σ_j max(0, |q_j| - l1)^2/(2 l2)
//   q = C Σ c_i a_i y_i x̄_i,  a_i = -loss'(m_i) at first;  without l2 every |q_j| <= l1
//
// Slopes of both classes come apart, so a dual point may shrink either: with a free bias α of the heavier class, until
// Σ α_i y_i = 0; then all by θ until |q_j| <= l1 (as solver/linear/primal/feasible_dual.hpp has it). Its conjugates are
//
//   -Σ c loss*(-θ a) = θ A - θ^2 ridge/2 Σ c a^2   of losses with a ridge,     >= -θ Σ c loss*(-a)   of all: loss*(0) = 0
//
// The dual point is that of the slopes as they are; what rounding leaves unknown of q is a radius about each q_j.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "driver/shard_facts.hpp"
#include "solver/linear/options.hpp"

namespace halfspace {

struct KinkedValues {
  double loss = 0;               // Σ c_i loss(m_i)
  double primal = 0;             // P
  double rounding = 0;           // how much the true P may be above `primal`, at most
  double dual = 0;               // at most D of a dual point, whatever was rounded
  std::vector<double> gradient;  // of P without l1
  std::vector<double> reach;     // at least |q_j| of that dual point; empty: there is none but 0
};

/// As values_of (task_values.hpp), of a task with `fine` sums. `gone` has 1 for each column that is 0 at the optimum: its q_j is free.
KinkedValues kinked_values_of(const ShardFacts& facts, const LinearOptions& options, std::span<const double> v,
                              std::span<const std::uint8_t> gone, double loss_reach, std::span<const double> sum,
                              std::span<const ExactSum> exact);

/// Of coefficient j of a point: none of a free bias.
Penalty penalty_at(const ShardFacts& facts, const LinearOptions& options, std::size_t j);

}  // namespace halfspace
