#include "classroom/student_reading.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

#include "base/number.hpp"
#include "base/text.hpp"

namespace halfspace {
namespace {

std::vector<std::string> names_of_variants(const Notation& n, const Match& match) {
  std::vector<std::string> out;
  if (n.updates) out.emplace_back("only updates are listed");
  if (n.rows == RowNumbers::from_1) out.emplace_back("rows count from 1");
  if (n.rows == RowNumbers::lines) out.emplace_back("rows are named by their line in the file");
  if (n.visits == VisitNumbers::from_0) out.emplace_back("visits count from 0");
  if (n.visits == VisitNumbers::of_updates && n.updates) out.emplace_back("the lines are numbered, not the visits");
  if (n.passes_from_0) out.emplace_back("passes count from 0");
  if (match.predictions) out.emplace_back("decisions are the predicted labels");
  if (n.batches) out.emplace_back("a line is a mini-batch");
  if (match.zero_one_labels) out.emplace_back("the labels are 0 and 1");
  if (match.rounded) out.emplace_back("numbers are rounded to the digits written");
  if (match.empty > 0) out.emplace_back(counted(match.empty, "empty cell") + " not checked");
  return out;
}

/// All that differ in more than words; a table without a score, decision or weights lists the updates.
std::vector<Notation> notations(const StudentTable& student, const VisitTable& run) {
  std::vector<Notation> out;
  for (const bool updates : {false, true}) {
    if (!updates && !student.has_work()) continue;
    for (const RowNumbers rows : {RowNumbers::from_0, RowNumbers::from_1, RowNumbers::lines}) {
      for (const VisitNumbers visits : {VisitNumbers::from_1, VisitNumbers::from_0, VisitNumbers::of_updates}) {
        for (const bool passes_from_0 : {false, true}) {
          const Notation plain{rows, visits, passes_from_0, updates};
          out.push_back(plain);
          if (has_batches(run) && !student.has(StudentRole::row)) {
            out.push_back(plain);
            out.back().batches = true;
          }
        }
      }
    }
  }
  return out;
}

/// Has every line a row of the data, counted so?
bool all_are_rows(const StudentTable& student, const Dataset& data, RowNumbers rows) {
  return std::all_of(student.lines.begin(), student.lines.end(),
                     [&](const StudentLine& line) { return row_of(student, line, data, rows).has_value(); });
}

/// Of the same listing, as many cells right or more, and more lines before the first slip: in a short table one slip may
/// be right by chance in another notation, and would hide the student's own. Of equals those that only number rows
/// otherwise: visits and passes that begin at 0 go on with 1, so that a 0 alone is a slip.
bool begins_nearer(const StudentTable& student, const Dataset& data, const Reading& best, const Notation& notation,
                   const Match& match) {
  if (notation.updates != best.notation.updates || notation.batches != best.notation.batches ||
      match.right <= best.match.right || match.agreeing < best.match.agreeing)
    return false;
  const bool rows_alone =
      notation.visits == best.notation.visits && notation.passes_from_0 == best.notation.passes_from_0;
  return match.agreeing > best.match.agreeing || (rows_alone && all_are_rows(student, data, notation.rows));
}

}  // namespace

/// Another notation changes a column of all lines: what makes fewer cells right is no notation, but chance.
bool is_nearer(const StudentTable& student, const Match& match, const Match& than) {
  if (match.whole(student) != than.whole(student)) return match.whole(student);
  return match.agreeing > than.agreeing && 5 * (match.agreeing - than.agreeing) >= 3 * student.lines.size();
}

Reading best_reading(const StudentTable& student, const TracedRun& run, const Dataset& data) {
  Reading best;
  for (const Notation& notation : notations(student, run.table)) {
    Match match = match_lines(student, run.table, data, notation);
    if (best.run != nullptr && !is_nearer(student, match, best.match) &&
        !begins_nearer(student, data, best, notation, match))
      continue;
    auto variants = names_of_variants(notation, match);
    best = {std::move(match), notation, &run, std::move(variants)};
  }
  return best;
}

bool may_be_turned(const std::vector<std::string>& classes) {
  Number low;
  Number high;
  const bool numbers = classes.size() == 2 && parse_number(classes[0], low) && parse_number(classes[1], high);
  return classes.size() == 2 && !(numbers && low.value <= 0 && high.value > 0);
}

std::string expected_text(const StudentTable& student, const Reading& r, const Dataset& data) {
  const VisitTable& table = r.run->table;
  const VisitLine& e = r.match.mismatch->expected;
  const StudentColumn& c = student.columns[r.match.mismatch->column];
  const StudentCell& cell = student.lines[r.match.mismatch->line].cells[r.match.mismatch->column];
  if (has_values(c, table)) return true_value(c, cell, table, e, r.match.mismatch->form);
  switch (c.role) {
    case StudentRole::class_name:
      return table.classes[*e.run];
    case StudentRole::constant:
      return "1";
    case StudentRole::visit:
      return r.notation.visits == VisitNumbers::of_updates
                 ? std::to_string(r.match.mismatch->line + 1)
                 : std::to_string(e.visit - (r.notation.visits == VisitNumbers::from_0 ? 1 : 0));
    case StudentRole::pass:
      return std::to_string(e.pass - (r.notation.passes_from_0 ? 1 : 0));
    case StudentRole::row:
      return std::to_string(r.notation.rows == RowNumbers::lines
                                ? data.lines.line(e.row)
                                : e.row + (r.notation.rows == RowNumbers::from_1 ? 1 : 0));
    case StudentRole::x:
      return c.index < e.x.size() ? number_text(e.x[c.index]) : "nothing";
    case StudentRole::score:
      return number_text(c.times_y ? e.y * e.score : e.score);
    case StudentRole::mistakes:
      return std::to_string(e.counts.mistakes);
    case StudentRole::pocket:
      return pocket_text(e);
    case StudentRole::label_error:
      return number_text(label_error(table, e));
    case StudentRole::signed_x:
      return c.index < e.x.size() ? number_text(e.y * e.x[c.index] + 0.0) : "nothing";
    default: {
      const std::vector<double>& all = c.role == StudentRole::before ? e.before : e.after;
      if (c.index >= all.size()) return "nothing";
      return number_text(c.magnitude ? std::fabs(all[c.index]) : all[c.index]);
    }
  }
}

}  // namespace halfspace
