// The few rows that carry a margin, and with them the margin exactly.
#pragma once

#include <cstdint>
#include <vector>

#include "certify/find/margin.hpp"

namespace halfspace {

/// Which sum of multipliers a row belongs to: of class +1 and of class -1 in the geometric case; else all are one side.
inline std::size_t margin_side(const SignedRows& z, MarginKind kind, std::uint64_t row) {
  return kind == MarginKind::geometric && z.sign(row) < 0 ? 1 : 0;
}

/// From the rows that doubles found (in order): true where they led to those that carry it, and `out` is the margin of
/// its kind; false where they are too many or the run is stopped.
Result<bool> settle_margin(const SignedRows& z, std::vector<std::uint64_t> support, const DecideOptions& options,
                           Margin& out);

}  // namespace halfspace
