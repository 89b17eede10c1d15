#include "export/level_texts.hpp"

#include <array>
#include <charconv>
#include <cmath>

#include "base/number.hpp"

namespace halfspace {

std::vector<std::string> level_texts(const std::string& level) {
  std::vector<std::string> out = {level};
  Number n;
  if (!parse_number(level, n)) return out;
  std::array<char, 400> text{};
  const auto end = std::to_chars(text.data(), text.data() + text.size(), n.value, std::chars_format::fixed).ptr;
  const std::string digits(text.data(), end);
  constexpr std::size_t readable = 40;
  if (digits.size() > readable) return out;
  if (digits != level) out.push_back(digits);
  if (n.value == std::trunc(n.value)) out.push_back(digits + ".0");
  return out;
}

}  // namespace halfspace
