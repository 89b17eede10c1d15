// Weights of few digits: exact products with them are quick, and certificates short.
#pragma once

#include <span>
#include <vector>

#include "exact/rational.hpp"

namespace halfspace {

/// w to so many significant digits, as whole numbers with one common factor.
std::vector<Integer> shortened(std::span<const double> w, int digits);

}  // namespace halfspace
