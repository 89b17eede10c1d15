// The delta rule w := w - eta (yhat - y) x (Widrow and Hoff 1960 as a classifier), with eta and with 2 eta.
#include <utility>

#include "base/text.hpp"
#include "classroom/exercise_kinds.hpp"
#include "classroom/exercise_parts.hpp"

namespace halfspace {
namespace {

RunSettings delta_run(const std::string& eta) { return {{"preset", "delta"}, {"eta", eta}, {"stop", "clean-pass"}}; }

/// With the predicted label, and the factor of the row.
SheetTable delta_sheet(const SmallRows& rows, const TracedRun& run) {
  SheetTable table{{"visit", "pass", "row", "$x$", "$y$", "$s$", "$yhat$", "$yhat - y$", "$w_1$", "$w_2$", "$b$"}, {}};
  for (const VisitLine& line : run.table.lines) {
    const int label = line.score > 0 ? 1 : line.score < 0 ? -1 : 0;
    std::vector<std::string> cells = {std::to_string(line.visit), std::to_string(line.pass),
                                      std::to_string(line.row + 1)};
    cells.push_back("$" + point_text(rows.x[line.row]) + "$");
    for (const std::string& text :
         {std::to_string(line.y), number_text(line.score), std::to_string(label), std::to_string(label - line.y)})
      cells.push_back("$" + text + "$");
    for (const double v : line.after) cells.push_back("$" + number_text(v) + "$");
    table.rows.push_back(std::move(cells));
  }
  return table;
}

}  // namespace

bool make_learning_rate(Rng& rng, Worksheet& sheet) {
  const bool quarter = drawn(rng, 0, 1) == 1;
  const std::string eta = quarter ? "0.25" : "0.5";
  const std::string twice = quarter ? "0.5" : "1";
  sheet.rows = drawn_points(rng, static_cast<std::size_t>(drawn(rng, 4, 5)), 4);
  if (!label_by_line(rng, sheet.rows)) return false;
  const auto run = small_run(sheet.rows, delta_run(eta));
  const auto fast = small_run(sheet.rows, delta_run(twice));
  if (!run || !fast || run->learned.trained.status != Status::converged || !stays_small(*run)) return false;
  if (updates_of(*run) < 3 || updates_of(*run) > 6 || run->table.lines.size() > 16) return false;
  if (fast->table.lines.size() != run->table.lines.size()) return false;
  const std::string n = std::to_string(sheet.rows.size());
  sheet.title = "The delta rule and its learning rate";
  sheet.task =
      "With the score $s = w.x + b$ the predicted label is $yhat = sign(s)$, which is 1, 0 or -1 (0 on the boundary). "
      "At each visit $w$ becomes $w - eta (yhat - y) x$ and $b$ becomes $b - eta (yhat - y)$, which changes "
      "nothing where $yhat = y$. Begin with $w = (0, 0)$, $b = 0$; visit the rows in the order 1, 2, ..., " +
      n + ", again and again, until " + n + " visits in a row changed nothing.";
  sheet.given["eta"] = eta;
  sheet.given["twice_eta"] = twice;
  put_run(sheet, "run", *run, delta_run(eta));
  put_run(sheet, "twice", *fast, delta_run(twice));
  SheetPart steps;
  steps.question = "Run it with $eta = " + eta + "$ to the end.";
  steps.solution = {{"", delta_sheet(sheet.rows, *run)},
                    {"$" + weights_text(last_weights(*run)) + "$ after " + counted(updates_of(*run), "update") + "."}};
  steps.marks = {{static_cast<unsigned>(updates_of(*run)), "one for each update"},
                 {1, "the end of the run and its weights"}};
  SheetPart both;
  both.question = "The first visit moves the weights half as far as an update at a wrong sign would. Why?";
  both.solution = {{"The zero weights have $s = 0$, so $yhat = 0$ and $abs(yhat - y) = 1$; at a wrong sign it is 2."}};
  both.marks = {{2, "$yhat = 0$ on the boundary, so the factor is 1 instead of 2"}};
  SheetPart rate;
  rate.question = "Without running it again: with which weights does the run end for $eta = " + twice +
                  "$, and after how many updates?";
  rate.solution = {
      {"From the zero weights the rate only rescales: at every moment $w$ and $b$ are twice as large, so every sign "
       "and "
       "every update is the same. $" +
       weights_text(last_weights(*fast)) + "$ after " + counted(updates_of(*fast), "update") + "."}};
  rate.marks = {{1, "the same signs, so the same updates"}, {1, "twice the weights"}};
  sheet.parts = {std::move(steps), std::move(both), std::move(rate)};
  sheet.steps = run->table.lines.size();
  sheet.step = "visit";
  sheet.commands = {command_of("trace", sheet, delta_run(eta)), command_of("trace", sheet, delta_run(twice))};
  return true;
}

}  // namespace halfspace
