// Records of CSV and TSV text (RFC 4180) as cells. A quote may only open a cell; inside, "" is a quote and newlines are
// text. Blank lines are passed over.
#pragma once

#include <cstdint>
#include <deque>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "certify/exact_lines.hpp"

namespace halfspace {

class ExactRecords {
 public:
  ExactRecords(ExactLines& lines, char delimiter) : lines_(lines), delimiter_(delimiter) {}

  /// The next record; false at the end of the text or on a problem.
  bool next();

  std::span<const std::string_view> cells() const { return cells_; }
  std::uint64_t line() const { return line_; }  ///< where the record begins

  const std::string& problem() const { return problem_; }  ///< "" for none
  std::size_t problem_field() const { return places_.size(); }

 private:
  struct Place {
    std::size_t begin = 0;
    std::size_t end = 0;
    bool doubled = false;  // holds "" for a quote
  };
  bool cut();
  bool cut_quoted(std::size_t& k);
  bool refuse(const char* what) {
    problem_ = what;
    return false;
  }

  ExactLines& lines_;
  char delimiter_;
  std::string_view record_;
  std::uint64_t line_ = 0;
  std::vector<Place> places_;
  std::vector<std::string_view> cells_;
  std::deque<std::string> unquoted_;
  std::string problem_;
};

}  // namespace halfspace
