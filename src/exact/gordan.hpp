// Gordan's alternative (1873), decided exactly: either λ >= 0, λ != 0, Σ λ_i z_i = 0, or w with w.z_i > 0 for all i.
// The first phase of the simplex method on  Σ λ_i z_i = 0, Σ λ_i = 1, λ >= 0  with Bland's rule (1977), which never
// cycles, and whole numbers throughout: every entry is a minor of the data (Edmonds 1967), divided exactly. Meant for
// the few rows that floating-point arithmetic could not settle.
#pragma once

#include <span>
#include <variant>
#include <vector>

#include "base/stop.hpp"
#include "exact/modular.hpp"

namespace halfspace {

struct GordanWitness {
  std::vector<Integer> multipliers;  // one a vector
};
struct GordanSeparator {
  std::vector<Integer> w;
};
struct GordanStopped {};

/// `stop` is asked before each pivot, and within pivots, where it throws Stopped.
std::variant<GordanWitness, GordanSeparator, GordanStopped> gordan(std::span<const IntegerVector> z, std::size_t dims,
                                                                   const StopToken& stop = {});

}  // namespace halfspace
