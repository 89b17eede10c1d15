// Values as places in a table of the distinct ones, and as short decimals: what a cache stores where it takes less.
#pragma once

#include <bit>
#include <cmath>
#include <cstdint>
#include <optional>
#include <vector>

#include "base/number.hpp"

namespace halfspace {

/// The distinct values by their bits, in order of appearance, as long as they are few.
class ValueCodes {
 public:
  static constexpr std::size_t most = std::size_t{1} << 16U;

  ValueCodes() : slots_(std::size_t{1} << slot_bits, empty) {}

  /// The place of a value; nothing where the table is full.
  std::optional<std::uint16_t> place(double value) {
    const auto bits = std::bit_cast<std::uint64_t>(value);
    std::size_t at = bits * 0x9E3779B97F4A7C15U >> (64U - slot_bits);
    for (; slots_[at] != empty; at = (at + 1) % slots_.size()) {
      if (std::bit_cast<std::uint64_t>(table_[slots_[at]]) == bits) return static_cast<std::uint16_t>(slots_[at]);
    }
    if (table_.size() == most) return std::nullopt;
    slots_[at] = static_cast<std::uint32_t>(table_.size());
    table_.push_back(value);
    return static_cast<std::uint16_t>(table_.size() - 1);
  }

  const std::vector<double>& table() const { return table_; }

 private:
  static constexpr unsigned slot_bits = 17;  // half of the slots stay empty
  static constexpr std::uint32_t empty = ~std::uint32_t{0};
  std::vector<std::uint32_t> slots_;
  std::vector<double> table_;
};

/// m / 10^e with -2^27 <= m < 2^27 and e <= 15 in four bytes, m above: what the division rounds to is the double nearest to that
/// decimal, since m and 10^e are doubles.
struct ShortDecimal {
  static constexpr int most_places = 15;

  static double value(std::uint32_t stored) {
    return static_cast<double>(static_cast<std::int32_t>(stored) >> 4) / powers_of_ten[stored & 15U];
  }

  /// The one with the fewest places that is this double bit for bit; nothing where there is none.
  static std::optional<std::uint32_t> of(double v) {
    if (!(std::fabs(v) < 0x1p27) || (v == 0 && std::signbit(v))) return std::nullopt;
    for (int e = 0; e <= most_places; ++e) {
      const double m = std::nearbyint(v * powers_of_ten[static_cast<std::size_t>(e)]);
      if (std::fabs(m) >= 0x1p27) return std::nullopt;
      const auto stored =
          static_cast<std::uint32_t>(static_cast<std::int32_t>(m)) << 4U | static_cast<std::uint32_t>(e);
      if (value(stored) == v) return stored;
    }
    return std::nullopt;
  }
};

}  // namespace halfspace
