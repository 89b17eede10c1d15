// Signs, labels and decisions as students write them.
#pragma once

#include <string>
#include <vector>

#include "classroom/student_table.hpp"
#include "classroom/visit_table.hpp"

namespace halfspace {

/// What the values of a column are: -1 and 1; 0 and 1; the labels of the data; 1 for a mistake and 0 for none. It is one
/// for all cells: where a class is called 1, the value 1 may be its name or the sign +1, but not each where it suits.
enum class CellForm { signs, zero_one, labels, mistakes };

/// Is it a column of such values: y, a class that is not that of the run, a decision?
bool has_values(const StudentColumn& column, const VisitTable& run);

/// Does the cell say what is so at this line? Words for a mistake or its absence may stand beside values of any form.
bool is_true_value(const StudentColumn& column, const StudentCell& cell, const VisitTable& run, const VisitLine& line,
                   CellForm form);

/// The form by which most cells of the column are right, beside these lines of the run.
CellForm form_of(const StudentTable& student, std::size_t column, const VisitTable& run,
                 const std::vector<const VisitLine*>& lines);

/// What should stand in the cell.
std::string true_value(const StudentColumn& column, const StudentCell& cell, const VisitTable& run,
                       const VisitLine& line, CellForm form);

/// Does the cell name a mistake or its absence, a sign or a label?
bool is_decision(const StudentColumn& column, const StudentCell& cell, const VisitTable& run);

/// Is a label of the run a word for a mistake too: yes, right, true?
bool labels_are_decisions(const VisitTable& run);

}  // namespace halfspace
