// A student's own trace, or final weights: a CSV with the columns of `trace`, or fewer.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "classroom/student_columns.hpp"
#include "codec/source.hpp"
#include "halfspace/result.hpp"

namespace halfspace {

struct StudentCell {
  std::string text;             // without blanks around it; empty: left out
  std::optional<double> value;  // where it is a number: a decimal or a fraction p/q
  int decimals = 0;             // digits after the point
};

struct StudentLine {
  std::uint64_t line = 0;  // in the file, from 1
  std::vector<StudentCell> cells;
};

struct StudentTable {
  std::vector<StudentColumn> columns;
  std::vector<StudentLine> lines;

  bool has(StudentRole role) const;
  bool has_work() const;
  bool has_written_work() const;  ///< is some cell of it filled in?
};

/// A CSV as it was read: the header and the lines below it, each with the place of its fields.
struct StudentText {
  struct Record {
    std::uint64_t line = 0;
    std::vector<std::string> fields;         // without blanks around them
    std::vector<std::uint64_t> field_lines;  // where each begins
  };
  std::string source;  // in messages
  Record header;
  std::vector<Record> lines;
  bool decimal_comma = false;  // fields are separated by ; or tab, so that 0,5 can be a number

  /// One line, and no column of a trace: final weights.
  bool is_final() const;

  Error refused(const Record& record, std::size_t field, const std::string& what) const;
};

/// Reads the file ("-" is standard input): fields by commas, or by ; or tabs where the header has no comma; lines of empty
/// fields are none. Errors: io; bad_data with file:line:column for what is no CSV, a ragged line, a file without lines.
Result<StudentText> read_student_text(const std::string& path);
Result<StudentText> read_student_text(std::unique_ptr<Source> source, const std::string& name);

/// Finds out what the columns are. Errors: bad_data with file:line:column for an unknown or doubled column, a number that
/// is none.
Result<StudentTable> student_table(const StudentText& text, const StudentNames& names);

}  // namespace halfspace
