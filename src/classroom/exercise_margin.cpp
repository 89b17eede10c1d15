// The hard-margin support vector machine: min 1/2 |w|^2 subject to y_i (w.x_i + b) >= 1. Its dual has w = Σ α_i y_i x_i,
// Σ α_i y_i = 0, α >= 0, and α_i > 0 only where the constraint is tight (Karush, Kuhn, Tucker).
#include <algorithm>
#include <array>
#include <cstdlib>
#include <string>
#include <utility>

#include "base/text.hpp"
#include "certify/find/margin.hpp"
#include "classroom/exercise_kinds.hpp"
#include "classroom/exercise_parts.hpp"

namespace halfspace {
namespace {

const RunSettings hard_margin = {{"algorithm", "svm"}, {"bias", "free"}, {"C", "inf"}};

struct HardMargin {
  std::array<Rational, 3> w;  // and b
  std::vector<Rational> alpha;
  std::vector<Rational> y_score;  // y_i (w.x_i + b)
};

std::optional<Margin> geometric_margin(const SmallRows& rows) {
  const Dataset data = dataset_of(rows);
  std::vector<std::int8_t> y;
  y.reserve(rows.size());
  for (const int v : rows.y) y.push_back(static_cast<std::int8_t>(v));
  const SignedRows z(data, 0, std::move(y), true);
  const auto decision = decide(z, {});
  if (!decision || decision.value().verdict != Verdict::separable) return std::nullopt;
  auto margin = find_margin(z, MarginKind::geometric, decision.value().weights, {});
  return margin && margin.value() && margin.value()->exact() ? margin.value() : std::nullopt;
}

/// The weights at length 1/γ, and the multipliers that give them.
std::optional<HardMargin> hard_margin_of(const SmallRows& rows) {
  const auto margin = geometric_margin(rows);
  if (!margin || margin->weights.size() != 3) return std::nullopt;
  HardMargin out;
  const auto score = [&](const std::array<int, 2>& x) -> Rational {
    return Rational(margin->weights[0]) * x[0] + Rational(margin->weights[1]) * x[1] + Rational(margin->weights[2]);
  };
  Rational least = rows.y[0] * score(rows.x[0]);
  for (std::size_t i = 0; i < rows.size(); ++i) {
    const Rational m = rows.y[i] * score(rows.x[i]);
    out.y_score.push_back(m);
    least = std::min(least, m);
  }
  if (least <= 0) return std::nullopt;
  for (Rational& m : out.y_score) m /= least;
  for (std::size_t j = 0; j < 3; ++j) out.w[j] = Rational(margin->weights[j]) / least;
  out.alpha.assign(rows.size(), Rational(0));
  std::array<Rational, 2> sum;
  for (const Multiplier& m : margin->lambda) {
    const auto i = static_cast<std::size_t>(m.row);
    out.alpha[i] = m.value;
    for (std::size_t j = 0; j < 2; ++j) sum[j] += Rational(m.value) * rows.y[i] * rows.x[i][j];
  }
  const std::size_t along = sum[0] != 0 ? 0 : 1;
  if (sum[along] == 0) return std::nullopt;
  const Rational scale = out.w[along] / sum[along];
  for (Rational& a : out.alpha) a *= scale;
  return out;
}

/// Small fractions, every tight row a support vector (then α is unique), at least one row that is none.
bool suits_margin(const HardMargin& found) {
  const auto fine = [](const Rational& v, int below, int above) { return v.get_den() <= below && abs(v) <= above; };
  for (const Rational& v : found.w) {
    if (!fine(v, 3, 9)) return false;
  }
  std::size_t support = 0;
  for (std::size_t i = 0; i < found.alpha.size(); ++i) {
    if (!fine(found.alpha[i], 9, 9) || found.alpha[i] < 0) return false;
    if ((found.alpha[i] > 0) != (found.y_score[i] == 1)) return false;
    support += found.alpha[i] > 0 ? 1 : 0;
  }
  return support <= 3 && support < found.alpha.size() && found.w[0] != 0 && found.w[1] != 0;
}

std::string fraction(const Rational& v) { return rational_text(v); }

std::string fractions(const std::array<Rational, 3>& w) {
  return "w = (" + fraction(w[0]) + ", " + fraction(w[1]) + "), b = " + fraction(w[2]);
}

/// -w_1 + 3 w_2 + b
std::string score_text(const std::array<int, 2>& x) {
  std::string out;
  for (std::size_t j = 0; j < 2; ++j) {
    if (x[j] == 0) continue;
    const std::string sign = out.empty() ? (x[j] < 0 ? "-" : "") : (x[j] < 0 ? " - " : " + ");
    out += sign + (std::abs(x[j]) == 1 ? "" : std::to_string(std::abs(x[j])) + " ") + "w_" + std::to_string(j + 1);
  }
  return out + (out.empty() ? "b" : " + b");
}

SheetPart support_part(const Worksheet& sheet, const HardMargin& found) {
  std::string names;
  std::string equations;
  for (std::size_t i = 0; i < found.alpha.size(); ++i) {
    if (found.alpha[i] == 0) continue;
    const std::array<int, 2>& x = sheet.rows.x[i];
    names += (names.empty() ? "" : ", ") + std::to_string(i + 1);
    equations += (equations.empty() ? "$" : ", $") + score_text(x) + " = " + std::to_string(sheet.rows.y[i]) + "$";
  }
  SheetPart part;
  part.question =
      "Draw the rows and find the support vectors: the rows that hold the widest street between the labels. Find $w$ "
      "and $b$.";
  part.solution = {{"Rows " + names + ". On them $y (w.x + b) = 1$: " + equations +
                    ", and $w$ is the shortest such vector: $" + fractions(found.w) + "$."}};
  part.marks = {{2, "the support vectors"}, {2, "$w$"}, {1, "$b$"}};
  return part;
}

SheetPart width_part(Worksheet& sheet, const HardMargin& found) {
  const Rational length = found.w[0] * found.w[0] + found.w[1] * found.w[1];
  SheetTable table{{"row", "$y (w.x + b)$"}, {}};
  sheet.solution["margins"] = Json::array();
  for (std::size_t i = 0; i < found.y_score.size(); ++i) {
    table.rows.push_back({std::to_string(i + 1), "$" + fraction(found.y_score[i]) + "$"});
    sheet.solution["margins"].push_back(rational_text(found.y_score[i]));
  }
  const Rational gamma_squared = 1 / length;
  sheet.solution["margin_squared"] = rational_text(gamma_squared);
  SheetPart part;
  part.question =
      "Verify the constraints and compute the margin $gamma = 1/|w|$, the distance of the nearest rows from the line.";
  part.solution = {{"", std::move(table)},
                   {"$|w|^2 = " + fraction(length) + "$, so $gamma^2 = " + fraction(gamma_squared) +
                    "$ and $gamma = " + approximate_root_text(gamma_squared) + "$."}};
  part.marks = {{1, "all are at least 1"}, {1, "$gamma$"}};
  return part;
}

SheetPart multipliers_part(Worksheet& sheet, const HardMargin& found) {
  SheetTable table{{"row", "$alpha$", "$alpha y x$", "$alpha y$"}, {}};
  for (std::size_t i = 0; i < found.alpha.size(); ++i) {
    if (found.alpha[i] == 0) continue;
    const Rational signed_alpha = found.alpha[i] * sheet.rows.y[i];
    const auto times = [&](int v) { return fraction(Rational(signed_alpha * v)); };
    table.rows.push_back({std::to_string(i + 1), fraction(found.alpha[i]),
                          "$(" + times(sheet.rows.x[i][0]) + ", " + times(sheet.rows.x[i][1]) + ")$",
                          "$" + fraction(signed_alpha) + "$"});
  }
  table.rows.push_back({"sum", "", "$(" + fraction(found.w[0]) + ", " + fraction(found.w[1]) + ")$", "0"});
  SheetPart part;
  part.question =
      "Find multipliers $alpha_i >= 0$ with $w = sum alpha_i y_i x_i$ and $sum alpha_i y_i = 0$, 0 except at support "
      "vectors. Name the KKT conditions that show that your $w$ and $b$ are the optimum.";
  part.solution = {
      {"", std::move(table)},
      {"Primal feasibility: every $y (w.x + b) >= 1$. Dual feasibility: $alpha >= 0$ and $sum alpha_i y_i = 0$. "
       "Stationarity: $w = sum alpha_i y_i x_i$. Complementary slackness: $alpha_i (1 - y_i (w.x_i + b)) = 0$. "
       "The problem is convex, so they suffice."}};
  part.marks = {{2, "the multipliers"}, {1, "both sums"}, {2, "the four conditions"}};
  return part;
}

}  // namespace

bool make_margin(Rng& rng, Worksheet& sheet) {
  sheet.rows = drawn_points(rng, static_cast<std::size_t>(drawn(rng, 5, 6)), 4);
  if (!label_by_line(rng, sheet.rows)) return false;
  const auto found = hard_margin_of(sheet.rows);
  if (!found || !suits_margin(*found)) return false;
  sheet.title = "The widest street";
  sheet.task =
      "The hard-margin support vector machine minimises $|w|^2/2$ subject to $y (w.x + b) >= 1$ for every row.";
  sheet.given["settings"]["run"] = hard_margin;
  sheet.solution["weights"] = Json::array();
  for (const Rational& v : found->w) sheet.solution["weights"].push_back(rational_text(v));
  sheet.solution["support_vectors"] = Json::array();
  sheet.solution["alpha"] = Json::array();
  for (std::size_t i = 0; i < found->alpha.size(); ++i) {
    sheet.solution["alpha"].push_back(rational_text(found->alpha[i]));
    if (found->alpha[i] > 0) sheet.solution["support_vectors"].push_back(i + 1);
  }
  sheet.parts = {support_part(sheet, *found), width_part(sheet, *found), multipliers_part(sheet, *found)};
  sheet.steps = sheet.rows.size();
  sheet.step = "constraint";
  sheet.commands = {command_of("train", sheet, hard_margin), command_of("separate", sheet, {})};
  return true;
}

}  // namespace halfspace
