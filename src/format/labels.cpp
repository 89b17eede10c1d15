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

Error Labels::joined_by_rounding(const Dataset& data, std::uint32_t k, const std::string& other,
                                 const std::string& name) const {
  const auto row = std::find(data.label.begin(), data.label.end(), k) - data.label.begin();
  const char* const field = data.form.format == "libsvm" ? ":1" : "";
  return {Code::bad_data, name + ":" + std::to_string(data.lines.line(static_cast<std::uint64_t>(row))) + field,
          "label " + in_quotes(entries_[k].text) + " and label " + in_quotes(other) +
              " are different numbers but one double; expected labels that doubles tell apart: shorten them or write "
              "them with a letter in front, which makes them texts"};
}

Result<void> Labels::finish(Dataset& data, const std::string& name) const {
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
    } else if (only_rounding_joins(data.classes.back().text, entries_[k].text)) {
      return joined_by_rounding(data, k, data.classes.back().text, name);
    }
    class_of[k] = static_cast<std::uint32_t>(data.classes.size() - 1);
  }
  for (std::uint32_t& l : data.label) {
    l = class_of[l];
    ++data.classes[l].rows;
  }
  return {};
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
