#include "model/threshold.hpp"

#include "base/number.hpp"
#include "base/text.hpp"
#include "model/algorithm.hpp"
#include "model/probability.hpp"
#include "model/scorer.hpp"

namespace halfspace {

std::string no_probabilities_text(const Model& model) {
  return "is for models with probabilities (train --calibrate auto, or --algorithm logistic); this one is " +
         std::string(name_of(model.algorithm)) + (model.pairwise() ? ", one-vs-one, whose pairs vote" : "");
}

Result<void> check_threshold(const Model& model, double threshold) {
  if (!has_probabilities(model)) return Error{Code::usage, "--threshold", no_probabilities_text(model)};
  if (!(threshold > 0 && threshold < 1))
    return Error{Code::usage, "--threshold", in_quotes(number_text(threshold)) + " is outside (0, 1)"};
  if (model.outputs() != 1)
    return Error{Code::usage, "--threshold",
                 "is for two classes; the model has " + std::to_string(model.classes.size())};
  return {};
}

std::vector<std::uint32_t> predicted_classes(const Model& m, std::span<const double> score,
                                             std::optional<double> threshold) {
  if (threshold) return classes_at(*threshold, probabilities(m, score));
  std::vector<std::uint32_t> out;
  const std::size_t outputs = m.outputs();
  out.reserve(score.size() / outputs);
  for (std::size_t at = 0; at < score.size(); at += outputs)
    out.push_back(predicted_class(score.subspan(at, outputs), m.zero_is_negative));
  return out;
}

Counts counts_at(const Model& m, std::span<const double> score, std::span<const std::uint32_t> truth,
                 std::span<const double> weight, std::optional<double> threshold) {
  Counts c = count_predictions(score, m.outputs(), truth, weight, m.zero_is_negative);
  if (!threshold) return c;
  const std::vector<double> p = probabilities(m, score);
  const std::vector<std::uint32_t> predicted = classes_at(*threshold, p);
  c.confusion.clear();
  c.confusion_weight.clear();
  c.on_boundary = 0;
  for (std::size_t i = 0; i < truth.size(); ++i) {
    ++c.confusion[{truth[i], predicted[i]}];
    if (!weight.empty()) c.confusion_weight[{truth[i], predicted[i]}] += weight[i];
    c.on_boundary += p[2 * i + 1] == *threshold ? 1 : 0;
  }
  recount_mistakes(c, weight, [&](std::size_t i) { return predicted[i] != truth[i]; });
  return c;
}

}  // namespace halfspace
