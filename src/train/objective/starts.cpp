#include "train/objective/starts.hpp"

#include <algorithm>
#include <cmath>
#include <string>
#include <utility>

#include "base/text.hpp"
#include "solver/linear/given_start.hpp"

namespace halfspace {
namespace {

Error start_refused(const std::string& message) { return {Code::usage, "start_weights", message}; }

Error multipliers_refused(const std::string& message) { return {Code::usage, "start_multipliers", message}; }

/// Weight vectors of the model: of a pair, of a class, or one.
std::size_t vectors_of(const Targets& targets, Multiclass multiclass) {
  const std::size_t K = targets.classes.size();
  if (targets.binary()) return 1;
  return multiclass == Multiclass::one_vs_one ? K * (K - 1) / 2 : K;
}

Result<void> check_learner(const LinearRequest& r, Multiclass multiclass) {
  if (r.kernel.on()) return start_refused("a kernel machine takes no start; linear models without --kernel do");
  if (multiclass == Multiclass::crammer_singer)
    return start_refused("crammer-singer takes no start; choose one-vs-rest or one-vs-one");
  return takes_start(r.options);
}

Result<void> check_weights(const ObjectiveStart& s, std::size_t vectors, std::uint64_t d, Bias bias) {
  if (s.weights.empty()) return start_refused("are empty, but start_multipliers are not; give the weights too");
  if (s.weights.size() != vectors * (d + 1))
    return start_refused(counted(s.weights.size(), "number") + " for " + counted(vectors, "vector") + " of " +
                         counted(d, "weight") + " and a bias; give " + std::to_string(vectors * (d + 1)));
  for (std::size_t k = 0; k < s.weights.size(); ++k) {
    const std::string place = "number " + std::to_string(k) + " (from 0) is " + number_text(s.weights[k]);
    if (!std::isfinite(s.weights[k])) return start_refused(place + "; weights are finite numbers");
    if (bias == Bias::none && k % (d + 1) == d && s.weights[k] != 0)
      return start_refused(place + ", a bias, and this run has none (--bias none); give 0");
  }
  return {};
}

Result<void> check_multipliers(const ObjectiveStart& s, std::size_t runs, Multiclass multiclass) {
  if (s.multipliers.empty()) return {};
  if (multiclass == Multiclass::multinomial) return multipliers_refused("a multinomial run has none; leave them out");
  if (s.multipliers.size() != runs)
    return multipliers_refused(counted(s.multipliers.size(), "list") + " for " + counted(runs, "run") +
                               "; give one a run");
  for (std::size_t k = 0; k < runs; ++k) {
    for (const SupportRow& row : s.multipliers[k]) {
      if (std::isfinite(row.alpha) && row.alpha >= 0 && row.row >= 0) continue;
      return multipliers_refused("of run " + std::to_string(k) + " (from 0): row " + std::to_string(row.row) + " has " +
                                 number_text(row.alpha) + "; rows count from 0, multipliers are in [0, inf)");
    }
  }
  return {};
}

/// α of each row of the data, whose rows are some of the caller's, in order.
std::vector<double> multipliers_of(std::vector<SupportRow> given, const Dataset& data) {
  std::sort(given.begin(), given.end(), [](const SupportRow& a, const SupportRow& b) { return a.row < b.row; });
  std::vector<double> alpha(data.rows);
  auto at = given.begin();
  for (std::uint64_t i = 0; i < data.rows; ++i) {
    const auto row = static_cast<std::int64_t>(data.lines.line(i)) - 1;
    while (at != given.end() && at->row < row) ++at;
    if (at != given.end() && at->row == row) alpha[i] = at->alpha;
  }
  return alpha;
}

}  // namespace

Result<void> check_start(const TrainRequest& request, const Targets& targets, Multiclass multiclass,
                         std::uint64_t cols) {
  const LinearRequest& r = request.linear;
  if (!r.start) return {};
  if (const auto fits = check_learner(r, multiclass); !fits) return fits;
  const std::size_t vectors = vectors_of(targets, multiclass);
  if (const auto fits = check_weights(*r.start, vectors, cols, r.options.bias); !fits) return fits;
  return check_multipliers(*r.start, vectors, multiclass);
}

std::optional<LinearStart> start_of_run(const LinearRequest& request, const FeatureMap& map, const Dataset& data,
                                        std::size_t k) {
  if (!request.start) return std::nullopt;
  const ObjectiveStart& given = *request.start;
  const std::size_t side = data.cols + 1;
  const auto from = given.weights.begin() + static_cast<std::ptrdiff_t>(k * side);
  LinearStart out{{from, from + static_cast<std::ptrdiff_t>(data.cols)}, given.weights[(k + 1) * side - 1]};
  unfold(map, out.w.data(), out.b);
  if (!given.multipliers.empty()) out.alpha = multipliers_of(given.multipliers[k], data);
  return out;
}

std::vector<double> start_of_vectors(const LinearRequest& request, const FeatureMap& map, std::size_t vectors) {
  if (!request.start) return {};
  std::vector<double> out = request.start->weights;
  const std::size_t side = out.size() / vectors;
  for (std::size_t k = 0; k < vectors; ++k) unfold(map, out.data() + k * side, out[(k + 1) * side - 1]);
  return out;
}

}  // namespace halfspace
