// The texts of a column that a listing takes for one of texts: where they stand, should numbers turn out to be among
// them.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace halfspace {

class ListedTexts {
 public:
  static constexpr std::size_t most_first = 10;

  struct First {
    std::uint64_t line = 0;
    std::string cell;
  };

  void add(std::uint64_t line, std::string_view cell) {
    if (first_.size() < most_first) first_.push_back({line, std::string(cell)});
    if (!runs_.empty() && (runs_.back().second == line || runs_.back().second + 1 == line))
      runs_.back().second = line;
    else
      runs_.emplace_back(line, line);
  }

  /// The record that begins in this line, the last so far, is bad by another field and counts there.
  void take_back(std::uint64_t line) {
    while (!runs_.empty() && runs_.back().second >= line) {
      if (runs_.back().first >= line)
        runs_.pop_back();
      else
        runs_.back().second = line - 1;
    }
    while (!first_.empty() && first_.back().line >= line) first_.pop_back();
  }

  void begin() { begun_ = true; }
  void saw_number() { numbers_ = true; }

  bool begun() const { return begun_; }
  bool mixed() const { return numbers_; }

  /// The first ten, and the lines of all as runs [first, last], ascending. A line counts once.
  const std::vector<First>& first() const { return first_; }
  const std::vector<std::pair<std::uint64_t, std::uint64_t>>& runs() const { return runs_; }

 private:
  std::vector<First> first_;
  std::vector<std::pair<std::uint64_t, std::uint64_t>> runs_;
  bool begun_ = false;
  bool numbers_ = false;
};

}  // namespace halfspace
