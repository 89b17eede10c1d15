#include "format/labels.hpp"

#include <algorithm>

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

std::uint32_t Labels::add(std::string_view text, bool& kept) {
  if (last_ >= entries_.size() || entries_[last_].text != text) {
    const auto found = number_.find(text);
    if (found != number_.end()) {
      last_ = found->second;
    } else {
      last_ = static_cast<std::uint32_t>(entries_.size());
      const auto wanted = [&](const std::string& k) { return same_label(k, text); };
      entries_.push_back({std::string(text), keep_.empty() || std::any_of(keep_.begin(), keep_.end(), wanted)});
      number_.emplace(std::string(text), last_);
    }
  }
  kept = entries_[last_].kept;
  return last_;
}

void Labels::finish(Dataset& data) const {
  std::vector<std::uint32_t> kept;
  std::vector<double> value(entries_.size());
  std::vector<std::uint64_t> rows(entries_.size());
  for (const std::uint32_t l : data.label) ++rows[l];
  data.numeric_labels = true;
  for (std::uint32_t k = 0; k < entries_.size(); ++k) {
    if (rows[k] == 0) continue;
    kept.push_back(k);
    const auto number = label_number(entries_[k].text);
    data.numeric_labels = data.numeric_labels && number.has_value();
    value[k] = number.value_or(0);
  }
  const bool numeric = data.numeric_labels;
  std::stable_sort(kept.begin(), kept.end(), [&](std::uint32_t a, std::uint32_t b) {
    return numeric ? value[a] < value[b] : entries_[a].text < entries_[b].text;
  });
  std::vector<std::uint32_t> class_of(entries_.size());
  for (const std::uint32_t k : kept) {
    if (data.classes.empty() || !numeric || value[k] != data.classes.back().number) {
      data.classes.push_back({entries_[k].text, value[k], 0});
    }
    class_of[k] = static_cast<std::uint32_t>(data.classes.size() - 1);
  }
  for (std::uint32_t& l : data.label) {
    l = class_of[l];
    ++data.classes[l].rows;
  }
}

std::vector<std::string> Labels::absent() const {
  std::vector<std::string> out;
  for (const std::string& k : keep_) {
    if (std::none_of(entries_.begin(), entries_.end(), [&](const Entry& e) { return same_label(k, e.text); })) out.push_back(k);
  }
  return out;
}

std::vector<std::string> Labels::texts() const {
  std::vector<std::string> out;
  out.reserve(entries_.size());
  for (const Entry& e : entries_) out.push_back(e.text);
  return out;
}

}  // namespace halfspace
