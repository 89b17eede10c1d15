// R^2, gamma^2 and the mistake bound k <= R^2/gamma^2 (Novikoff 1962) beside the run.
#include <algorithm>
#include <utility>

#include "base/text.hpp"
#include "classroom/exercise_kinds.hpp"
#include "classroom/exercise_parts.hpp"

namespace halfspace {
namespace {

const RunSettings bounded_run = {{"preset", "cyclic"}};
constexpr int most_weight = 9;
constexpr int most_bound = 60;

/// w̄* with the best margin, in whole numbers without a common factor; nothing where they are not small.
std::optional<std::array<int, 3>> small_separator(const Margin& margin) {
  Integer common = 0;
  for (const Integer& w : margin.weights) common = gcd(common, w);
  if (margin.weights.size() != 3 || common == 0) return std::nullopt;
  std::array<int, 3> out{};
  for (std::size_t j = 0; j < 3; ++j) {
    const Integer w = margin.weights[j] / common;
    if (abs(w) > most_weight) return std::nullopt;
    out[j] = static_cast<int>(w.get_si());
  }
  return out;
}

std::string starred(const std::array<int, 3>& w) {
  return "w* = " + point_text({w[0], w[1]}) + ", b* = " + std::to_string(w[2]);
}

SheetPart radius_part(Worksheet& sheet, const Rational& radius) {
  SheetTable table{{"row", "$|x|^2 + 1$"}, {}};
  sheet.solution["lengths"] = Json::array();
  for (std::size_t i = 0; i < sheet.rows.size(); ++i) {
    const auto& x = sheet.rows.x[i];
    const int length = x[0] * x[0] + x[1] * x[1] + 1;
    table.rows.push_back({std::to_string(i + 1), std::to_string(length)});
    sheet.solution["lengths"].push_back(length);
  }
  SheetPart part;
  part.question =
      "The bias counts as a weight of a third coordinate that is 1 in every row. Compute the squared length "
      "$|x|^2 + 1$ of every row, and $R^2$, the largest.";
  part.solution = {{"", std::move(table)}, {"$R^2 = " + rational_text(radius) + "$."}};
  part.marks = {{1, "the lengths"}, {1, "$R^2$"}};
  return part;
}

SheetPart margin_part(Worksheet& sheet, const std::array<int, 3>& w, const Rational& gamma) {
  SheetTable table{{"row", "$m = y (w*.x + b*)$"}, {}};
  sheet.solution["margins"] = Json::array();
  const int length = w[0] * w[0] + w[1] * w[1] + w[2] * w[2];
  int least = 0;
  for (std::size_t i = 0; i < sheet.rows.size(); ++i) {
    const auto& x = sheet.rows.x[i];
    const int m = sheet.rows.y[i] * (w[0] * x[0] + w[1] * x[1] + w[2]);
    least = i == 0 ? m : std::min(least, m);
    table.rows.push_back({std::to_string(i + 1), "$" + std::to_string(m) + "$"});
    sheet.solution["margins"].push_back(m);
  }
  SheetPart part;
  part.question = "The separator with the largest margin in these three coordinates is a multiple of $" + starred(w) +
                  "$. Compute $m = y (w*.x + b*)$ of every row and $gamma^2$, the squared distance of the nearest row.";
  part.solution = {{"", std::move(table)},
                   {"$|w*|^2 + b*^2 = " + std::to_string(length) + "$ and the least $m$ is " + std::to_string(least) +
                    ", so $gamma^2 = " + std::to_string(least) + "^2/" + std::to_string(length) + " = " +
                    rational_text(gamma) + "$."}};
  part.marks = {{2, "the $m$, all positive"}, {1, "$gamma^2$"}};
  return part;
}

SheetPart compared_part(const Worksheet& sheet, const TracedRun& run, const Rational& ratio, const Integer& most) {
  SheetPart part;
  part.question = "How many updates can the run make at most by $k <= R^2/gamma^2$? Run it and compare.";
  part.solution = {{"$R^2/gamma^2 = " + rational_text(ratio) + "$, so at most " + most.get_str() +
                        (most == 1 ? " update." : " updates.") + " The run:",
                    visits_sheet(sheet.rows, run)},
                   {"It makes " + counted(updates_of(run), "update") + ", which is within the bound."}};
  part.marks = {{1, "the bound as a whole number"},
                {static_cast<unsigned>(updates_of(run)), "one for each update"},
                {1, "the comparison"}};
  return part;
}

}  // namespace

bool make_bound(Rng& rng, Worksheet& sheet) {
  sheet.rows = drawn_points(rng, 4, 3);
  if (!label_by_line(rng, sheet.rows)) return false;
  const auto run = small_run(sheet.rows, bounded_run);
  if (!run || run->learned.trained.status != Status::converged || !stays_small(*run)) return false;
  if (updates_of(*run) < 2 || updates_of(*run) > 6 || run->table.lines.size() > 16) return false;
  const Separability& known = run->learned.trained.known;
  if (!known.margin || !known.margin->exact()) return false;
  const auto separator = small_separator(*known.margin);
  if (!separator) return false;
  const Rational& gamma = known.margin->lower_squared;
  const Rational ratio = known.radius_squared / gamma;
  const Integer most = ratio.get_num() / ratio.get_den();
  if (ratio > most_bound) return false;
  sheet.title = "The mistake bound beside the run";
  sheet.task = perceptron_task(sheet.rows.size());
  sheet.given["separator"] = *separator;
  put_run(sheet, "run", *run, bounded_run);
  sheet.solution["radius_squared"] = rational_text(known.radius_squared);
  sheet.solution["gamma_squared"] = rational_text(gamma);
  sheet.solution["ratio"] = rational_text(ratio);
  sheet.solution["most_updates"] = rational_text(most);
  sheet.parts = {radius_part(sheet, known.radius_squared), margin_part(sheet, *separator, gamma),
                 compared_part(sheet, *run, ratio, most)};
  sheet.steps = run->table.lines.size();
  sheet.step = "visit";
  sheet.commands = {command_of("trace", sheet, bounded_run), command_of("train", sheet, bounded_run)};
  return true;
}

}  // namespace halfspace
