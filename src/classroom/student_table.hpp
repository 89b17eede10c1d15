// A student's own trace, or final weights: a CSV with the columns of `trace`, or fewer.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "classroom/visit_table.hpp"
#include "codec/source.hpp"
#include "halfspace/result.hpp"

namespace halfspace {

enum class StudentRole { visit, pass, row, x, y, score, decision, before, after, passed_over };

struct StudentColumn {
  StudentRole role = StudentRole::passed_over;
  std::size_t index = 0;  // of x; of before and after: in VisitLine::before
  std::string name;       // as written
};

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
};

/// What the columns may be called besides their own names.
struct StudentNames {
  std::vector<std::string> features;
  std::string label;        // the label column of the data
  std::size_t vectors = 1;  // weight vectors a line
  bool kernel = false;
  std::size_t side = 0;  // numbers of a vector, the bias counted
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

  /// One line, and no column of a trace: final weights.
  bool is_final() const;
};

/// Reads the file ("-" is standard input). Errors: io; bad_data with file:line:column for what is no CSV, a ragged line,
/// a file without lines.
Result<StudentText> read_student_text(const std::string& path);
Result<StudentText> read_student_text(std::unique_ptr<Source> source, const std::string& name);

/// Finds out what the columns are. Errors: bad_data with file:line:column for an unknown or doubled column, a number that
/// is none.
Result<StudentTable> student_table(const StudentText& text, const StudentNames& names);

}  // namespace halfspace
