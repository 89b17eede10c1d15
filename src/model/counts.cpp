#include "model/counts.hpp"

#include <algorithm>

#include "model/scorer.hpp"

namespace halfspace {

Counts count_predictions(std::span<const double> score, std::size_t outputs, std::span<const std::uint32_t> truth,
                         std::span<const double> weight, bool zero_is_negative) {
  Counts c;
  c.rows = truth.size();
  c.classes = outputs == 1 ? 2 : outputs;
  c.confusion.resize(c.classes * c.classes);
  for (std::size_t i = 0; i < truth.size(); ++i) {
    const std::uint32_t predicted = predicted_class(score.subspan(i * outputs, outputs), zero_is_negative);
    ++c.confusion[truth[i] * c.classes + predicted];
    c.mistakes += predicted != truth[i] ? 1 : 0;
    if (weight.empty()) continue;
    c.weight += weight[i];
    c.mistaken_weight += predicted != truth[i] ? weight[i] : 0;
  }
  const std::vector<double> margin = margins(score, outputs, truth);
  for (std::size_t i = 0; i < margin.size(); ++i) {
    c.on_boundary += margin[i] == 0 ? 1 : 0;
    c.loss += (weight.empty() ? 1 : weight[i]) * std::max(0.0, -margin[i]);
  }
  if (c.rows > 0) c.loss /= weight.empty() ? static_cast<double>(c.rows) : c.weight;
  return c;
}

void recount_mistakes(Counts& c, std::span<const double> weight,
                      const std::function<bool(std::size_t row)>& is_mistake) {
  c.mistakes = 0;
  c.mistaken_weight = 0;
  for (std::size_t i = 0; i < c.rows; ++i) {
    if (!is_mistake(i)) continue;
    ++c.mistakes;
    c.mistaken_weight += weight.empty() ? 0 : weight[i];
  }
}

Json counts_json(const Counts& c) {
  Json out{{"rows", c.rows},
           {"mistakes", c.mistakes},
           {"error", c.error()},
           {"wrong_labels", c.wrong()},
           {"false_positives", c.binary() ? Json(c.false_positives()) : Json(nullptr)},
           {"false_negatives", c.binary() ? Json(c.false_negatives()) : Json(nullptr)},
           {"on_boundary", c.on_boundary},
           {"perceptron_loss", number_json(c.loss)}};
  if (c.weight > 0) out["weight"] = number_json(c.weight);
  return out;
}

}  // namespace halfspace
