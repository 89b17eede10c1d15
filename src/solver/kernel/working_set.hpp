// Which rows the next step moves: the working set selection of sequential minimal optimisation, with second order
// information (Fan, Chen, Lin 2005, WSS 2) among the rows whose kernel rows are at hand (smo.hpp).
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "simd/vector_ops.hpp"
#include "solver/kernel/smo_kernel.hpp"
#include "solver/kernel/smo_rows.hpp"

namespace halfspace {

struct WorkingPair {
  static constexpr std::size_t none = static_cast<std::size_t>(-1);
  std::size_t i = none;
  std::size_t j = none;  // none: i alone
  double gain = 0;
  double curvature = 1;
  double difference = 0;  // of u
};

/// The rows that violate the optimality conditions most, without those that are `left_out` (by place), so many on either
/// side of the level of each group.
template <class T>
std::vector<std::uint32_t> worst_violators(const SmoRows<T>& rows, std::span<const std::uint8_t> left_out,
                                           std::size_t each_side);

/// The step that the pair allows; what the dual objective gains.
template <class T>
double take_step(SmoRows<T>& rows, SmoKernel<T>& kernel, const WorkingPair& pair);

template <class T>
class WorkingSetSelection {
 public:
  WorkingSetSelection(SmoRows<T>& rows, SmoKernel<T>& kernel) : rows_(rows), kernel_(kernel), ops_(vector_ops<T>()) {}

  /// The pair that gains most, or no i where none can.
  WorkingPair next();

  /// Some k(u,u) + k(v,v) - 2 k(u,v) was negative by more than rounding.
  bool concave() const { return concave_; }

 private:
  WorkingPair best_pair(SmoRange r);
  WorkingPair best_single();
  void fetch();
  double curvature(T of_pair);

  SmoRows<T>& rows_;
  SmoKernel<T>& kernel_;
  const VectorOps<T>& ops_;
  bool concave_ = false;
};

}  // namespace halfspace
