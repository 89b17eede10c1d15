// One CSV record (RFC 4180) cut into fields. A quote may only open a field; inside quotes "" is a quote and newlines
// are text.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "format/line_reader.hpp"

namespace halfspace {

/// Cuts records. Fields are views into the record, or into own memory where doubled quotes had to be undone.
class CsvRecord {
 public:
  /// `max_fields`: a record of more is refused, so that delimiters cannot fill the memory.
  CsvRecord(LineReader& lines, char delimiter, std::size_t max_fields = static_cast<std::size_t>(-1))
      : lines_(lines), delimiter_(delimiter), max_fields_(max_fields) {}

  enum class State { record, bad, end };

  /// The next record that is not blank. `bad`: error_* say what and where; the reading goes on after it unless fatal().
  State next();

  const std::vector<std::string_view>& fields() const { return fields_; }
  std::uint64_t line() const { return first_line_; }  ///< where the record begins
  std::uint64_t line_of(std::size_t field) const;     ///< where a field begins
  std::size_t max_fields() const { return max_fields_; }
  bool fatal() const { return fatal_; }
  std::uint64_t error_line() const { return error_line_; }
  std::uint64_t error_field() const { return error_field_; }
  const std::string& error() const { return error_; }

  static constexpr std::size_t max_field = std::size_t{1} << 20U;

 private:
  struct Place {
    std::size_t begin;
    std::size_t end;
    std::uint64_t line;
    bool doubled;
  };

  bool cut();
  bool cut_quoted(std::size_t& k);
  bool fail(std::uint64_t line, const std::string& message);
  void make_fields();

  LineReader& lines_;
  char delimiter_;
  std::size_t max_fields_;
  std::string_view record_;
  std::vector<Place> places_;
  std::vector<std::string_view> fields_;
  std::vector<std::string> undone_;
  std::uint64_t first_line_ = 0;
  std::uint64_t error_line_ = 0;
  std::uint64_t error_field_ = 0;
  std::string error_;
  bool fatal_ = false;
};

}  // namespace halfspace
