// Whole numbers of any size as doubles, for filters before exact arithmetic.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "exact/rational.hpp"

namespace halfspace {

struct RoundedIntegers {
  std::vector<double> values;  // each right to within 2^-52
  std::int64_t exponent = 0;   // number = value 2^exponent
};

/// The largest is below 1 in size; what is below 2^-2000 of it may vanish.
RoundedIntegers rounded(std::span<const Integer> numbers);

}  // namespace halfspace
