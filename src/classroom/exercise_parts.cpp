#include "classroom/exercise_parts.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

#include "base/text.hpp"
#include "format/read.hpp"

namespace halfspace {
namespace {

bool both_classes(const SmallRows& rows) {
  const auto positive = std::count(rows.y.begin(), rows.y.end(), 1);
  return positive >= 2 && static_cast<std::size_t>(positive) + 2 <= rows.size();
}

}  // namespace

int drawn(Rng& rng, int low, int high) {
  return low + static_cast<int>(rng.bounded(static_cast<std::uint64_t>(high - low) + 1));
}

SmallRows drawn_points(Rng& rng, std::size_t n, int size) {
  SmallRows rows;
  while (rows.size() < n) {
    const int first = drawn(rng, -size, size);
    const std::array<int, 2> x = {first, drawn(rng, -size, size)};
    if (std::find(rows.x.begin(), rows.x.end(), x) != rows.x.end()) continue;
    rows.x.push_back(x);
    rows.y.push_back(1);
  }
  return rows;
}

bool label_by_line(Rng& rng, SmallRows& rows) {
  std::array<int, 3> w{};
  for (int& v : w) v = drawn(rng, -3, 3);
  for (std::size_t i = 0; i < rows.size(); ++i) {
    const int s = w[0] * rows.x[i][0] + w[1] * rows.x[i][1] + w[2];
    if (s == 0) return false;
    rows.y[i] = s > 0 ? 1 : -1;
  }
  return both_classes(rows);
}

bool label_by_lot(Rng& rng, SmallRows& rows) {
  for (int& y : rows.y) y = drawn(rng, 0, 1) == 0 ? -1 : 1;
  return both_classes(rows);
}

Dataset dataset_of(const SmallRows& rows) {
  Worksheet sheet;
  sheet.rows = rows;
  const std::string text = sheet.data_text();
  ReadOptions options;
  options.format = "csv";
  auto data = read_dataset(memory_source(text), "exercise.csv", options);
  return data ? std::move(data).value() : Dataset();
}

std::optional<TracedRun> small_run(const SmallRows& rows, const RunSettings& settings) {
  Settings all;
  all.values = settings;
  all.values["counts"] = "";
  const Dataset data = dataset_of(rows);
  auto run = traced_run(data, all, "exercise.csv", std::nullopt, {});
  if (!run) return std::nullopt;
  return std::move(run).value();
}

bool stays_small(const TracedRun& run, double most) {
  const auto small = [&](double v) { return std::fabs(v) <= most; };
  return std::all_of(run.table.lines.begin(), run.table.lines.end(), [&](const VisitLine& line) {
    return std::fabs(line.score) <= 5 * most && std::all_of(line.after.begin(), line.after.end(), small);
  });
}

std::size_t updates_of(const TracedRun& run) { return run.learned.trained.perceptron()->run.updates; }

std::vector<double> last_weights(const TracedRun& run) { return run.table.lines.back().after; }

double score_of(const std::vector<double>& weights, const std::array<int, 2>& x) {
  return weights[0] * x[0] + weights[1] * x[1] + weights[2];
}

std::string command_of(const std::string& verb, const Worksheet& sheet, const RunSettings& settings) {
  std::string out = verb + " " + sheet.data_name();
  for (const auto& [name, value] : settings) out += " --" + name + (value.empty() ? "" : " " + value);
  return out;
}

std::string point_text(double first, double second) {
  return "(" + number_text(first) + ", " + number_text(second) + ")";
}
std::string point_text(const std::array<int, 2>& x) { return point_text(x[0], x[1]); }

std::string weights_text(const std::vector<double>& weights) {
  return "w = " + point_text(weights[0], weights[1]) + ", b = " + number_text(weights[2]);
}

void put_visit(Json& visit, const VisitLine& line) {
  visit["visit"] = line.visit;
  visit["pass"] = line.pass;
  visit["row"] = line.row + 1;
  visit["score"] = number_json(line.score);
  visit["mistake"] = line.mistake;
}

void put_run(Worksheet& sheet, const std::string& name, const TracedRun& run, const RunSettings& settings) {
  sheet.given["settings"][name] = settings;
  Json visits = Json::array();
  for (const VisitLine& line : run.table.lines) {
    Json visit;
    put_visit(visit, line);
    visit["weights"] = line.after;
    visit["mistakes"] = line.counts.mistakes;
    visits.push_back(std::move(visit));
  }
  Json& out = sheet.solution[name];
  out["visits"] = std::move(visits);
  out["updates"] = updates_of(run);
  out["passes"] = run.learned.trained.perceptron()->run.passes;
  out["weights"] = last_weights(run);
}

SheetTable visits_sheet(const SmallRows& rows, const TracedRun& run) {
  SheetTable out;
  out.header = {"visit", "pass", "row", "$x$", "$y$", "$s$", "mistake", "$w_1$", "$w_2$", "$b$"};
  for (const VisitLine& line : run.table.lines) {
    std::vector<std::string> cells = {std::to_string(line.visit), std::to_string(line.pass),
                                      std::to_string(line.row + 1)};
    cells.push_back("$" + point_text(rows.x[line.row]) + "$");
    cells.push_back("$" + std::to_string(line.y) + "$");
    cells.push_back("$" + number_text(line.score) + "$");
    cells.emplace_back(line.mistake ? "yes" : "no");
    for (const double v : line.after) cells.push_back("$" + number_text(v) + "$");
    out.rows.push_back(std::move(cells));
  }
  return out;
}

std::string perceptron_task(std::size_t n) {
  return "The perceptron has the score $s = w.x + b$ and begins with $w = (0, 0)$, $b = 0$. A row is a mistake when "
         "$y s <= 0$: a row on the boundary is one. At a mistake $w$ becomes $w + y x$ and $b$ becomes $b + y$; at any "
         "other row nothing changes. Rows are visited in the order 1, 2, ..., " +
         std::to_string(n) + ", again and again, until " + std::to_string(n) +
         " visits in a row made no mistake (a clean pass).";
}

std::array<int, 2> new_point(Rng& rng, const SmallRows& rows, int size) {
  for (;;) {
    const SmallRows one = drawn_points(rng, 1, size);
    if (std::find(rows.x.begin(), rows.x.end(), one.x[0]) == rows.x.end()) return one.x[0];
  }
}

}  // namespace halfspace
