// The one number parser. Decimals only: optional sign, digits with at most one '.', optional exponent.
// Short decimals take the exact fast path of Clinger (1990): mantissa < 2^53 and |exponent| <= 22 need one rounding.
// Everything else goes to fast_float (Lemire 2021), correctly rounded; underflow gives 0 or a denormal, overflow is an
// error.
#pragma once

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <span>
#include <string>
#include <string_view>

#include "halfspace/result.hpp"

namespace halfspace {

/// A parsed decimal. `decimals` is the number of digits after the point once written without an exponent;
/// `exact` says that the text has at most 15 significant digits, so that the double stands for that decimal alone.
struct Number {
  double value = 0;
  int decimals = 0;
  bool exact = true;
};

inline constexpr std::array<double, 23> powers_of_ten = {1e0,  1e1,  1e2,  1e3,  1e4,  1e5,  1e6,  1e7,
                                                         1e8,  1e9,  1e10, 1e11, 1e12, 1e13, 1e14, 1e15,
                                                         1e16, 1e17, 1e18, 1e19, 1e20, 1e21, 1e22};

/// parse_number() for any length.
bool parse_number_slow(const char* first, const char* last, Number& out);

/// Digits after the point of the shortest decimal that reads as this double; -1 where it has more than 15 digits in
/// all.
int decimals_of(double v);

/// Do these doubles read as decimals of at most 15 digits, none of them beyond the 15th place?
bool print_exactly(std::span<const double> values);

/// What is wrong with a text that parse_number refused: "infinity", "hexadecimal", "decimal comma", ... with advice.
std::string number_problem(std::string_view text);

/// Reads the digits at p into `value` (value * 10^count + digits, modulo 2^64) and returns the first place behind them.
/// Eight characters at a time: which are digits, moved to the top of the word, then summed pairwise (Lemire 2022,
/// "Number parsing at a gigabyte per second", section 3); a branch a number instead of one a digit.
inline const char* scan_digits(const char* p, const char* last, std::uint64_t& value) {
  static constexpr std::array<std::uint64_t, 9> shift = {1, 10, 100, 1000, 10000, 100000, 1000000, 10000000, 100000000};
  while (last - p >= 8) {
    std::uint64_t t = 0;
    std::memcpy(&t, p, 8);
    t ^= 0x3030303030303030U;                                                            // digits become 0..9
    const std::uint64_t others = ((t + 0x7676767676767676U) | t) & 0x8080808080808080U;  // exact up to the first one
    const auto count = static_cast<unsigned>(std::countr_zero(others)) / 8;
    if (count == 0) return p;
    t <<= 64 - 8 * count;
    t = t * 10 + (t >> 8U);
    t = ((t & 0x000000FF000000FFU) * 0x000F424000000064U + ((t >> 16U) & 0x000000FF000000FFU) * 0x0000271000000001U) >>
        32U;
    value = value * shift[count] + t;
    p += count;
    if (count < 8) return p;
  }
  for (; p != last && static_cast<unsigned char>(*p - '0') < 10; ++p)
    value = value * 10 + static_cast<std::uint64_t>(*p - '0');
  return p;
}

/// Reads a plain short decimal ([+-]digits[.digits], at most 15 digits) at p and returns the first place behind it;
/// nullptr when there is none: more digits, an exponent, or no number at all.
inline const char* scan_short_number(const char* p, const char* last, Number& out) {
  const bool negative = p != last && *p == '-';
  if (p != last && (*p == '-' || *p == '+')) ++p;
  std::uint64_t mantissa = 0;
  const char* digits = p;
  p = scan_digits(p, last, mantissa);
  auto count = p - digits;
  std::ptrdiff_t decimals = 0;
  if (p != last && *p == '.') {
    const char* fraction = ++p;
    p = scan_digits(p, last, mantissa);
    decimals = p - fraction;
    count += decimals;
  }
  if (count == 0 || count > 15 || (p != last && (*p | 0x20) == 'e')) return nullptr;
  const double value = static_cast<double>(mantissa) / powers_of_ten[static_cast<std::size_t>(decimals)];
  out = {negative ? -value : value, static_cast<int>(decimals), true};
  return p;
}

/// Reads all of [first, last). False when it is not a finite decimal: ask number_problem() why.
inline bool parse_number(const char* first, const char* last, Number& out) {
  return scan_short_number(first, last, out) == last || parse_number_slow(first, last, out);
}

inline bool parse_number(std::string_view text, Number& out) {
  return parse_number(text.data(), text.data() + text.size(), out);
}

/// The text as a finite double, or an Error at `where` (code usage).
Result<double> option_number(std::string_view text, const std::string& where);

/// The text as a whole number in [0, 2^63), or an Error at `where` (code usage).
Result<std::uint64_t> option_count(std::string_view text, const std::string& where);

}  // namespace halfspace
