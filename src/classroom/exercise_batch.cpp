// Two steps of the mini-batch subgradient method on the perceptron loss.
#include <utility>

#include "base/text.hpp"
#include "classroom/exercise_kinds.hpp"
#include "classroom/exercise_parts.hpp"

namespace halfspace {
namespace {

SheetPart batch_part(const Worksheet& sheet, const TracedRun& run, std::size_t step, std::size_t size) {
  SheetTable table{{"row", "$x$", "$y$", "$y s$", "mistake", "$y x$"}, {}};
  std::array<double, 3> sum{};
  std::size_t mistakes = 0;
  const VisitLine* last = nullptr;
  for (const VisitLine& line : run.table.lines) {
    if (line.visit != step) continue;
    const auto& x = sheet.rows.x[line.row];
    const int y = sheet.rows.y[line.row];
    table.rows.push_back({std::to_string(line.row + 1), "$" + point_text(x) + "$", "$" + std::to_string(y) + "$",
                          "$" + number_text(y * line.score) + "$", line.mistake ? "yes" : "no",
                          line.mistake ? "$" + point_text(y * x[0], y * x[1]) + "$" : ""});
    last = &line;
    if (!line.mistake) continue;
    ++mistakes;
    sum = {sum[0] + y * x[0], sum[1] + y * x[1], sum[2] + y};
  }
  SheetPart part;
  part.question = step == 1 ? "Take the first step, from the zero weights." : "Take the second step.";
  part.solution = {{"", std::move(table)},
                   {"Over the mistakes $sum y x = " + point_text(sum[0], sum[1]) + "$ and $sum y = " +
                    number_text(sum[2]) + "$. With $tau/B$ in front: $" + weights_text(last->after) + "$."}};
  part.marks = {{static_cast<unsigned>(size / 2), "$y s$ and the mistakes of the batch"},
                {1, "the sum over the " + counted(mistakes, "mistake")},
                {1, "division by B, not by the number of mistakes; the new weights"}};
  return part;
}

}  // namespace

bool make_batch(Rng& rng, Worksheet& sheet) {
  const int size = 2 * drawn(rng, 1, 2);
  const int tau = drawn(rng, 1, 2);
  sheet.rows = drawn_points(rng, 2 * static_cast<std::size_t>(size), 4);
  if (!label_by_line(rng, sheet.rows)) return false;
  const RunSettings settings = {{"preset", "subgradient"},
                                {"mistake", "boundary-is-mistake"},
                                {"start", "zero"},
                                {"order", "cyclic"},
                                {"batch", std::to_string(size)},
                                {"batch-order", "consecutive"},
                                {"tau", std::to_string(tau)},
                                {"rounds", "2"}};
  const auto run = small_run(sheet.rows, settings);
  if (!run || !stays_small(*run) || run->table.lines.size() != sheet.rows.size()) return false;
  std::size_t second = 0;
  for (const VisitLine& line : run->table.lines) second += line.visit == 2 && line.mistake ? 1 : 0;
  if (second == 0 || second >= static_cast<std::size_t>(size)) return false;
  const std::string B = std::to_string(size);
  sheet.title = "Two mini-batch subgradient steps";
  sheet.task =
      "The perceptron loss of a row is $max(0, -y s)$ with $s = w.x + b$. Each step takes the next $B = " + B +
      "$ rows: rows 1 to " + B + ", then rows " + std::to_string(size + 1) + " to " + std::to_string(2 * size) +
      ". A row of the batch is a mistake when $y s <= 0$. With the step size $tau = " + std::to_string(tau) +
      "$ the step is $w := w + (tau/B) sum y x$ and $b := b + (tau/B) sum y$, sums over the mistakes of the batch.";
  sheet.given["batch"] = size;
  sheet.given["tau"] = tau;
  put_run(sheet, "run", *run, settings);
  sheet.parts = {batch_part(sheet, *run, 1, static_cast<std::size_t>(size)),
                 batch_part(sheet, *run, 2, static_cast<std::size_t>(size))};
  SheetPart why;
  why.question =
      "On the boundary, $y s = 0$, the loss has a kink. Which subgradients does it have there in $s$, and which one do "
      "the steps above take?";
  why.solution = {
      {"Every number between $-y$ and 0 is one; the rule $y s <= 0$ takes $-y$. (With 0 nothing would ever move "
       "from the zero weights.)"}};
  why.marks = {{1, "the subgradients"}, {1, "$-y$"}};
  sheet.parts.push_back(std::move(why));
  sheet.steps = 2;
  sheet.step = "step";
  sheet.commands = {command_of("trace", sheet, settings)};
  return true;
}

}  // namespace halfspace
