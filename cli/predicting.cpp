#include "predicting.hpp"

#include <utility>
#include <variant>
#include <vector>

#include "base/text.hpp"
#include "model/probability.hpp"
#include "model/score_checks.hpp"
#include "model/scorer.hpp"
#include "threshold.hpp"

namespace halfspace::cli {
namespace {

/// The likeliest class of each row, the first of equals in LIBSVM's order: what svm-predict -b 1 says.
std::vector<std::uint32_t> likeliest(const std::vector<double>& probability, std::size_t classes) {
  std::vector<std::uint32_t> out;
  for (std::size_t at = 0; at < probability.size(); at += classes) {
    std::uint32_t best = classes == 2 ? 1 : 0;  // of two, +1 stands first in the file
    for (std::uint32_t k = 0; k < classes; ++k) best = probability[at + k] > probability[at + best] ? k : best;
    out.push_back(best);
  }
  return out;
}

}  // namespace

Result<PredictedRows> predicted_rows(const PredictCall& call, const Dataset& rows, std::uint64_t first,
                                     const StopToken& stop) {
  const auto& [args, m, columns, threshold, threads] = call;
  const std::string& path = args.operands[1];
  PredictedRows a;
  auto found = finite_scores(m, rows, path == "-" ? "stdin" : shown(path, 4096), threads, first, stop);
  if (!found) return found.error();
  a.score = std::move(found).value();
  if (has_probabilities(m))
    a.probability = probabilities(m, from_pairs(m) ? vector_scores(m, rows, threads, stop) : a.score);
  a.predicted = predicted_classes(args, m, a.score, threshold);
  if (std::holds_alternative<LibsvmMap>(m.probability) && args.has("probabilities") && !args.has("threshold"))
    a.predicted = likeliest(a.probability, m.classes.size());
  return a;
}

}  // namespace halfspace::cli
