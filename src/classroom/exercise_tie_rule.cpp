// What a row on the boundary counts as: the same data under two rules.
#include <algorithm>
#include <utility>

#include "base/text.hpp"
#include "classroom/exercise_kinds.hpp"
#include "classroom/exercise_parts.hpp"

namespace halfspace {
namespace {

const RunSettings rule_a = {{"preset", "cyclic"}, {"mistake", "boundary-is-mistake"}};
const RunSettings rule_b = {{"preset", "cyclic"}, {"mistake", "boundary-is-positive"}};

/// The first visit, from 1, where the same row is a mistake in one run alone; 0: none.
std::size_t first_difference(const TracedRun& a, const TracedRun& b) {
  const std::size_t both = std::min(a.table.lines.size(), b.table.lines.size());
  for (std::size_t k = 0; k < both; ++k) {
    if (a.table.lines[k].mistake != b.table.lines[k].mistake) return k + 1;
  }
  return 0;
}

bool suits_rule(const std::optional<TracedRun>& run) {
  return run && run->learned.trained.status == Status::converged && stays_small(*run) && updates_of(*run) >= 2 &&
         updates_of(*run) <= 6 && run->table.lines.size() <= 18;
}

SheetPart rule_part(const Worksheet& sheet, const TracedRun& run, const std::string& rule) {
  SheetPart part;
  part.question = "Run it under rule " + rule + " to the clean pass.";
  part.solution = {{"", visits_sheet(sheet.rows, run)},
                   {"$" + weights_text(last_weights(run)) + "$ after " + counted(updates_of(run), "update") + "."}};
  part.marks = {{static_cast<unsigned>(updates_of(run)), "one for each update"}, {1, "the clean pass and the weights"}};
  return part;
}

SheetPart difference_part(const Worksheet& sheet, const TracedRun& a, std::size_t visit,
                          const std::vector<std::size_t>& on) {
  const VisitLine& line = a.table.lines[visit - 1];
  std::string rows;
  for (const std::size_t i : on) rows += (rows.empty() ? "" : ", ") + std::to_string(i + 1);
  SheetPart part;
  part.question =
      "At which visit do the two runs part, and why there? Which rows lie on the boundary of the weights that "
      "rule B ends with?";
  part.solution = {
      {"Visit " + std::to_string(visit) + ", row " + std::to_string(line.row + 1) +
       ": $s = " + number_text(line.score) + "$ and $y = " + std::to_string(line.y) +
       "$. Rule A calls every row on the boundary a mistake, rule B counts $s = 0$ as the label 1, which is "
       "right here, so only rule A updates."},
      {on.empty() ? "No row lies on the boundary of rule B's weights: they separate the rows strictly."
                  : "On the boundary of rule B's weights: row " + rows +
                        ", of label 1. The run calls it correct, but the weights do not separate the rows "
                        "strictly."}};
  part.marks = {{1, "the visit"},
                {1, "$s = 0$, and what each rule makes of it"},
                {1, "the rows on the boundary, or that there are none"}};
  static_cast<void>(sheet);
  return part;
}

}  // namespace

bool make_tie_rule(Rng& rng, Worksheet& sheet) {
  sheet.rows = drawn_points(rng, static_cast<std::size_t>(drawn(rng, 4, 5)), 3);
  if (!label_by_line(rng, sheet.rows)) return false;
  const auto a = small_run(sheet.rows, rule_a);
  const auto b = small_run(sheet.rows, rule_b);
  if (!suits_rule(a) || !suits_rule(b) || last_weights(*a) == last_weights(*b)) return false;
  const std::size_t visit = first_difference(*a, *b);
  if (visit == 0) return false;
  std::vector<std::size_t> on;
  for (std::size_t i = 0; i < sheet.rows.size(); ++i) {
    if (score_of(last_weights(*b), sheet.rows.x[i]) == 0) on.push_back(i);
  }
  if (on.size() > 1) return false;
  sheet.title = "On the boundary: two rules, two runs";
  sheet.task =
      perceptron_task(sheet.rows.size()) +
      " That is rule A. Under rule B the weights predict the label 1 where $s >= 0$ and -1 elsewhere, and a row "
      "is a mistake when the predicted label is not $y$; all else is the same.";
  put_run(sheet, "rule_a", *a, rule_a);
  put_run(sheet, "rule_b", *b, rule_b);
  sheet.solution["first_difference"] = visit;
  sheet.solution["on_boundary"] = Json::array();
  for (const std::size_t i : on) sheet.solution["on_boundary"].push_back(i + 1);
  sheet.parts = {rule_part(sheet, *a, "A"), rule_part(sheet, *b, "B"), difference_part(sheet, *a, visit, on)};
  sheet.steps = a->table.lines.size() + b->table.lines.size();
  sheet.step = "visit";
  sheet.commands = {command_of("trace", sheet, rule_a), command_of("trace", sheet, rule_b)};
  return true;
}

}  // namespace halfspace
