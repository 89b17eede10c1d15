// Whole numbers and fractions without rounding (GMP), and the texts that stand for them. A decimal means what it says:
// 0.1 is 1/10. Limits keep short texts from standing for huge numbers: 1e-999999999 would fill the memory.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <type_traits>

#include <gmpxx.h>

#include "halfspace/result.hpp"

namespace halfspace {

using Integer = mpz_class;
using Rational = mpq_class;

// GMP speaks of machine words as `long`, and cuts off what is longer without a word (get_si(), mpz_fdiv_ui()). Where that has
// 32 bits GMP must be built with long long in its place (wasm/gmp.sh); the code here says std::int64_t.
static_assert(std::is_same_v<decltype(Integer().get_si()), std::int64_t> && sizeof(mp_limb_t) == 8);

/// Of a nonzero decimal: digits from the first to the last nonzero one, and the power of ten of the first one.
inline constexpr std::size_t most_decimal_digits = 800;
inline constexpr std::int64_t most_decimal_exponent = 400;

/// Of each part of "p/q".
inline constexpr std::size_t most_fraction_digits = 200000;

/// digits 10^exponent
struct Decimal {
  Integer digits;
  std::int64_t exponent = 0;

  Rational value() const;
};

/// 10^exponent, exponent >= 0.
Integer power_of_ten(std::uint64_t exponent);

/// Reads all of `text` as data files write numbers: [+-] digits with at most one point, [e[+-]digits].
/// "" when that went well, else what is wrong with the text.
std::string_view read_decimal(std::string_view text, Decimal& out);

/// read_decimal() as a fraction, or an Error (bad_data) at `where`.
Result<Rational> decimal_rational(std::string_view text, const std::string& where);

/// A number as certificates write it: -?digits[.digits][(e|E)[+-]digits] within the limits of decimals, or
/// -?digits/digits with a positive denominator. Errors (bad_data) are at `where`.
Result<Rational> parse_rational(std::string_view text, const std::string& where);

/// The text that parse_rational() reads back: "-7", "3/7"; a whole number beyond the limits of decimals is "p/1".
std::string rational_text(const Rational& value);

/// Six digits of it, however large or small: "2.5e-4000".
std::string approximate_text(const Rational& value);

/// The same of its square root; value >= 0.
std::string approximate_root_text(const Rational& value);

}  // namespace halfspace
