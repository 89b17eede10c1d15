// The conjugate l*(u) = sup_m (u m - l(m)) of a loss of the margin. Every loss falls or stays, so u <= 0.
#pragma once

#include <limits>

namespace halfspace {

/// l*(u) where no m has slope u or nearly u.
inline constexpr double not_a_slope = std::numeric_limits<double>::infinity();

}  // namespace halfspace
