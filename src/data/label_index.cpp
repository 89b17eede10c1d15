#include "data/label_index.hpp"

#include "data/label.hpp"

namespace halfspace {

LabelIndex::LabelIndex(std::span<const std::string> labels, bool as_numbers) : as_numbers_(as_numbers) {
  for (std::size_t k = 0; k < labels.size(); ++k) {
    texts_.emplace(labels[k], k);
    const auto number = as_numbers ? label_number(labels[k]) : std::nullopt;
    if (number) numbers_.emplace(*number, k);
  }
}

std::optional<std::size_t> LabelIndex::find(std::string_view label) const {
  std::optional<std::size_t> out;
  if (const auto text = texts_.find(label); text != texts_.end()) out = text->second;
  const auto value = as_numbers_ ? label_number(label) : std::nullopt;
  const auto number = value ? numbers_.find(*value) : numbers_.end();
  if (number != numbers_.end() && (!out || number->second < *out)) out = number->second;
  return out;
}

}  // namespace halfspace
