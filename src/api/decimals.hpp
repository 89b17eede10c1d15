// Digits after the point of the shortest decimal that reads back as a double.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>

#include "base/number.hpp"
#include "base/text.hpp"
#include "data/dataset.hpp"

namespace halfspace::api {

/// Is v the double of m 10^-k with |m| < 10^15? A decimal of at most 15 digits is the only such one near its double, so
/// it is then v's decimal.
inline bool has_decimals(double v, int k) {
  constexpr double least_long = 1e15;
  const double unit = powers_of_ten[static_cast<std::size_t>(k)];
  const double m = std::nearbyint(v * unit);
  return std::fabs(m) < least_long && m / unit == v;
}

/// At least the digits after the point of v: the shortest decimal has at most 17 digits, the first of them at
/// 10^floor(log10 |v|), and |v| >= 2^e. v is not 0.
inline int most_decimals(double v) {
  constexpr double log10_of_2 = 0.30102999566398119;
  return 17 - static_cast<int>(std::floor(std::ilogb(v) * log10_of_2));
}

/// Notes one value in data.decimals and data.short_decimals.
inline void note_decimals(Dataset& data, double v) {
  constexpr int tried = 6;
  if (v == 0) return;
  if (!data.short_decimals && most_decimals(v) <= data.decimals) return;  // it changes nothing
  constexpr auto most_power = static_cast<int>(powers_of_ten.size()) - 1;
  if (has_decimals(v, std::min(data.decimals, most_power))) return;
  for (int k = data.decimals + 1; data.short_decimals && k <= tried; ++k) {
    if (!has_decimals(v, k)) continue;
    data.decimals = k;
    return;
  }
  Number n;
  if (!parse_number(number_text(v), n)) return;
  if (n.decimals > data.decimals) data.decimals = n.decimals;
  data.short_decimals = data.short_decimals && n.exact;
}

}  // namespace halfspace::api
