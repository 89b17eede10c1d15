#include "format/bad_lines.hpp"

#include <utility>

#include "base/text.hpp"

namespace halfspace {

BadLines::BadLines(std::string name) : name_(std::move(name)) {}

void BadLines::add(std::uint64_t line, std::uint64_t field, const std::string& message) {
  if (++count_ > kept) return;
  first_.push_back({Code::bad_data, name_ + ":" + std::to_string(line) + ":" + std::to_string(field), message});
}

Error BadLines::error(bool cut) const {
  Error error = first_.front();
  for (std::size_t k = 1; k < first_.size(); ++k) error.message += "\n" + first_[k].text();
  if (count_ > 1) {
    error.message += "\n" + name_ + ": " + grouped(count_) + " lines are bad" + (cut ? " so far" : "");
    if (count_ > kept) error.message += "; the first 10 are shown";
  }
  return error;
}

}  // namespace halfspace
