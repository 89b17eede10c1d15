// Z' D Z without the rows that have next to no curvature: far from the optimum most rows are decided, and D hardly
// changes without them.
#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "solver/linear/design.hpp"

namespace halfspace {

/// The lower triangle H = Z' D Z over all columns, where the least D_i, which together are at most a hundredth of all, are
/// made 0 first; but rows with an entry in a column that would lose more than the other rows and the penalty give it stay.
/// False, and nothing done, where there are few such rows and they are cheap (less than half of all, and than 10 passes).
bool gram_without_flat_rows(const Design& z, std::vector<double>& D, std::span<double> H);

}  // namespace halfspace
