#include "threshold.hpp"

#include <optional>

#include "model/probability.hpp"
#include "report/model_text.hpp"
#include "verbs/evaluation_request.hpp"

namespace halfspace::cli {

namespace {

std::optional<double> given(const Args& args, double threshold) {
  return args.has("threshold") ? std::optional(threshold) : std::nullopt;
}

}  // namespace

Result<double> threshold(const Args& args, const Model& model) {
  const auto asked = threshold_of(args, model);
  if (!asked) return asked.error();
  return asked.value().value_or(0.5);
}

Result<void> check_probabilities(const Args& args, const Model& model, const std::string& flag) {
  if (!args.has(flag) || has_probabilities(model)) return {};
  return Error{Code::usage, "--" + flag, no_probabilities_text(model)};
}

std::vector<std::uint32_t> predicted_classes(const Args& args, const Model& m, std::span<const double> score,
                                             double threshold) {
  return predicted_classes(m, score, given(args, threshold));
}

Counts counts_at(const Args& args, const Model& m, std::span<const double> score, std::span<const std::uint32_t> truth,
                 std::span<const double> weight, double threshold) {
  return counts_at(m, score, truth, weight, given(args, threshold));
}

std::string rule_text(const Args& args, const Model& m, double threshold) {
  return rule_text(m, given(args, threshold));
}

}  // namespace halfspace::cli
