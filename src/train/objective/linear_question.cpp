#include "train/objective/linear_question.hpp"

#include <utility>

#include "certify/find/limit_direction.hpp"
#include "certify/rank.hpp"
#include "separate/separation.hpp"

namespace halfspace {
namespace {

constexpr std::size_t dims_for_direction = 2000;

SignedRows signed_rows(const LinearQuestion& q, const StopToken& stop) {
  return signed_features(q.data, q.features, q.map, q.y, q.request.linear.options.bias != Bias::none,
                         q.request.text.value_or(TextAgain()), stop);
}

/// Rows in memory may be no decimals.
bool has_digits(const LinearQuestion& q) { return q.data.short_decimals || q.data.computed || q.request.text; }

/// The direction that the weights turn to as they grow, else one of separation.
std::vector<double> limiting_direction(const SignedRows& z, bool free_bias, const Decision& decision,
                                       const DecideOptions& options, bool& best) {
  std::optional<std::vector<double>> w;
  if (z.dims() <= dims_for_direction) w = limit_direction(z, decision, free_bias, options);
  best = w.has_value();
  if (w) return *w;
  std::vector<double> any;
  any.reserve(decision.weights.size());
  for (const Integer& v : decision.weights) any.push_back(static_cast<double>(sgn(v)));
  return any;
}

std::vector<DirectionPart> parts_of(const std::vector<double>& w, const FeatureMap& map) {
  const std::vector<std::string> names = map.names();
  const std::size_t d = map.size().value_or(0);
  std::vector<DirectionPart> out;
  for (std::size_t j = 0; j < std::min(d, w.size()); ++j) {
    if (w[j] != 0) out.push_back({names.empty() ? std::to_string(j + 1) : names[j], w[j] > 0 ? 1 : -1});
  }
  return out;
}

}  // namespace

Separability ask_separability(const LinearQuestion& q, const StopToken& stop) {
  Separability known;
  if (!has_digits(q)) return known;
  DecideOptions options;
  options.threads = q.request.threads;
  options.stop = stop;
  options.untied = q.request.linear.unpenalised_logistic();
  auto decision = decide(signed_rows(q, stop), options);
  known.decision.emplace();
  if (decision) {
    known.decision = std::move(decision).value();
    std::sort(known.decision->witness.begin(), known.decision->witness.end(),
              [](const auto& a, const auto& b) { return a.row < b.row; });
  } else {
    known.decision->reason = decision.error().text();
  }
  return known;
}

bool exactly_dependent(const LinearQuestion& q, std::size_t count, const StopToken& stop) {
  if (!has_digits(q)) return false;
  try {
    const SignedRows z = signed_rows(q, stop);
    const auto low = rank_at_most(z, z.dims() - count, stop);
    return low && low.value();
  } catch (const Stopped&) {
    return false;
  }
}

std::optional<LinearRun> without_optimum(const LinearQuestion& q, const StopToken& stop, Separability& known) {
  const LinearRequest& r = q.request.linear;
  known = ask_separability(q, stop);
  if (!known.decision) return std::nullopt;
  const Verdict verdict = known.decision->verdict;
  LinearRun run;
  run.fitted = false;
  if (r.hard_margin() && known.not_separable()) {
    run.result.status = Status::not_separable;
    run.result.stop_reason = witness_text(known, q.data);
    return run;
  }
  const bool apart = verdict == Verdict::separable || verdict == Verdict::quasi_separable;
  if (!r.unpenalised_logistic() || !apart) return std::nullopt;
  run.result.status = Status::not_converged;
  run.result.stop_reason =
      "the data is " + std::string(name_of(verdict)) +
      ": the likelihood increases without bound and no finite weights maximise it (Albert and Anderson "
      "1984)";
  const SignedRows z = signed_rows(q, stop);
  DecideOptions options;
  options.threads = q.request.threads;
  options.stop = stop;
  const bool free_bias = r.options.bias == Bias::free;
  try {
    run.direction = parts_of(limiting_direction(z, free_bias, *known.decision, options, run.best_direction), q.map);
  } catch (const Stopped&) {
    run.best_direction = false;  // the verdict stands without a direction
  }
  return run;
}

}  // namespace halfspace
