#include "data/label.hpp"

#include "base/number.hpp"

namespace halfspace {
namespace {

std::string_view trimmed(std::string_view s) {
  const auto blank = [](char c) { return c == ' ' || c == '\t'; };
  while (!s.empty() && blank(s.front())) s.remove_prefix(1);
  while (!s.empty() && blank(s.back())) s.remove_suffix(1);
  return s;
}

}  // namespace

std::optional<double> label_number(std::string_view text) {
  text = trimmed(text);
  if (text == "+") return 1.0;
  if (text == "-") return -1.0;
  Number number;
  if (!parse_number(text, number)) return std::nullopt;
  return number.value == 0 ? 0.0 : number.value;
}

bool same_label(std::string_view a, std::string_view b) {
  if (a == b) return true;
  const auto x = label_number(a);
  const auto y = label_number(b);
  return x && y && *x == *y;
}

std::optional<std::uint32_t> find_class(const std::vector<ClassLabel>& classes, std::string_view label) {
  for (std::uint32_t k = 0; k < classes.size(); ++k) {
    if (same_label(classes[k].text, label)) return k;
  }
  return std::nullopt;
}

}  // namespace halfspace
