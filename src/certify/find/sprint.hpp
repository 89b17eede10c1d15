// A perceptron's sprint: on rows with very many columns a separator is often found in a few passes, long before the
// nearest point of the hull.
#pragma once

#include <optional>
#include <vector>

#include "certify/find/decide.hpp"

namespace halfspace {

struct Sprint {
  std::vector<double> w;            // of a clean pass, the bias last
  std::vector<Multiplier> updates;  // how often each row moved them: w = Σ λ z
};

/// Nothing when 100 passes had no clean one.
std::optional<Sprint> sprint(const SignedRows& z, const DecideOptions& options);

}  // namespace halfspace
