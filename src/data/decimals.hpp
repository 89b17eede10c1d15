// Digits after the point of the decimals that the doubles of a data set stand for (decimal_text()).
#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <span>

#include "base/number.hpp"
#include "base/number_kinds.hpp"
#include "base/text.hpp"
#include "data/dataset.hpp"

namespace halfspace {

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
inline int decimals_at_most(double v) {
  constexpr double log10_of_2 = 0.30102999566398119;
  return 17 - static_cast<int>(std::floor(std::ilogb(v) * log10_of_2));
}

/// Notes one value in .decimals and .short_decimals.
template <class Facts>
void note_decimals(Facts& data, double v) {
  constexpr int tried = 6;
  if (v == 0) return;
  if (!data.short_decimals && decimals_at_most(v) <= data.decimals) return;  // it changes nothing
  constexpr auto most_power = static_cast<int>(powers_of_ten.size()) - 1;
  if (has_decimals(v, std::min(data.decimals, most_power))) return;
  for (int k = data.decimals + 1; data.short_decimals && k <= tried; ++k) {
    if (!has_decimals(v, k)) continue;
    data.decimals = k;
    return;
  }
  Number n;
  if (!parse_number(decimal_text(v), n)) return;
  if (n.decimals > data.decimals) data.decimals = n.decimals;
  data.short_decimals = data.short_decimals && n.exact;
}

/// Of finite numbers; `decimals` asks of 0 < |v| < `below` whether so many digits do.
NumberKinds kinds_of(std::span<const double> v, double below, int decimals);
NumberKinds kinds_of(std::span<const float> v, double below, int decimals);

/// Sets data.decimals and .short_decimals of the values as they are now: what was computed stands for the shortest decimals
/// of its doubles. A column of texts holds codes, and NaN is a missing cell: they count for nothing.
void find_decimals(Dataset& data, unsigned threads);

}  // namespace halfspace
