#include "certify/exact_text.hpp"

#include <algorithm>
#include <array>

#include "base/text.hpp"

namespace halfspace {

std::string_view exact_trimmed(std::string_view cell) {
  const std::size_t first = cell.find_first_not_of(" \t");
  return first == std::string_view::npos ? "" : cell.substr(first, cell.find_last_not_of(" \t") - first + 1);
}

bool exact_missing(std::string_view cell) {
  static constexpr std::array<std::string_view, 6> words = {"", "na", "n/a", "nan", "null", "?"};
  std::string small(cell.substr(0, 5));
  for (char& c : small) c = c >= 'A' && c <= 'Z' ? static_cast<char>(c + 32) : c;
  return std::find(words.begin(), words.end(), small) != words.end();
}

bool is_exact_number(std::string_view text) {
  Decimal unused;
  return read_decimal(text, unused).empty();
}

std::string exact_spelling(std::string_view text) {
  Decimal number;
  return read_decimal(text, number).empty() ? "=" + number.value().get_str() : "'" + std::string(text);
}

Sides::Sides(const Certificate& certificate) : numeric_(certificate.numeric_classes) {
  for (const bool positive : {false, true}) {
    for (const std::string& label : positive ? certificate.positive : certificate.negative) {
      const std::string key = key_of(label);
      if (key.empty()) problem_ = in_quotes(label) + " is no number, but \"numeric\" is true";
      if (!side_.emplace(key, positive).second) problem_ = in_quotes(label) + " is named twice";
    }
  }
  if (side_.empty()) problem_ = "no class is named";
}

std::optional<bool> Sides::positive(std::string_view label) {
  if (last_label_ != label) {
    last_label_ = label;
    const auto found = side_.find(key_of(label));
    last_ = found == side_.end() ? std::nullopt : std::optional(found->second);
  }
  return last_;
}

/// "" where labels are numbers and this is none.
std::string Sides::key_of(std::string_view label) const {
  if (!numeric_) return "'" + std::string(label);
  label = exact_trimmed(label);
  if (label == "+" || label == "-") return label == "+" ? "=1" : "=-1";
  return is_exact_number(label) ? exact_spelling(label) : "";
}

}  // namespace halfspace
