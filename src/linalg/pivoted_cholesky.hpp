// K = L L' on some rows of a positive semidefinite matrix, each time the row whose diagonal has most left, up to the
// rank that doubles can tell. Higham 1990; Golub and Van Loan 2013, section 4.2.8.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "base/stop.hpp"

namespace halfspace {

struct PivotedCholesky {
  std::vector<std::uint32_t> order;  // of the rows kept, in the order of their pivots
  std::vector<double> L;             // of those, order.size() x order.size() by rows
};

/// `K` holds size x size numbers, size at least 1. Asks `stop` and throws Stopped.
PivotedCholesky pivoted_cholesky(const std::vector<double>& K, std::size_t size, const StopToken& stop = {});

}  // namespace halfspace
