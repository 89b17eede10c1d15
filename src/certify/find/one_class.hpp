// Rows of one class, with a bias: w = 0 and b = y, so that w.z = 1 in each.
#pragma once

#include <optional>

#include "certify/find/decide.hpp"

namespace halfspace {

/// The decision where there is a bias and the rows asked about are all of one class; else nothing.
std::optional<Result<Decision>> decide_one_class(const SignedRows& z, const DecideOptions& options);

}  // namespace halfspace
