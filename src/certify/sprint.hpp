// A perceptron's sprint: on rows with very many columns a separator is often found in a few passes, long before the
// nearest point of the hull.
#pragma once

#include <optional>
#include <vector>

#include "certify/decide.hpp"

namespace halfspace {

/// Weights of a clean pass, the bias last; nothing when 100 passes had none.
std::optional<std::vector<double>> sprint(const SignedRows& z, const DecideOptions& options);

}  // namespace halfspace
