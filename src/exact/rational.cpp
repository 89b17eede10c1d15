#include "exact/rational.hpp"

#include <algorithm>
#include <cstdint>
#include <cstdlib>

#include "base/gmp_memory.hpp"
#include "base/text.hpp"

namespace halfspace {
namespace {

const bool gmp_throws = throwing_gmp_memory();  // before the first number

constexpr std::string_view no_number = "not a decimal number";
constexpr std::string_view too_long = "a decimal of more than 800 digits; exact arithmetic takes at most 800";
constexpr std::string_view too_far = "a decimal with an exponent beyond 400; exact arithmetic takes -400 to 400";

bool is_digit(char c) { return c >= '0' && c <= '9'; }

std::size_t digits_at(std::string_view text, std::size_t k) {
  std::size_t count = 0;
  while (k + count < text.size() && is_digit(text[k + count])) ++count;
  return count;
}

/// Does all of `text` read [sign]digits[.digits][e[+-]digits]? `loose` also takes "+1", ".5" and "1.".
bool has_decimal_form(std::string_view text, bool loose) {
  std::size_t k = !text.empty() && (text[0] == '-' || (loose && text[0] == '+')) ? 1 : 0;
  const std::size_t whole = digits_at(text, k);
  k += whole;
  std::size_t fraction = 0;
  const bool point = k < text.size() && text[k] == '.';
  if (point) {
    fraction = digits_at(text, ++k);
    k += fraction;
  }
  if (loose ? whole + fraction == 0 : whole == 0 || (point && fraction == 0)) return false;
  if (k == text.size()) return true;
  if (text[k] != 'e' && text[k] != 'E') return false;
  ++k;
  if (k < text.size() && (text[k] == '-' || text[k] == '+')) ++k;
  const std::size_t exponent = digits_at(text, k);
  return exponent > 0 && k + exponent == text.size();
}

/// The digits behind the 'e', cut off far beyond every limit.
long long exponent_of(std::string_view text) {
  const bool negative = text.front() == '-';
  if (!is_digit(text.front())) text.remove_prefix(1);
  long long exponent = 0;
  for (const char c : text) exponent = std::min(exponent * 10 + (c - '0'), 1LL << 50U);
  return negative ? -exponent : exponent;
}

/// Any text of decimal form.
std::string_view read_long_decimal(std::string_view text, Decimal& out) {
  const bool negative = text.front() == '-';
  if (!is_digit(text.front()) && text.front() != '.') text.remove_prefix(1);
  const std::size_t e = text.find_first_of("eE");
  long long exponent = e == std::string_view::npos ? 0 : exponent_of(text.substr(e + 1));
  text = text.substr(0, e);
  const std::size_t point = text.find('.');
  std::string digits(text.substr(0, point));
  if (point != std::string_view::npos) {
    digits += text.substr(point + 1);
    exponent -= static_cast<long long>(text.size() - point - 1);
  }
  const std::size_t first = digits.find_first_not_of('0');
  out.digits = 0;
  out.exponent = 0;
  if (first == std::string::npos) return "";
  const std::size_t last = digits.find_last_not_of('0');
  exponent += static_cast<long long>(digits.size() - 1 - last);
  digits = digits.substr(first, last - first + 1);
  if (digits.size() > most_decimal_digits) return too_long;
  if (std::llabs(exponent + static_cast<long long>(digits.size()) - 1) > most_decimal_exponent) return too_far;
  out.digits.set_str(digits, 10);
  if (negative) out.digits = -out.digits;
  out.exponent = static_cast<std::int64_t>(exponent);
  return "";
}

/// At most 18 digits, no exponent: the digits fit a machine word (19 characters are read before the point
/// is known to be missing, and 10^19 fits an unsigned one). False for other texts.
bool read_short_decimal(std::string_view text, Decimal& out) {
  std::size_t k = !text.empty() && (text[0] == '-' || text[0] == '+') ? 1 : 0;
  const std::size_t begin = k;
  if (text.size() - begin > 19) return false;
  std::uint64_t digits = 0;
  std::size_t point = text.size();
  for (; k < text.size(); ++k) {
    if (is_digit(text[k])) {
      digits = digits * 10 + static_cast<std::uint64_t>(text[k] - '0');
    } else if (text[k] == '.' && point == text.size()) {
      point = k;
    } else {
      return false;
    }
  }
  const std::size_t count = text.size() - begin - (point < text.size() ? 1 : 0);
  if (count == 0 || count > 18) return false;
  out.digits = digits;
  if (text[0] == '-') out.digits = -out.digits;
  out.exponent = point < text.size() ? -static_cast<std::int64_t>(text.size() - point - 1) : 0;
  return true;
}

/// "p/q": both parts within the limit, q not 0.
Result<Rational> parse_fraction(std::string_view text, std::size_t slash, const std::string& where) {
  const std::size_t sign = text[0] == '-' ? 1 : 0;
  const std::size_t above = digits_at(text, sign);
  const std::size_t below = digits_at(text, slash + 1);
  const auto refuse = [&](const char* what) { return Error{Code::bad_data, where, in_quotes(text) + what}; };
  if (above == 0 || sign + above != slash || below == 0 || slash + 1 + below != text.size())
    return refuse(" is not an exact number; expected \"-7\", \"3/7\" or \"0.125\"");
  if (above > most_fraction_digits || below > most_fraction_digits)
    return refuse(" has more than 200,000 digits above or below the line");
  Rational value;
  value.get_num().set_str(std::string(text.substr(0, slash)), 10);
  value.get_den().set_str(std::string(text.substr(slash + 1)), 10);
  if (value.get_den() == 0) return refuse(" has the denominator 0");
  value.canonicalize();
  return value;
}

}  // namespace

Integer power_of_ten(std::uint64_t exponent) {
  Integer power;
  mpz_ui_pow_ui(power.get_mpz_t(), 10, exponent);
  return power;
}

Rational Decimal::value() const {
  if (exponent >= 0) return {digits * power_of_ten(static_cast<std::uint64_t>(exponent))};
  Rational value(digits, power_of_ten(static_cast<std::uint64_t>(-exponent)));
  value.canonicalize();
  return value;
}

std::string_view read_decimal(std::string_view text, Decimal& out) {
  if (read_short_decimal(text, out)) return "";
  return has_decimal_form(text, true) ? read_long_decimal(text, out) : no_number;
}

Result<Rational> decimal_rational(std::string_view text, const std::string& where) {
  Decimal decimal;
  const std::string_view problem = read_decimal(text, decimal);
  if (problem.empty()) return decimal.value();
  return Error{Code::bad_data, where, in_quotes(text) + " is " + std::string(problem)};
}

Result<Rational> parse_rational(std::string_view text, const std::string& where) {
  const std::size_t slash = text.find('/');
  if (slash != std::string_view::npos) return parse_fraction(text, slash, where);
  if (has_decimal_form(text, false)) return decimal_rational(text, where);
  return Error{Code::bad_data, where,
               in_quotes(text) + " is not an exact number; expected \"-7\", \"3/7\" or \"0.125\""};
}

std::string rational_text(const Rational& value) {
  std::string text = value.get_str();
  const std::size_t digits = text.size() - (text[0] == '-' ? 1 : 0);
  const bool fits = digits <= static_cast<std::size_t>(most_decimal_exponent) + 1;
  return value.get_den() == 1 && !fits ? text + "/1" : text;
}

namespace {

std::string six_digits(const mpf_class& value) {
  constexpr std::size_t digits = 6;
  constexpr std::int64_t fixed_below = 6;  // powers of ten written out
  mp_exp_t point = 0;                      // 0.ddd 10^point
  std::string text = value.get_str(point, 10, digits);
  if (text.empty()) return "0";
  if (point > -fixed_below + 2 && point <= fixed_below) return short_number(value.get_d());
  const std::string sign = text[0] == '-' ? "-" : "";
  text.erase(0, sign.size());
  return sign + text.substr(0, 1) + (text.size() > 1 ? "." + text.substr(1) : "") + "e" + std::to_string(point - 1);
}

constexpr mp_bitcnt_t enough_bits = 128;

}  // namespace

std::string approximate_text(const Rational& value) { return six_digits(mpf_class(value, enough_bits)); }

std::string approximate_root_text(const Rational& value) { return six_digits(sqrt(mpf_class(value, enough_bits))); }

}  // namespace halfspace
