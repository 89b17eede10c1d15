#pragma once

#include <cstddef>

namespace halfspace {

/// What some numbers are, all of them.
struct NumberKinds {
  std::size_t nonzeros = 0;
  bool floats = true;          // each equals its float
  bool negative_zero = false;  // one is -0
  bool decimals = true;        // each below the asked size is m / unit for a whole |m| < 10^15
};

}  // namespace halfspace
