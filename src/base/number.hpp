// The one number parser. Decimals only: optional sign, digits with at most one '.', optional exponent.
// Short decimals take the exact fast path of Clinger (1990): mantissa < 2^53 and |exponent| <= 22 need one rounding.
// Everything else goes to fast_float (Lemire 2021), correctly rounded; underflow gives 0 or a denormal, overflow is an error.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
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

/// What is wrong with a text that parse_number refused: "infinity", "hexadecimal", "decimal comma", ... with advice.
std::string number_problem(std::string_view text);

/// Reads a plain short decimal ([+-]digits[.digits], at most 15 digits) at p and returns the first place behind it;
/// nullptr when there is none: more digits, an exponent, or no number at all.
inline const char* scan_short_number(const char* p, const char* last, Number& out) {
  const bool negative = p != last && *p == '-';
  if (p != last && (*p == '-' || *p == '+')) ++p;
  std::uint64_t mantissa = 0;
  const char* digits = p;
  for (; p != last && static_cast<unsigned char>(*p - '0') < 10; ++p) {
    mantissa = mantissa * 10 + static_cast<std::uint64_t>(*p - '0');
  }
  auto count = p - digits;
  std::ptrdiff_t decimals = 0;
  if (p != last && *p == '.') {
    const char* fraction = ++p;
    for (; p != last && static_cast<unsigned char>(*p - '0') < 10; ++p) {
      mantissa = mantissa * 10 + static_cast<std::uint64_t>(*p - '0');
    }
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
