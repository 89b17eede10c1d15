// Systems of a lower triangle L whose row i begins at row(i). They count their work at `pace` and may throw Stopped.
#pragma once

#include <cstddef>

#include "base/stop.hpp"
#include "simd/ops.hpp"

namespace halfspace {

/// L x = r for the first `size` unknowns; r becomes x.
template <class Row>
void solve_lower(Row row, std::size_t size, double* r, Pace& pace) {
  for (std::size_t i = 0; i < size; ++i) {
    pace.check(i + 1);
    r[i] = (r[i] - dot(row(i), i, r)) / row(i)[i];
  }
}

/// L' x = r; r becomes x.
template <class Row>
void solve_lower_transposed(Row row, std::size_t size, double* r, Pace& pace) {
  for (std::size_t i = size; i-- > 0;) {
    pace.check(i + 1);
    r[i] /= row(i)[i];
    axpy(-r[i], row(i), i, r);
  }
}

}  // namespace halfspace
