#include "threshold.hpp"

#include <algorithm>

#include "base/number.hpp"
#include "base/text.hpp"
#include "model/probability.hpp"
#include "model/scorer.hpp"
#include "report/model_text.hpp"
#include "session.hpp"

namespace halfspace::cli {

Flag threshold_flag() {
  return {"threshold", "T",
          "models of two classes with probabilities: +1 is predicted where P >= T (default 0.5), in (0, 1)", "output"};
}

Result<double> threshold(const Args& args, const Model& model) {
  if (!args.has("threshold")) return 0.5;
  if (const auto fine = check_probabilities(args, model, "threshold"); !fine) return fine.error();
  auto value = option_number(args.get("threshold"), "--threshold");
  if (value && !(value.value() > 0 && value.value() < 1))
    return Error{Code::usage, "--threshold", in_quotes(args.get("threshold")) + " is outside (0, 1)"};
  if (value && model.outputs() != 1)
    return Error{Code::usage, "--threshold",
                 "is for two classes; the model has " + std::to_string(model.classes.size())};
  return value;
}

Result<void> check_probabilities(const Args& args, const Model& model, const std::string& flag) {
  if (!args.has(flag) || has_probabilities(model)) return {};
  return Error{Code::usage, "--" + flag, no_probabilities_text(model)};
}

std::string no_probabilities_text(const Model& model) {
  return "is for models with probabilities (train --calibrate auto, or --algorithm logistic); this one is " +
         std::string(name_of(model.algorithm)) + (model.pairwise() ? ", one-vs-one, whose pairs vote" : "");
}

std::vector<std::uint32_t> predicted_classes(const Args& args, const Model& m, std::span<const double> score,
                                             double threshold) {
  if (args.has("threshold")) return classes_at(threshold, probabilities(m, score));
  std::vector<std::uint32_t> out;
  const std::size_t outputs = m.outputs();
  out.reserve(score.size() / outputs);
  for (std::size_t at = 0; at < score.size(); at += outputs)
    out.push_back(predicted_class(score.subspan(at, outputs), m.zero_is_negative));
  return out;
}

Counts counts_at(const Args& args, const Model& m, std::span<const double> score, std::span<const std::uint32_t> truth,
                 std::span<const double> weight, double threshold) {
  Counts c = count_predictions(score, m.outputs(), truth, weight, m.zero_is_negative);
  if (!args.has("threshold")) return c;
  const std::vector<double> p = probabilities(m, score);
  const std::vector<std::uint32_t> predicted = classes_at(threshold, p);
  c.confusion.clear();
  c.on_boundary = 0;
  for (std::size_t i = 0; i < truth.size(); ++i) {
    ++c.confusion[{truth[i], predicted[i]}];
    c.on_boundary += p[2 * i + 1] == threshold ? 1 : 0;
  }
  recount_mistakes(c, weight, [&](std::size_t i) { return predicted[i] != truth[i]; });
  return c;
}

std::string rule_text(const Args& args, const Model& m, double threshold) {
  if (!args.has("threshold")) return boundary_text(m);
  return "P(" + m.positive() + ") >= " + number_text(threshold) + " is predicted " + m.positive();
}

}  // namespace halfspace::cli
