#include "format/bad_lines.hpp"

#include <algorithm>
#include <utility>

#include "base/text.hpp"

namespace halfspace {
namespace {

/// The message without what it advises where the one before ends with the same advice.
std::string without_advice_of(const std::string& message, const std::string& before) {
  const auto [end, other] = std::mismatch(message.rbegin(), message.rend(), before.rbegin(), before.rend());
  const auto same = static_cast<std::size_t>(end - message.rbegin());
  const std::size_t quoted = message.rfind('\'') + 1;  // cells and names may hold any sign; 0 without one
  return message.substr(0, message.find("; ", std::max(message.size() - same, quoted)));
}

}  // namespace

BadLines::BadLines(std::string name) : name_(std::move(name)) {}

void BadLines::add(std::uint64_t line, std::uint64_t field, const std::string& message) {
  ++count_;
  if (first_.size() == kept && first_.back().line <= line) return;
  const auto place =
      std::upper_bound(first_.begin(), first_.end(), line, [](std::uint64_t l, const Bad& b) { return l < b.line; });
  first_.insert(place, {line, name_ + ":" + std::to_string(line) + ":" + std::to_string(field), message});
  if (first_.size() > kept) first_.pop_back();
}

Error BadLines::error(bool cut) const {
  Error error = {Code::bad_data, first_.front().place, first_.front().message};
  for (std::size_t k = 1; k < first_.size(); ++k)
    error.message += "\n" + first_[k].place + ": " + without_advice_of(first_[k].message, first_[k - 1].message);
  if (count_ > 1) {
    error.message += "\n" + name_ + ": " + grouped(count_) + " lines are bad" + (cut ? " so far" : "");
    if (count_ > kept) error.message += "; the first 10 are shown";
  }
  return error;
}

}  // namespace halfspace
