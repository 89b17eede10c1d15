// The optimal multipliers of small support vector machines by trying every way to share the rows out, in fractions.
#pragma once

#include <functional>
#include <optional>
#include <vector>

#include "certify/exact_linear.hpp"

namespace halfspace::reference {

/// min 1/2 α'Qα + p'α, 0 <= α <= cap, Σ_{group g} y α = kept[g]; rows of group -1 are in no sum.
struct SmallProgram {
  Rows Q;
  Vector p;
  std::vector<std::optional<mpq_class>> cap;
  std::vector<int> y;
  std::vector<int> group;
  Vector kept;
};

/// The corners of the set of optima: one where the optimum is unique, none where there is no optimum.
std::vector<Vector> optimal_corners(const SmallProgram& program);

}  // namespace halfspace::reference
