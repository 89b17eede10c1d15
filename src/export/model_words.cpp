#include "export/model_words.hpp"

#include <algorithm>
#include <limits>

#include "base/number.hpp"
#include "base/text.hpp"

namespace halfspace {
namespace {

constexpr std::string_view blanks = " \t\r";

std::string_view blanks_dropped(std::string_view text) {
  return text.substr(std::min(text.find_first_not_of(blanks), text.size()));
}

}  // namespace

bool ModelWords::next_line() {
  while (!rest_.empty()) {
    const std::size_t end = rest_.find('\n');
    line_ = blanks_dropped(rest_.substr(0, end));
    rest_ = end == std::string_view::npos ? std::string_view() : rest_.substr(end + 1);
    ++number_;
    if (!line_.empty()) return true;
  }
  return false;
}

std::string_view ModelWords::word() {
  line_ = blanks_dropped(line_);
  const std::string_view out = line_.substr(0, line_.find_first_of(blanks));
  line_.remove_prefix(out.size());
  return out;
}

bool ModelWords::line_done() const { return blanks_dropped(line_).empty(); }

std::string_view ModelWords::next_word() {
  if (line_done() && !next_line()) return {};
  return word();
}

Error ModelWords::error(const std::string& message) const {
  return {Code::bad_data, name_ + ":" + std::to_string(std::max<std::uint64_t>(number_, 1)), message};
}

Error ModelWords::missing(const std::string& section) const {
  return {Code::bad_data, name_,
          "the model has no section " + in_quotes(section) + "; it is cut off, or not as its tool writes it"};
}

Result<double> ModelWords::number(std::string_view word, std::string_view what) const {
  Number n;
  if (parse_number(word, n)) return n.value;
  if (word.empty()) return error("the line ends where " + std::string(what) + " is expected; the file is cut off");
  return error(std::string(what) + " " + in_quotes(word) + " is " + number_problem(word));
}

Result<std::int64_t> ModelWords::whole(std::string_view word, std::string_view what, std::int64_t least,
                                       std::int64_t most) const {
  constexpr double exact = 9007199254740992.0;  // 2^53
  const auto value = number(word, what);
  if (!value) return value.error();
  const double v = value.value();
  if (v >= static_cast<double>(least) && v <= static_cast<double>(most) && v >= -exact && v <= exact &&
      v == static_cast<double>(static_cast<std::int64_t>(v)))
    return static_cast<std::int64_t>(v);
  return error(std::string(what) + " " + in_quotes(word) + " is not a whole number from " + std::to_string(least) +
               " to " + std::to_string(most));
}

Result<std::vector<double>> ModelWords::numbers(std::string_view what) {
  std::vector<double> out;
  while (!line_done()) {
    const auto value = number(word(), what);
    if (!value) return value.error();
    out.push_back(value.value());
  }
  return out;
}

Result<std::vector<std::int64_t>> class_labels(ModelWords& words) {
  constexpr std::int64_t most = std::numeric_limits<std::int32_t>::max();
  std::vector<std::int64_t> out;
  while (!words.line_done()) {
    const auto label = words.whole(words.word(), "label", -most - 1, most);
    if (!label) return label.error();
    out.push_back(label.value());
  }
  std::vector<std::int64_t> sorted = out;
  std::sort(sorted.begin(), sorted.end());
  const auto twice = std::adjacent_find(sorted.begin(), sorted.end());
  if (twice != sorted.end())
    return words.error("label " + std::to_string(*twice) + " is a duplicate; each class has its own");
  return out;
}

Result<void> SeenSections::see(const ModelWords& words, std::string_view section) {
  if (has(section)) return words.error("section " + in_quotes(section) + " is a duplicate");
  seen_.emplace_back(section);
  return {};
}

bool SeenSections::has(std::string_view section) const {
  return std::find(seen_.begin(), seen_.end(), section) != seen_.end();
}

}  // namespace halfspace
