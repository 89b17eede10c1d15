#include "model/counts.hpp"

#include <algorithm>

#include "model/scorer.hpp"

namespace halfspace {

Counts count_predictions(std::span<const double> score, std::size_t outputs, std::span<const std::uint32_t> truth,
                         bool zero_is_negative) {
  Counts c;
  c.rows = truth.size();
  c.classes = outputs == 1 ? 2 : outputs;
  c.confusion.resize(c.classes * c.classes);
  for (std::size_t i = 0; i < truth.size(); ++i) {
    const std::uint32_t predicted = predicted_class(score.subspan(i * outputs, outputs), zero_is_negative);
    ++c.confusion[truth[i] * c.classes + predicted];
    c.mistakes += predicted != truth[i] ? 1 : 0;
  }
  for (const double m : margins(score, outputs, truth)) {
    c.on_boundary += m == 0 ? 1 : 0;
    c.loss += std::max(0.0, -m);
  }
  if (c.rows > 0) c.loss /= static_cast<double>(c.rows);
  return c;
}

Json counts_json(const Counts& c) {
  return {{"rows", c.rows},
          {"mistakes", c.mistakes},
          {"error", c.error()},
          {"wrong_labels", c.wrong()},
          {"false_positives", c.binary() ? Json(c.false_positives()) : Json(nullptr)},
          {"false_negatives", c.binary() ? Json(c.false_negatives()) : Json(nullptr)},
          {"on_boundary", c.on_boundary},
          {"perceptron_loss", number_json(c.loss)}};
}

}  // namespace halfspace
