// What the columns of a student's table stand for, by their names.
#pragma once

#include <optional>
#include <string>
#include <vector>

namespace halfspace {

enum class StudentRole {
  class_name,  // one-vs-rest: of the run; else of the row
  visit,
  pass,
  row,
  constant,  // x0 = 1, beside the bias
  x,
  y,
  score,
  decision,
  before,
  after,
  mistakes,
  pocket,
  label_error,
  signed_x,
  passed_over
};

struct StudentColumn {
  StudentRole role = StudentRole::passed_over;
  std::size_t index = 0;    // of x and signed_x (y x); of before and after: in VisitLine::before
  std::string name;         // as written
  std::size_t field = 0;    // in the file; a vector "(3, 2)" is a column for each of its numbers
  std::size_t length = 0;   // of that vector; 0: the field is one number or word
  bool times_y = false;     // y s in place of the score
  bool magnitude = false;   // alpha in place of y alpha
  bool prediction = false;  // the predicted label in place of a decision

  /// Is it the student's own work, not copied from the data or counted?
  bool is_work() const;

  /// Is it written at mistakes alone, since nothing is new elsewhere?
  bool of_mistakes() const;
};

/// What the columns may be called besides their own names.
struct StudentNames {
  std::vector<std::string> features;
  std::string label;        // the label column of the data
  std::size_t vectors = 1;  // weight vectors a line
  bool kernel = false;
  std::size_t side = 0;   // numbers of a vector, the bias counted
  bool bias = true;       // is there one in the run?
  std::size_t width = 0;  // numbers of x, which have names or none
  bool runs = false;      // one-vs-rest
};

struct ColumnProblem {
  std::size_t field = 0;
  std::string what;
};

/// Finds the columns of a header. Numbers count features from the first, x1 and w1; where that fails or the data has a
/// column x0, they are the names that the data has (x0, w0). Beside weights b is the bias, also where a feature has that name. A problem: an unknown or doubled name.
std::optional<ColumnProblem> find_columns(const std::vector<std::string>& header, const StudentNames& names,
                                          std::vector<StudentColumn>& out);

/// Do the names ask for mistakes on all rows, or for those of the pocket?
bool asks_for_counts(const std::vector<std::string>& header);

/// Is it a name that a line of final weights has not?
bool is_of_trace(const std::string& written);

/// w2, b, w1_c3, a4: the name of a place in VisitLine::before.
std::string weight_name(std::size_t place, const StudentNames& names);

/// In lower case and without blanks.
std::string lowered(std::string text);

}  // namespace halfspace
