// Bad lines of a text: all are counted, the first ten are kept for the message.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "halfspace/result.hpp"

namespace halfspace {

class BadLines {
 public:
  explicit BadLines(std::string name);

  /// One problem a line, lines in any order: `field` counts from 1, label included.
  void add(std::uint64_t line, std::uint64_t field, const std::string& message);

  /// So many lines more, behind the first ten.
  void add_unshown(std::uint64_t lines) { count_ += lines; }

  bool any() const { return count_ > 0; }

  /// The first, where there is one.
  std::uint64_t first_line() const { return first_.front().line; }

  /// "name:line:field: message" of the first, the others below it, and how many lines are bad; `cut`: of those read.
  Error error(bool cut) const;

 private:
  static constexpr std::size_t kept = 10;
  std::string name_;
  std::uint64_t count_ = 0;
  struct Bad {
    std::uint64_t line = 0;
    std::string place;
    std::string message;
  };
  std::vector<Bad> first_;  // by line
};

}  // namespace halfspace
