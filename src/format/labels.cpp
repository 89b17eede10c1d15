#include "format/labels.hpp"

#include <algorithm>
#include <iterator>

#include "base/text.hpp"
#include "data/label.hpp"

namespace halfspace {

Labels::Labels(std::vector<std::string> keep)
    : keep_(std::move(keep)),
      numeric_keep_(
          std::all_of(keep_.begin(), keep_.end(), [](const std::string& k) { return label_number(k).has_value(); })),
      wanted_(keep_, numeric_keep_) {}

std::uint32_t Labels::add(std::string_view text, bool& kept) {
  if (last_ >= entries_.size() || entries_[last_].text != text) {
    const auto found = number_.find(text);
    if (found != number_.end()) {
      last_ = found->second;
    } else {
      last_ = static_cast<std::uint32_t>(entries_.size());
      entries_.push_back({std::string(text), wanted(text)});
      number_.emplace(std::string(text), last_);
      bytes_ += 2 * text.size() + 160;
    }
  }
  kept = entries_[last_].kept;
  return last_;
}

void Labels::expect(const std::vector<std::string>& texts) {
  bool kept = true;
  for (const std::string& text : texts) entries_[add(text, kept)].expected = true;
}

void Labels::look(const Dataset& rows) {
  looked_at_.resize(entries_.size());
  for (std::size_t i = 0; i < rows.label.size(); ++i) {
    const std::uint32_t k = rows.label[i];
    if (looked_at_[k] != 0) continue;
    looked_at_[k] = 1;
    const std::string& text = entries_[k].text;
    const auto number = label_number(text);
    texts_ = texts_ || !number;
    if (!number) continue;
    const std::string& known = entries_[of_value_.try_emplace(*number, k).first->second].text;
    if (!joined_ && only_rounding_joins(known, text))
      joined_ = {rows.lines.line(i),
                 "label " + in_quotes(text) + " and label " + in_quotes(known) +
                     " are different numbers but one double; expected labels that doubles tell apart: shorten them or "
                     "write them with a letter in front, which makes them texts"};
  }
}

void Labels::finish(Dataset& data) const {
  std::vector<std::uint32_t> kept;
  std::vector<double> value(entries_.size());
  std::vector<std::uint64_t> rows(entries_.size());
  for (const std::uint32_t l : data.label) ++rows[l];
  data.numeric_labels = true;
  for (std::uint32_t k = 0; k < entries_.size(); ++k) {
    if (rows[k] == 0 && !entries_[k].expected) continue;
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
  const LabelIndex seen(texts(), numeric_keep_);
  std::vector<std::string> out;
  std::copy_if(keep_.begin(), keep_.end(), std::back_inserter(out),
               [&](const std::string& k) { return !seen.find(k).has_value(); });
  return out;
}

std::vector<std::string> Labels::texts() const {
  std::vector<std::string> out;
  out.reserve(entries_.size());
  for (const Entry& e : entries_) out.push_back(e.text);
  return out;
}

}  // namespace halfspace
