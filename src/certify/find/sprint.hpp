// A sprint: on rows with very many columns a few passes of dual coordinate descent for the hard margin often find a
// separator, long before the nearest point of the hull.
#pragma once

#include <optional>
#include <vector>

#include "certify/find/decide.hpp"

namespace halfspace {

struct Sprint {
  std::vector<double> w;         // the bias last
  std::vector<Multiplier> hull;  // λ, about as w = Σ λ z: what a margin cannot exceed
};

/// Nothing when 100 passes had no clean one, or mistakes stayed.
std::optional<Sprint> sprint(const SignedRows& z, const DecideOptions& options);

}  // namespace halfspace
