// Which rows join F, once the conditions hold on F (active_box.hpp).
#pragma once

#include <cstdint>
#include <vector>

#include "solver/kernel/free_rows.hpp"
#include "solver/kernel/wide_multipliers.hpp"

namespace halfspace {

/// The row that violates its condition most, or two of a group that has none in F; none where that is rounding. A group
/// without a level gets the middle of what its rows allow.
std::vector<std::uint32_t> entering_rows(const WideMultipliers& x, const OfGroups<bool>& has_level,
                                         OfGroups<long double>& level);

}  // namespace halfspace
