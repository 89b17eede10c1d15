#include "verbs/evaluation_request.hpp"

#include <string>
#include <utility>

#include "base/number.hpp"
#include "base/text.hpp"
#include "model/probability.hpp"
#include "model/threshold.hpp"

namespace halfspace {
namespace {

constexpr std::uint64_t most_samples = 100'000;

Result<double> lift_fraction(const Settings& settings, const Model& model) {
  if (!settings.has("lift")) return 0.1;
  auto fraction = option_number(settings.get("lift"), "--lift");
  if (fraction && !(fraction.value() > 0 && fraction.value() <= 1))
    return Error{Code::usage, "--lift", in_quotes(settings.get("lift")) + " is outside (0, 1]"};
  if (fraction && model.outputs() != 1)
    return Error{Code::usage, "--lift", "is for two classes; the model has " + std::to_string(model.classes.size())};
  return fraction;
}

Result<std::uint64_t> bootstrap_samples(const Settings& settings) {
  if (!settings.has("bootstrap")) return std::uint64_t{0};
  auto samples = option_count(settings.get("bootstrap"), "--bootstrap");
  if (samples && !(samples.value() >= 1 && samples.value() <= most_samples))
    return Error{Code::usage, "--bootstrap",
                 in_quotes(settings.get("bootstrap")) + " is outside 1.." + std::to_string(most_samples)};
  return samples;
}

}  // namespace

Result<std::optional<double>> threshold_of(const Settings& settings, const Model& model) {
  if (!settings.has("threshold")) return std::optional<double>();
  if (!has_probabilities(model)) return Error{Code::usage, "--threshold", no_probabilities_text(model)};
  const auto value = option_number(settings.get("threshold"), "--threshold");
  if (!value) return value.error();
  if (!(value.value() > 0 && value.value() < 1))
    return Error{Code::usage, "--threshold", in_quotes(settings.get("threshold")) + " is outside (0, 1)"};
  if (const auto fine = check_threshold(model, value.value()); !fine) return fine.error();
  return std::optional(value.value());
}

Result<EvaluationRequest> evaluation_request(const Settings& settings, const Model& model) {
  EvaluationRequest out;
  const auto threshold = threshold_of(settings, model);
  if (!threshold) return threshold.error();
  const auto fraction = lift_fraction(settings, model);
  if (!fraction) return fraction.error();
  const auto samples = bootstrap_samples(settings);
  if (!samples) return samples.error();
  const auto seed = settings.count("seed", 0);
  if (!seed) return seed.error();
  out.threshold = threshold.value();
  out.lift_fraction = fraction.value();
  out.samples = samples.value();
  out.seed = seed.value();
  if (!settings.has("costs")) return out;
  auto costs = cost_table(settings.get("costs"), model.classes);
  if (!costs) return costs.error();
  out.costs = std::move(costs).value();
  return out;
}

}  // namespace halfspace
