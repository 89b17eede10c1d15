// A student's lines held against the lines of a run, in one way of writing them down.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "classroom/student_table.hpp"
#include "classroom/student_values.hpp"
#include "classroom/visit_table.hpp"
#include "data/dataset.hpp"

namespace halfspace {

enum class RowNumbers { from_0, from_1, lines };         // lines: of the file
enum class VisitNumbers { from_1, from_0, of_updates };  // of_updates: 1, 2, 3, ... whatever is listed

/// Ways of writing down the same run.
struct Notation {
  RowNumbers rows = RowNumbers::from_0;
  VisitNumbers visits = VisitNumbers::from_1;
  bool passes_from_0 = false;
  bool updates = false;  // only visits with a mistake are listed
  bool batches = false;  // a line for each mini-batch, not for each of its rows

  bool operator==(const Notation&) const = default;
};

/// The first cell that differs.
struct Mismatch {
  std::size_t line = 0;    // of the student's
  std::size_t column = 0;  // of the student's
  VisitLine expected;
  bool left_out = false;            // all the work of the line is
  CellForm form = CellForm::signs;  // of the column, where it has values
};

struct Match {
  std::uint64_t right = 0;     // lines before the first mismatch
  std::uint64_t agreeing = 0;  // cells of all lines
  std::uint64_t differing = 0;
  std::uint64_t expected = 0;  // lines of the run in this notation
  std::optional<Mismatch> mismatch;
  bool zero_one_labels = false;  // -1 is written 0
  bool predictions = false;      // yes in a decision is the predicted label yes, not a mistake
  bool rounded = false;          // numbers are rounded to the digits written
  std::uint64_t empty = 0;       // cells of the student's work that are, and are not checked

  /// All lines are right and none is missing.
  bool whole(const StudentTable& student) const {
    return !mismatch && right == student.lines.size() && right == expected;
  }
};

/// Is the number written the one expected: within 1e-9 of it, or rounded to its own digits, two after the point at least,
/// when numbers that it comes from are `carried` off by as much?
bool is_written_as(const StudentCell& cell, double expected, double carried, bool& rounded);

/// Do visits have more rows than one?
bool has_batches(const VisitTable& run);

/// The student's row number as the run's; nothing where there is none.
std::optional<std::uint64_t> row_of(const StudentTable& student, const StudentLine& line, const Dataset& data,
                                    RowNumbers rows);

Match match_lines(const StudentTable& student, const VisitTable& run, const Dataset& data, const Notation& notation);

}  // namespace halfspace
