#include "threshold.hpp"

#include <optional>

#include "base/number.hpp"
#include "base/text.hpp"
#include "model/probability.hpp"
#include "report/model_text.hpp"
#include "session.hpp"

namespace halfspace::cli {

Flag threshold_flag() {
  return {"threshold", "T",
          "models of two classes with probabilities: +1 is predicted where P >= T (default 0.5), in (0, 1)", "output"};
}

namespace {

std::optional<double> given(const Args& args, double threshold) {
  return args.has("threshold") ? std::optional(threshold) : std::nullopt;
}

}  // namespace

Result<double> threshold(const Args& args, const Model& model) {
  if (!args.has("threshold")) return 0.5;
  if (const auto fine = check_probabilities(args, model, "threshold"); !fine) return fine.error();
  auto value = option_number(args.get("threshold"), "--threshold");
  if (!value) return value;
  if (!(value.value() > 0 && value.value() < 1))
    return Error{Code::usage, "--threshold", in_quotes(args.get("threshold")) + " is outside (0, 1)"};
  if (const auto fine = check_threshold(model, value.value()); !fine) return fine.error();
  return value;
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
