// Digits after the point of the shortest decimal that reads back as a double.
#pragma once

#include <cmath>
#include <cstddef>

#include "base/number.hpp"
#include "base/text.hpp"
#include "data/dataset.hpp"

namespace halfspace::api {

/// Notes one value in data.decimals and data.short_decimals. A decimal of at most 15 digits is the only such one near
/// its double, so m 10^-k with |m| < 10^15 that equals v is v's decimal.
inline void note_decimals(Dataset& data, double v) {
  constexpr int tried = 6;
  constexpr double least_long = 1e15;
  for (int k = 0; k <= tried; ++k) {
    const double unit = powers_of_ten[static_cast<std::size_t>(k)];
    const double m = std::nearbyint(v * unit);
    if (!(std::fabs(m) < least_long)) break;
    if (m / unit != v) continue;
    if (k > data.decimals) data.decimals = k;
    return;
  }
  Number n;
  if (!parse_number(number_text(v), n)) return;
  if (n.decimals > data.decimals) data.decimals = n.decimals;
  data.short_decimals = data.short_decimals && n.exact;
}

}  // namespace halfspace::api
