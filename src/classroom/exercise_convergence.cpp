// Run the perceptron to a clean pass.
#include <utility>

#include "base/text.hpp"
#include "classroom/exercise_kinds.hpp"
#include "classroom/exercise_parts.hpp"

namespace halfspace {
namespace {

const RunSettings cyclic_run = {{"preset", "cyclic"}};

SheetPart run_part(const Worksheet& sheet, const TracedRun& run) {
  const std::size_t updates = updates_of(run);
  SheetPart part;
  part.question =
      "Run the perceptron to the clean pass. Write a line for each visit: row, score, mistake or not, new weights.";
  part.solution = {{"", visits_sheet(sheet.rows, run)}};
  part.marks = {
      {static_cast<unsigned>(updates), "one for each update with its new weights (" + counted(updates, "update") + ")"},
      {2, "the visits without a mistake, and the right end: the clean pass"}};
  return part;
}

SheetPart result_part(const TracedRun& run) {
  SheetPart part;
  part.question = "Which weights does the run end with, after how many updates?";
  part.solution = {{"$" + weights_text(last_weights(run)) + "$ after " + counted(updates_of(run), "update") + " and " +
                    counted(run.table.lines.size(), "visit") + "."}};
  part.marks = {{1, "weights"}, {1, "number of updates"}};
  return part;
}

/// The margins m_i = y_i s_i by the last weights, and a new point.
SheetPart check_part(Worksheet& sheet, const TracedRun& run, const std::array<int, 2>& point) {
  const std::vector<double> w = last_weights(run);
  SheetTable table{{"row", "$y s$"}, {}};
  Json margins = Json::array();
  for (std::size_t i = 0; i < sheet.rows.size(); ++i) {
    const double m = sheet.rows.y[i] * score_of(w, sheet.rows.x[i]);
    table.rows.push_back({std::to_string(i + 1), "$" + number_text(m) + "$"});
    margins.push_back(m);
  }
  const double s = score_of(w, point);
  sheet.solution["margins"] = std::move(margins);
  sheet.solution["new_score"] = s;
  sheet.solution["new_label"] = s >= 0 ? 1 : -1;
  SheetPart part;
  part.question = "Check the result: compute $y s$ of every row. Which label do the weights give to the new point $" +
                  point_text(point) + "$?";
  part.solution = {{"Every $y s$ is positive, so the weights separate the rows:", std::move(table)},
                   {"The new point has $s = " + number_text(s) + "$: label $" + (s >= 0 ? "1" : "-1") + "$."}};
  part.marks = {{2, "$y s$ of all rows, all positive"}, {1, "score and label of the new point"}};
  return part;
}

}  // namespace

bool make_convergence(Rng& rng, Worksheet& sheet) {
  sheet.rows = drawn_points(rng, static_cast<std::size_t>(drawn(rng, 4, 6)), 4);
  if (!label_by_line(rng, sheet.rows)) return false;
  const auto run = small_run(sheet.rows, cyclic_run);
  if (!run || run->learned.trained.status != Status::converged || !stays_small(*run)) return false;
  if (updates_of(*run) < 3 || updates_of(*run) > 6 || run->table.lines.size() > 20) return false;
  const std::array<int, 2> point = new_point(rng, sheet.rows, 4);
  if (score_of(last_weights(*run), point) == 0) return false;
  sheet.title = "A perceptron by hand, to its clean pass";
  sheet.task = perceptron_task(sheet.rows.size());
  sheet.given["new_point"] = point;
  put_run(sheet, "run", *run, cyclic_run);
  sheet.parts = {run_part(sheet, *run), result_part(*run), check_part(sheet, *run, point)};
  sheet.steps = run->table.lines.size();
  sheet.step = "visit";
  sheet.commands = {command_of("trace", sheet, cyclic_run), command_of("train", sheet, cyclic_run)};
  return true;
}

}  // namespace halfspace
