#include "data/label.hpp"

#include <algorithm>
#include <string>
#include <unordered_map>
#include <vector>

#include "base/alike.hpp"
#include "base/number.hpp"
#include "base/text.hpp"

namespace halfspace {
namespace {

std::string_view trimmed(std::string_view s) {
  const auto blank = [](char c) { return c == ' ' || c == '\t'; };
  while (!s.empty() && blank(s.front())) s.remove_prefix(1);
  while (!s.empty() && blank(s.back())) s.remove_suffix(1);
  return s;
}

/// A decimal number as sign, digits without zeros at either end and the power of ten of the last: unique.
struct Digits {
  bool negative = false;
  std::string digits;
  long long exponent = 0;
  bool operator==(const Digits&) const = default;
};

Digits digits_of(std::string_view label) {
  label = trimmed(label);
  Digits out;
  out.negative = label.starts_with('-');
  if (label.starts_with('+') || label.starts_with('-')) label.remove_prefix(1);
  if (label.empty()) return {out.negative, "1", 0};
  const std::size_t e = std::min(label.find_first_of("eE"), label.size());
  const std::size_t point = std::min(label.find('.'), e);
  out.digits = label.substr(0, point);
  if (point < e) out.digits += label.substr(point + 1, e - point - 1);
  if (point < e) out.exponent -= static_cast<long long>(e - point - 1);
  if (e < label.size()) {
    const std::string_view power = label.substr(e + 1);
    long long size = 0;
    for (const char c : power)
      if (c >= '0' && c <= '9') size = std::min(size * 10 + (c - '0'), 1LL << 50U);
    out.exponent += power.starts_with('-') ? -size : size;
  }
  const std::size_t first = std::min(out.digits.find_first_not_of('0'), out.digits.size());
  out.digits.erase(0, first);
  if (out.digits.empty()) return {};
  const std::size_t zeros = out.digits.size() - 1 - out.digits.find_last_not_of('0');
  out.digits.resize(out.digits.size() - zeros);
  out.exponent += static_cast<long long>(zeros);
  return out;
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

bool only_rounding_joins(std::string_view a, std::string_view b) { return digits_of(a) != digits_of(b); }

std::optional<std::uint32_t> find_class(const std::vector<ClassLabel>& classes, std::string_view label) {
  for (std::uint32_t k = 0; k < classes.size(); ++k) {
    if (same_label(classes[k].text, label)) return k;
  }
  return std::nullopt;
}

std::string alike_labels(const std::vector<ClassLabel>& classes) {
  std::unordered_map<std::string, std::vector<std::string>> alike;
  for (const ClassLabel& c : classes) {
    if (!label_number(c.text)) alike[plain_letters(c.text)].push_back(in_quotes(c.text));
  }
  std::vector<std::string> sets;
  for (const ClassLabel& c : classes) {
    std::vector<std::string>& same = alike[plain_letters(c.text)];
    if (same.size() > 1) sets.push_back(joined(same, " and "));
    same.clear();
  }
  if (sets.empty()) return "";
  return "labels " + joined(sets, ", ") +
         " are classes of their own and differ by blanks or by upper and lower case alone; correct the cells if they "
         "are one";
}

}  // namespace halfspace
