// A separator, or multipliers of a sum that is 0 (Gordan 1873).
#include <algorithm>
#include <utility>

#include "base/text.hpp"
#include "classroom/exercise_kinds.hpp"
#include "classroom/exercise_parts.hpp"

namespace halfspace {
namespace {

const RunSettings asking_run = {{"preset", "cyclic"}};
constexpr int largest_multiplier = 5;
constexpr int largest_weight = 6;

SheetPart decided_part() {
  SheetPart part;
  part.question =
      "Draw the rows. Is there a line with all rows of label 1 strictly on one side and all rows of label -1 "
      "strictly on the other?";
  return part;
}

/// Σ λ z with its terms, coordinate by coordinate.
SheetTable sum_sheet(const Worksheet& sheet, const std::vector<Multiplier>& witness) {
  SheetTable table{{"row", "$lambda$", "$z$", "$lambda z$"}, {}};
  for (const Multiplier& m : witness) {
    const auto i = static_cast<std::size_t>(m.row);
    const auto factor = static_cast<int>(m.value.get_si());
    const std::array<int, 3> z = {sheet.rows.y[i] * sheet.rows.x[i][0], sheet.rows.y[i] * sheet.rows.x[i][1],
                                  sheet.rows.y[i]};
    const auto triple = [&](int f) {
      return "$(" + std::to_string(f * z[0]) + ", " + std::to_string(f * z[1]) + ", " + std::to_string(f * z[2]) + ")$";
    };
    table.rows.push_back({std::to_string(i + 1), std::to_string(factor), triple(1), triple(factor)});
  }
  table.rows.push_back({"sum", "", "", "$(0, 0, 0)$"});
  return table;
}

/// The question is the same whatever the answer.
SheetPart proof_part() {
  SheetPart proof;
  proof.question =
      "Prove it. If there is one, give weights $w$ and $b$ in small whole numbers with $y (w.x + b) > 0$ for every "
      "row. If there is none, give multipliers $lambda_i >= 0$, not all 0, with $sum lambda_i z_i = 0$ where "
      "$z_i = y_i (x_i, 1)$, and say why they are a proof.";
  return proof;
}

bool not_separable_sheet(Worksheet& sheet, const std::vector<Multiplier>& witness) {
  if (std::any_of(witness.begin(), witness.end(), [](const Multiplier& m) { return m.value > largest_multiplier; }))
    return false;
  if (witness.size() > 4) return false;
  SheetPart decided = decided_part();
  decided.solution = {{"No: the rows are not linearly separable."}};
  decided.marks = {{2, "the verdict"}};
  SheetPart proof = proof_part();
  proof.solution = {
      {"For example these multipliers, with 0 for all other rows (any others with the sum 0 are as good):",
       sum_sheet(sheet, witness)},
      {"With a separator every $(w, b).z_i$ would be positive, and so would their sum with factors "
       "$lambda_i >= 0$, not all 0. But that sum is $(w, b).0 = 0$."}};
  proof.marks = {{3, "multipliers with the sum 0"}, {2, "why they are a proof"}};
  sheet.parts = {std::move(decided), std::move(proof)};
  sheet.solution["separable"] = false;
  sheet.solution["witness"] = Json::array();
  for (const Multiplier& m : witness)
    sheet.solution["witness"].push_back({{"row", m.row + 1}, {"multiplier", rational_text(m.value)}});
  return true;
}

bool separable_sheet(Worksheet& sheet, const Margin& margin) {
  Integer common = 0;
  for (const Integer& w : margin.weights) common = gcd(common, w);
  std::vector<double> weights;
  for (const Integer& w : margin.weights) {
    if (abs(w) > largest_weight * common) return false;
    weights.push_back(Integer(w / common).get_d());
  }
  SheetTable table{{"row", "$y (w.x + b)$"}, {}};
  sheet.solution["margins"] = Json::array();
  for (std::size_t i = 0; i < sheet.rows.size(); ++i) {
    const double m = sheet.rows.y[i] * score_of(weights, sheet.rows.x[i]);
    table.rows.push_back({std::to_string(i + 1), "$" + number_text(m) + "$"});
    sheet.solution["margins"].push_back(m);
  }
  SheetPart decided = decided_part();
  decided.solution = {{"Yes: the rows are linearly separable."}};
  decided.marks = {{2, "the verdict"}};
  SheetPart proof = proof_part();
  proof.solution = {
      {"For example $" + weights_text(weights) + "$ (any other separator is as good):", std::move(table)}};
  proof.marks = {{3, "a separator"}, {2, "the check of every row"}};
  sheet.parts = {std::move(decided), std::move(proof)};
  sheet.solution["separable"] = true;
  sheet.solution["weights"] = weights;
  return true;
}

}  // namespace

bool make_separability(Rng& rng, Worksheet& sheet) {
  const bool wanted = sheet.seed % 2 == 0;  // classes get both answers by seeds in turn
  sheet.rows = drawn_points(rng, static_cast<std::size_t>(drawn(rng, 5, 6)), 3);
  if (!label_by_lot(rng, sheet.rows)) return false;
  const auto run = small_run(sheet.rows, asking_run);
  if (!run) return false;
  const Separability& known = run->learned.trained.known;
  if (!known.decision || known.separable() != wanted) return false;
  sheet.title = "Separable or not? With proof";
  sheet.task = "A row $x$ with label $y$ is on its right side of the line $w.x + b = 0$ when $y (w.x + b) > 0$.";
  if (wanted ? !known.margin || !separable_sheet(sheet, *known.margin)
             : !not_separable_sheet(sheet, known.decision->witness))
    return false;
  sheet.steps = sheet.rows.size();  // whatever the answer, which the question must not tell
  sheet.step = "row";
  sheet.commands = {command_of("separate", sheet, {}), command_of("train", sheet, asking_run)};
  return true;
}

}  // namespace halfspace
