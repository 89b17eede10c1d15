// Two orders of visits, two separators.
#include <cmath>
#include <utility>

#include "base/text.hpp"
#include "classroom/exercise_kinds.hpp"
#include "classroom/exercise_parts.hpp"

namespace halfspace {
namespace {

const RunSettings in_turn = {{"preset", "cyclic"}, {"order", "cyclic"}};
const RunSettings from_the_top = {{"preset", "cyclic"}, {"order", "first-mistake"}};

bool suits_order(const std::optional<TracedRun>& run) {
  return run && run->learned.trained.status == Status::converged && stays_small(*run) && updates_of(*run) >= 2 &&
         updates_of(*run) <= 6 && run->table.lines.size() <= 20;
}

/// Is u = c v for some c > 0?
bool same_line(const std::vector<double>& u, const std::vector<double>& v) {
  for (std::size_t i = 0; i < 3; ++i) {
    for (std::size_t j = 0; j < 3; ++j) {
      if (u[i] * v[j] != u[j] * v[i]) return false;
    }
  }
  return true;
}

SheetPart order_part(const Worksheet& sheet, const TracedRun& run, const std::string& question) {
  SheetPart part;
  part.question = question;
  part.solution = {{"", visits_sheet(sheet.rows, run)},
                   {"$" + weights_text(last_weights(run)) + "$ after " + counted(updates_of(run), "update") + " and " +
                    counted(run.table.lines.size(), "visit") + "."}};
  part.marks = {{static_cast<unsigned>(updates_of(run)), "one for each update"},
                {1, "the end of the run and its weights"}};
  return part;
}

SheetPart both_part(Worksheet& sheet, const std::vector<double>& a, const std::vector<double>& b) {
  SheetTable table{{"row", "$y s$ in (a)", "$y s$ in (b)"}, {}};
  for (const char* name : {"cyclic_margins", "first_mistake_margins"}) sheet.solution[name] = Json::array();
  for (std::size_t i = 0; i < sheet.rows.size(); ++i) {
    const double of_a = sheet.rows.y[i] * score_of(a, sheet.rows.x[i]);
    const double of_b = sheet.rows.y[i] * score_of(b, sheet.rows.x[i]);
    table.rows.push_back({std::to_string(i + 1), "$" + number_text(of_a) + "$", "$" + number_text(of_b) + "$"});
    sheet.solution["cyclic_margins"].push_back(of_a);
    sheet.solution["first_mistake_margins"].push_back(of_b);
  }
  SheetPart part;
  part.question =
      "Show that both results separate the rows and are different lines. What does that say about \"the\" "
      "solution of the perceptron?";
  part.solution = {
      {"All $y s$ are positive:", std::move(table)},
      {"Neither weight vector is a multiple of the other, so these are two lines. Every separator is a fixed "
       "point of the perceptron: which one it stops at depends on the order (and on the start)."}};
  part.marks = {{2, "$y s$ of all rows under both"}, {1, "different lines; the order decides"}};
  return part;
}

}  // namespace

bool make_order(Rng& rng, Worksheet& sheet) {
  sheet.rows = drawn_points(rng, static_cast<std::size_t>(drawn(rng, 4, 5)), 4);
  if (!label_by_line(rng, sheet.rows)) return false;
  const auto a = small_run(sheet.rows, in_turn);
  const auto b = small_run(sheet.rows, from_the_top);
  if (!suits_order(a) || !suits_order(b) || same_line(last_weights(*a), last_weights(*b))) return false;
  const std::string n = std::to_string(sheet.rows.size());
  sheet.title = "Two orders, two separators";
  sheet.task = perceptron_task(sheet.rows.size());
  put_run(sheet, "cyclic", *a, in_turn);
  put_run(sheet, "first_mistake", *b, from_the_top);
  sheet.parts = {order_part(sheet, *a, "Run the perceptron to the clean pass."),
                 order_part(sheet, *b,
                            "Begin anew, and after each update go back to row 1 instead of on to the next row. End "
                            "when rows 1, 2, ..., " +
                                n + " were visited without a mistake.")};
  sheet.parts.push_back(both_part(sheet, last_weights(*a), last_weights(*b)));
  sheet.steps = a->table.lines.size() + b->table.lines.size();
  sheet.step = "visit";
  sheet.commands = {command_of("trace", sheet, in_turn), command_of("trace", sheet, from_the_top)};
  return true;
}

}  // namespace halfspace
