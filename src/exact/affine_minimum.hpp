// The point of smallest norm in an affine hull, or the shortest difference of points of two of them, exactly:
//
//   min |v|^2   v = Σ λ_k z_k,   Σ λ_k = 1 over the points of each group
//
// with levels τ_g, v.z_k = τ_g for the points of group g. With G = (z_k.z_l) the conditions are G λ = E τ, E^T λ = 1.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "base/stop.hpp"
#include "exact/modular.hpp"

namespace halfspace {

struct AffineMinimum {
  std::vector<Integer> lambda;  // of each point, and
  std::vector<Integer> level;   // of each group, over
  Integer denominator;          // > 0
};

/// Points of coordinates below `dims`, each of group 0 or 1; `groups` of them. Nothing when the points of a group are
/// affinely dependent, or all are in a way that leaves λ open.
std::optional<AffineMinimum> affine_minimum(std::span<const IntegerVector> points, std::span<const std::uint8_t> group,
                                            std::size_t groups, std::size_t dims, const StopToken& stop = {});

}  // namespace halfspace
