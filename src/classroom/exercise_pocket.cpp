// Data with noise: the pocket algorithm keeps the best weights seen (Gallant 1990).
#include <algorithm>
#include <utility>

#include "base/text.hpp"
#include "classroom/exercise_kinds.hpp"
#include "classroom/exercise_parts.hpp"

namespace halfspace {
namespace {

const RunSettings pocket_run = {{"preset", "pocket"}, {"order", "cyclic"}, {"stop", "passes"}, {"passes", "2"}};

/// The pocket after each visit.
struct Pocket {
  std::vector<double> weights = {0, 0, 0};
  std::uint64_t mistakes = 0;
  std::size_t visit = 0;  // after which they came in
};

std::vector<Pocket> pockets_of(const TracedRun& run, std::size_t n) {
  std::vector<Pocket> out;
  Pocket best{{0, 0, 0}, n, 0};
  for (const VisitLine& line : run.table.lines) {
    if (line.mistake && line.counts.mistakes < best.mistakes)
      best = {line.after, static_cast<std::size_t>(line.counts.mistakes), static_cast<std::size_t>(line.visit)};
    out.push_back(best);
  }
  return out;
}

SheetTable pocket_sheet(const Worksheet& sheet, const TracedRun& run, const std::vector<Pocket>& pockets) {
  SheetTable table = visits_sheet(sheet.rows, run);
  table.header.insert(table.header.end(), {"mistakes", "pocket"});
  for (std::size_t k = 0; k < pockets.size(); ++k) {
    const VisitLine& line = run.table.lines[k];
    table.rows[k].push_back(line.mistake ? std::to_string(line.counts.mistakes) : "");
    table.rows[k].push_back(line.mistake && pockets[k].visit == line.visit ? "new"
                                                                           : std::to_string(pockets[k].mistakes));
  }
  return table;
}

SheetPart pocket_table_part(const Worksheet& sheet, const TracedRun& run, const std::vector<Pocket>& pockets) {
  SheetPart part;
  part.question = "Make two passes over the rows (" + counted(run.table.lines.size(), "visit") +
                  "), whatever the mistakes. After each update count the mistakes of the new weights on all rows, and "
                  "write whether they go into the pocket.";
  part.solution = {{"`pocket` is the number of mistakes of the weights in it, or `new` where they are replaced.",
                    pocket_sheet(sheet, run, pockets)}};
  part.marks = {{static_cast<unsigned>(updates_of(run)), "one for each update with its weights"},
                {static_cast<unsigned>(updates_of(run)), "one for each count of mistakes"}};
  return part;
}

SheetPart kept_part(const TracedRun& run, const Pocket& kept) {
  const VisitLine& last = run.table.lines.back();
  SheetPart part;
  part.question =
      "Which weights are in the pocket at the end, and how many mistakes do they make? Compare with the last "
      "weights.";
  part.solution = {{"The pocket has $" + weights_text(kept.weights) + "$ of visit " + std::to_string(kept.visit) +
                    ", with " + counted(kept.mistakes, "mistake") + ". The last weights $" + weights_text(last.after) +
                    "$ make " + counted(last.counts.mistakes, "mistake") + "."}};
  part.marks = {{2, "the pocket's weights and their mistakes"}, {1, "the mistakes of the last weights"}};
  return part;
}

/// Σ λ z = 0 shows that no weights make no mistake.
SheetPart noise_part(Worksheet& sheet, const std::vector<Multiplier>& witness) {
  std::string sum;
  Json multipliers = Json::array();
  for (const Multiplier& m : witness) {
    const auto i = static_cast<std::size_t>(m.row);
    sum += (sum.empty() ? "" : " + ") + (m.value == 1 ? "" : m.value.get_str() + " ") + "z_" + std::to_string(i + 1);
    multipliers.push_back({{"row", i + 1}, {"multiplier", rational_text(m.value)}});
  }
  sheet.given["witness"] = std::move(multipliers);
  SheetPart part;
  part.question =
      "Let $z_i = y_i (x_i, 1)$. Verify that $" + sum + " = 0$, and say why the perceptron never has a clean pass.";
  part.solution = {
      {"The sum is $(0, 0, 0)$ in each coordinate. With weights that made no mistake every $z_i$ would have a "
       "positive product with $(w, b)$, and so would the sum with positive factors; but the product with 0 is 0."}};
  part.marks = {{1, "the sum"}, {1, "the reason"}};
  return part;
}

}  // namespace

bool make_pocket(Rng& rng, Worksheet& sheet) {
  sheet.rows = drawn_points(rng, static_cast<std::size_t>(drawn(rng, 5, 6)), 3);
  if (!label_by_line(rng, sheet.rows)) return false;
  int& noisy = sheet.rows.y[static_cast<std::size_t>(rng.bounded(sheet.rows.size()))];
  noisy = -noisy;
  const auto run = small_run(sheet.rows, pocket_run);
  if (!run || !stays_small(*run) || updates_of(*run) < 4 || updates_of(*run) > 8) return false;
  const Trained& trained = run->learned.trained;
  const auto large = [](const Multiplier& m) { return m.value > 4; };
  if (!trained.known.decision || trained.known.decision->witness.empty()) return false;
  const std::vector<Multiplier>& witness = trained.known.decision->witness;
  if (std::any_of(witness.begin(), witness.end(), large)) return false;
  const std::vector<Pocket> pockets = pockets_of(*run, sheet.rows.size());
  const Pocket& kept = pockets.back();
  const std::uint64_t last = run->table.lines.back().counts.mistakes;
  if (kept.mistakes > 2 || last <= kept.mistakes || kept.weights[0] != trained.model.w[0]) return false;
  sheet.title = "The pocket: the best weights seen";
  sheet.task =
      "The perceptron has the score $s = w.x + b$ and begins with $w = (0, 0)$, $b = 0$. A row is a mistake when "
      "$y s <= 0$; then $w$ becomes $w + y x$ and $b$ becomes $b + y$. The pocket holds the weights with the fewest "
      "mistakes over all rows so far; it begins with the zero weights, which make " +
      counted(sheet.rows.size(), "mistake") + ", and is replaced only by strictly fewer.";
  put_run(sheet, "run", *run, pocket_run);
  Json& out = sheet.solution["pocket"];
  out["weights"] = kept.weights;
  out["mistakes"] = kept.mistakes;
  out["visit"] = kept.visit;
  sheet.parts = {pocket_table_part(sheet, *run, pockets), kept_part(*run, kept), noise_part(sheet, witness)};
  sheet.steps = run->table.lines.size();
  sheet.step = "visit";
  sheet.commands = {command_of("trace", sheet, pocket_run), command_of("train", sheet, pocket_run)};
  return true;
}

}  // namespace halfspace
