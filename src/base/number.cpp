#include "base/number.hpp"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <limits>

#include <fast_float/fast_float.h>

#include "base/text.hpp"

namespace halfspace {
namespace {

bool is_digit(char c) { return c >= '0' && c <= '9'; }

/// Without its sign, in lower case.
bool is_word(std::string_view text, std::string_view word) {
  if (!text.empty() && (text[0] == '-' || text[0] == '+')) text.remove_prefix(1);
  return text.size() == word.size() &&
         std::equal(word.begin(), word.end(), text.begin(), [](char a, char b) { return a == (b | 0x20); });
}

bool is_hexadecimal(std::string_view text) {
  if (!text.empty() && (text[0] == '-' || text[0] == '+')) text.remove_prefix(1);
  return text.size() > 2 && text[0] == '0' && (text[1] | 0x20) == 'x' &&
         text.find_first_not_of("0123456789abcdefABCDEF.pP+-", 2) == std::string_view::npos;
}

/// Digits, point and exponent of a decimal, checked by grammar alone.
struct Shape {
  std::size_t significant = 0;  // digits from the first nonzero to the last nonzero
  long long decimals = 0;       // digits after the point, trailing zeros included, less the exponent
  bool valid = false;
};

Shape shape_of(std::string_view s) {
  Shape shape;
  std::size_t k = !s.empty() && (s[0] == '-' || s[0] == '+') ? 1 : 0;
  std::size_t digits = 0;
  std::size_t zeros = 0;  // zeros since the last nonzero digit
  bool point = false;
  for (; k < s.size() && (is_digit(s[k]) || (s[k] == '.' && !point)); ++k) {
    if (s[k] == '.') {
      point = true;
      continue;
    }
    ++digits;
    if (point) ++shape.decimals;
    if (s[k] != '0') {
      shape.significant += (shape.significant > 0 ? zeros : 0) + 1;
      zeros = 0;
    } else {
      ++zeros;
    }
  }
  shape.valid = digits > 0;
  if (k == s.size()) return shape;
  if ((s[k] | 0x20) != 'e' || ++k == s.size()) return {};
  const bool negative = s[k] == '-';
  if (s[k] == '-' || s[k] == '+') ++k;
  long long exponent = 0;
  shape.valid = shape.valid && k < s.size();
  for (; k < s.size() && is_digit(s[k]); ++k) exponent = std::min(exponent * 10 + (s[k] - '0'), 1LL << 40);
  shape.decimals += negative ? exponent : -exponent;
  shape.valid = shape.valid && k == s.size();
  return shape;
}

}  // namespace

bool parse_number_slow(const char* first, const char* last, Number& out) {
  const std::string_view text(first, static_cast<std::size_t>(last - first));
  const Shape shape = shape_of(text);
  if (!shape.valid) return false;
  double value = 0;
  fast_float::from_chars(*first == '+' ? first + 1 : first, last, value);
  if (!std::isfinite(value)) return false;
  const long long decimals = std::clamp(shape.decimals, 0LL, 100000LL);
  const bool normal = std::fabs(value) >= std::numeric_limits<double>::min();  // denormals have fewer digits
  out = {value, shape.significant == 0 ? 0 : static_cast<int>(decimals),
         shape.significant == 0 || (shape.significant <= 15 && normal)};
  return true;
}

int decimals_of(double v) {
  if (std::fabs(v) < 1e15 && v == std::nearbyint(v)) return 0;  // most weights of perceptrons
  Number number;
  return parse_number(number_text(v), number) && number.exact ? number.decimals : -1;
}

bool print_exactly(std::span<const double> values) {
  return std::all_of(values.begin(), values.end(), [](double v) {
    const int decimals = decimals_of(v);
    return decimals >= 0 && decimals <= 15;
  });
}

std::string number_problem(std::string_view text) {
  const auto has = [&](auto predicate) { return std::any_of(text.begin(), text.end(), predicate); };
  if (text.empty()) return "empty where a number was expected";
  if (text.find('\0') != std::string_view::npos)
    return "a NUL byte; numbers are decimal text (is the file UTF-16 or binary?)";
  if (is_word(text, "inf") || is_word(text, "infinity")) return "infinity; values must be finite";
  if (is_word(text, "nan")) return "not a number; values must be finite";
  if (is_hexadecimal(text)) return "hexadecimal; write numbers in decimal";
  if (text.find('_') != std::string_view::npos && has(is_digit))
    return "written with a digit separator; write 1000, not 1_000";
  if (shape_of(text).valid) return "too large for a double (over 1.8e308); give a smaller number or unit";
  const auto comma = text.find(',');
  if (comma != std::string_view::npos) {
    std::string point(text);
    point[comma] = '.';
    if (shape_of(point).valid) return "written with a decimal comma or thousands separators; write 1000.5";
  }
  return "not a number";
}

Result<double> option_number(std::string_view text, const std::string& where) {
  Number number;
  if (parse_number(text, number)) return number.value;
  return Error{Code::usage, where, in_quotes(text) + " is " + number_problem(text)};
}

Result<std::uint64_t> option_count(std::string_view text, const std::string& where) {
  std::uint64_t value = 0;
  const auto [end, problem] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (!text.empty() && problem == std::errc() && end == text.data() + text.size() && value >> 63U == 0) return value;
  return Error{Code::usage, where, in_quotes(text) + " is not a whole number from 0 to 9223372036854775807"};
}

}  // namespace halfspace
