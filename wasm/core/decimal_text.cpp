// Digits of a double in fixed and in scientific notation, in place of libc++'s own, whose tables of powers have 105 KB:
//
//   m 2^e = D      for e >= 0, D a whole number        m 2^e = D / 10^k, D = m 5^k      for e = -k < 0
//
// D is exact; its digits are rounded to what is asked for, half to even.
#include <algorithm>
#include <charconv>
#include <cmath>
#include <cstdint>
#include <string>
#include <vector>

namespace {

constexpr std::uint32_t billion = 1000000000;

void multiply(std::vector<std::uint32_t>& words, std::uint32_t factor) {
  std::uint64_t carry = 0;
  for (std::uint32_t& w : words) {
    carry += std::uint64_t{w} * factor;
    w = static_cast<std::uint32_t>(carry % billion);
    carry /= billion;
  }
  if (carry > 0) words.push_back(static_cast<std::uint32_t>(carry));
}

/// The number with these digits, `point` of them behind the point.
struct Decimal {
  std::string digits;  // without leading zeros; "0" for 0
  long point = 0;

  explicit Decimal(double v) {
    int exponent = 0;
    auto m = static_cast<std::uint64_t>(std::ldexp(std::frexp(v, &exponent), 53));
    exponent -= 53;
    for (; m != 0 && m % 2 == 0 && exponent < 0; m /= 2) ++exponent;
    point = std::max(-exponent, 0);
    std::vector<std::uint32_t> words;  // the lowest nine digits first
    for (; m > 0; m /= billion) words.push_back(static_cast<std::uint32_t>(m % billion));
    for (int k = exponent; k > 0; k -= 29) multiply(words, std::uint32_t{1} << std::min(k, 29));
    for (long k = point; k > 0; k -= 12) multiply(words, k >= 12 ? 244140625 : power_of_five(k));
    for (auto w = words.rbegin(); w != words.rend(); ++w) {
      const std::string nine = std::to_string(billion + *w);
      digits.append(nine, 1);
    }
    digits.erase(0, std::min(digits.find_first_not_of('0'), digits.size()));
    if (digits.empty()) digits = "0";
  }

  /// Leaves out the last `count` digits.
  void round_off(long count) {
    if (count <= 0) return;
    const auto size = static_cast<long>(digits.size());
    if (count > size) digits.insert(0, static_cast<std::size_t>(count - size), '0');
    const std::size_t kept = digits.size() - static_cast<std::size_t>(count);
    const bool odd = kept > 0 && (digits[kept - 1] - '0') % 2 != 0;
    const bool beyond_half = digits.find_first_not_of('0', kept + 1) != std::string::npos;
    const bool up = digits[kept] > '5' || (digits[kept] == '5' && (odd || beyond_half));
    digits.resize(kept);
    point -= count;
    std::size_t k = kept;
    while (up && k > 0 && digits[k - 1] == '9') digits[--k] = '0';
    if (up && k > 0) ++digits[k - 1];
    if (up && k == 0) digits.insert(0, 1, '1');
    if (digits.empty()) digits = "0";
  }

 private:
  static std::uint32_t power_of_five(long k) {
    std::uint32_t out = 1;
    while (k-- > 0) out *= 5;
    return out;
  }
};

std::to_chars_result put(const std::string& text, char* first, char* last) {
  if (static_cast<std::size_t>(last - first) < text.size()) return {last, std::errc::value_too_large};
  return {std::copy(text.begin(), text.end(), first), std::errc{}};
}

}  // namespace

// The linker puts them where libc++ calls its own (cmake/wasm.cmake: --wrap).
extern "C" {
std::to_chars_result fixed_digits(char* first, char* last, double v,
                                  std::uint32_t precision) asm("__wrap__ZNSt3__220__d2fixed_buffered_nEPcS0_dj");
std::to_chars_result scientific_digits(char* first, char* last, double v,
                                       std::uint32_t precision) asm("__wrap__ZNSt3__218__d2exp_buffered_nEPcS0_dj");
}

std::to_chars_result fixed_digits(char* first, char* last, double v, std::uint32_t precision) {
  Decimal d(v);
  const auto places = static_cast<long>(precision);
  d.round_off(d.point - places);
  if (d.point < places) d.digits.append(static_cast<std::size_t>(places - d.point), '0');
  if (d.digits.size() <= precision) d.digits.insert(0, precision + 1 - d.digits.size(), '0');
  if (precision > 0) d.digits.insert(d.digits.size() - precision, 1, '.');
  return put(d.digits, first, last);
}

std::to_chars_result scientific_digits(char* first, char* last, double v, std::uint32_t precision) {
  Decimal d(v);
  const auto wanted = static_cast<long>(precision) + 1;
  d.round_off(static_cast<long>(d.digits.size()) - wanted);
  const long exponent = v == 0 ? 0 : static_cast<long>(d.digits.size()) - 1 - d.point;
  d.digits.resize(static_cast<std::size_t>(wanted), '0');
  if (precision > 0) d.digits.insert(1, 1, '.');
  const std::string size = std::to_string(std::abs(exponent));
  return put(d.digits + (exponent < 0 ? "e-" : "e+") + (size.size() < 2 ? "0" : "") + size, first, last);
}
