// The kernel perceptron with k(u, v) = (u.v + 1)^2 on rows that no line separates.
#include <algorithm>
#include <cmath>
#include <utility>

#include "base/text.hpp"
#include "classroom/exercise_kinds.hpp"
#include "classroom/exercise_parts.hpp"
#include "kernel/kernel.hpp"

namespace halfspace {
namespace {

const RunSettings kernel_run = {{"preset", "kernel"}, {"bias", "none"}, {"coef0", "1"},
                                {"degree", "2"},      {"gamma", "1"},   {"kernel", "polynomial"}};

double kernel_of(const std::array<int, 2>& u, const std::array<int, 2>& v) {
  return whole_power(static_cast<double>(u[0] * v[0] + u[1] * v[1] + 1), 2);
}

std::vector<double> multipliers_of(const SmallRows& rows, const VisitLine& line) {
  std::vector<double> alpha;
  alpha.reserve(rows.size());
  for (std::size_t i = 0; i < rows.size(); ++i) alpha.push_back(rows.y[i] * line.after[i] + 0.0);
  return alpha;
}

SheetPart gram_part(Worksheet& sheet) {
  SheetTable table{{"$k$"}, {}};
  sheet.solution["gram"] = Json::array();
  for (std::size_t i = 0; i < sheet.rows.size(); ++i) {
    table.header.push_back(std::to_string(i + 1));
    std::vector<std::string> cells = {std::to_string(i + 1)};
    Json row = Json::array();
    for (const auto& v : sheet.rows.x) {
      cells.push_back(number_text(kernel_of(sheet.rows.x[i], v)));
      row.push_back(kernel_of(sheet.rows.x[i], v));
    }
    table.rows.push_back(std::move(cells));
    sheet.solution["gram"].push_back(std::move(row));
  }
  SheetPart part;
  part.question = "Compute the table of $k(x_i, x_j)$.";
  part.solution = {{"", std::move(table)}};
  part.marks = {{2, "the table (one mark where at most two entries are wrong)"}};
  return part;
}

SheetPart kernel_run_part(Worksheet& sheet, const TracedRun& run) {
  SheetTable table{{"visit", "pass", "row", "$y$", "$s$", "mistake"}, {}};
  for (std::size_t i = 0; i < sheet.rows.size(); ++i) table.header.push_back("$alpha_" + std::to_string(i + 1) + "$");
  Json visits = Json::array();
  for (const VisitLine& line : run.table.lines) {
    std::vector<std::string> cells = {std::to_string(line.visit),          std::to_string(line.pass),
                                      std::to_string(line.row + 1),        "$" + std::to_string(line.y) + "$",
                                      "$" + number_text(line.score) + "$", line.mistake ? "yes" : "no"};
    const std::vector<double> alpha = multipliers_of(sheet.rows, line);
    for (const double a : alpha) cells.push_back(number_text(a));
    table.rows.push_back(std::move(cells));
    Json visit;
    put_visit(visit, line);
    visit["alpha"] = alpha;
    visits.push_back(std::move(visit));
  }
  sheet.given["settings"]["run"] = kernel_run;
  Json& out = sheet.solution["run"];
  out["visits"] = std::move(visits);
  out["updates"] = updates_of(run);
  out["alpha"] = multipliers_of(sheet.rows, run.table.lines.back());
  SheetPart part;
  part.question = "Run it to the clean pass.";
  part.solution = {{"", std::move(table)}};
  part.marks = {{static_cast<unsigned>(updates_of(run)), "one for each update"}, {1, "the clean pass"}};
  return part;
}

SheetPart new_row_part(Worksheet& sheet, const std::vector<double>& alpha, const std::array<int, 2>& point, double s) {
  std::string sum;
  for (std::size_t i = 0; i < alpha.size(); ++i) {
    if (alpha[i] == 0) continue;
    const bool plus = sheet.rows.y[i] > 0;
    sum += (sum.empty() ? (plus ? "" : "-")
            : plus      ? " + "
                        : " - ") +
           number_text(alpha[i]) + " * " + number_text(kernel_of(sheet.rows.x[i], point));
  }
  sheet.given["new_point"] = point;
  sheet.solution["new_score"] = s;
  sheet.solution["new_label"] = s > 0 ? 1 : -1;
  SheetPart part;
  part.question = "Which label does the result give to the new point $" + point_text(point) +
                  "$? Rows with $alpha = 0$ need not be "
                  "kept: which are these?";
  std::string spare;
  for (std::size_t i = 0; i < alpha.size(); ++i) {
    if (alpha[i] == 0) spare += (spare.empty() ? "" : ", ") + std::to_string(i + 1);
  }
  part.solution = {{"$s = " + sum + " = " + number_text(s) + "$: label $" + (s > 0 ? "1" : "-1") + "$. " +
                    (spare.empty() ? "Every row is needed." : "Not needed: row " + spare + ".")}};
  part.marks = {{2, "the score"}, {1, "the label"}, {1, "the rows that are not needed"}};
  return part;
}

/// φ(u) = (1, √2 u_1, √2 u_2, u_1^2, √2 u_1 u_2, u_2^2)
SheetPart features_part() {
  SheetPart part;
  part.question =
      "Write $k(u, v) = (u.v + 1)^2$ as a product $phi(u).phi(v)$ of six features. Why can the run end, although no "
      "line separates the rows?";
  part.solution = {
      {"$phi(u) = (1, sqrt(2) u_1, sqrt(2) u_2, u_1^2, sqrt(2) u_1 u_2, u_2^2)$. The rows are separated by a "
       "plane in these features, which is a conic in the plane of the rows."}};
  part.marks = {{2, "the features"}, {1, "separable there"}};
  return part;
}

}  // namespace

bool make_kernel(Rng& rng, Worksheet& sheet) {
  sheet.rows = drawn_points(rng, static_cast<std::size_t>(drawn(rng, 4, 5)), 2);
  if (!label_by_lot(rng, sheet.rows)) return false;
  const auto run = small_run(sheet.rows, kernel_run);
  if (!run || run->learned.trained.status != Status::converged || !stays_small(*run, 9)) return false;
  if (updates_of(*run) < 3 || updates_of(*run) > 7 || run->table.lines.size() > 18) return false;
  const auto straight = small_run(sheet.rows, {{"preset", "cyclic"}});
  if (!straight || !straight->learned.trained.known.not_separable()) return false;
  const std::vector<double> alpha = multipliers_of(sheet.rows, run->table.lines.back());
  const std::array<int, 2> point = new_point(rng, sheet.rows, 2);
  double s = 0;
  for (std::size_t i = 0; i < alpha.size(); ++i) s += alpha[i] * sheet.rows.y[i] * kernel_of(sheet.rows.x[i], point);
  if (s == 0) return false;
  sheet.title = "A kernel perceptron where no line separates";
  sheet.task =
      "No line separates these rows. The kernel perceptron with $k(u, v) = (u.v + 1)^2$ and without a bias has the "
      "score "
      "$s = sum alpha_i y_i k(x_i, x)$ and begins with every $alpha_i = 0$. A row is a mistake when $y s <= 0$; then "
      "its "
      "$alpha$ grows by 1. Rows are visited in their order, again and again, until " +
      std::to_string(sheet.rows.size()) + " visits in a row made no mistake.";
  sheet.parts = {gram_part(sheet), kernel_run_part(sheet, *run), new_row_part(sheet, alpha, point, s), features_part()};
  sheet.steps = run->table.lines.size();
  sheet.step = "visit";
  sheet.commands = {command_of("trace", sheet, kernel_run), "separate " + sheet.data_name()};
  return true;
}

}  // namespace halfspace
