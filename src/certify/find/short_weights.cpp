#include "certify/find/short_weights.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <limits>

#include "exact/linear.hpp"

namespace halfspace {

std::vector<Integer> shortened(std::span<const double> w, int digits) {
  struct Short {
    std::int64_t mantissa = 0;  // without trailing zeros
    int exponent = 0;
  };
  std::vector<Short> parts(w.size());
  int least = std::numeric_limits<int>::max();
  for (std::size_t j = 0; j < w.size(); ++j) {
    std::array<char, 40> text{};  // -d.ddde-xxx
    const auto end =
        std::to_chars(text.data(), text.data() + text.size(), w[j], std::chars_format::scientific, digits - 1).ptr;
    const char* e = std::find(text.data(), end, 'e');
    for (const char* c = text.data(); c != e; ++c) {
      if (*c >= '0' && *c <= '9') parts[j].mantissa = 10 * parts[j].mantissa + (*c - '0');
    }
    if (parts[j].mantissa == 0) continue;
    std::from_chars(e + (e[1] == '+' ? 2 : 1), end, parts[j].exponent);
    parts[j].exponent -= digits - 1;
    for (; parts[j].mantissa % 10 == 0; ++parts[j].exponent) parts[j].mantissa /= 10;
    if (w[j] < 0) parts[j].mantissa = -parts[j].mantissa;
    least = std::min(least, parts[j].exponent);
  }
  std::vector<Integer> out;
  out.reserve(w.size());
  for (const Short& p : parts) {
    out.emplace_back(p.mantissa);
    if (p.mantissa != 0) out.back() *= power_of_ten(static_cast<std::uint64_t>(p.exponent - least));
  }
  reduce(out);
  return out;
}

}  // namespace halfspace
