// What evaluate says of scores and probabilities beside the counts of labels.
#pragma once

#include <optional>

#include "base/json.hpp"
#include "model/model.hpp"
#include "report/lines.hpp"
#include "select/metrics.hpp"

namespace halfspace {

struct Measures {
  std::optional<double> auc;        // two classes, both among the rows
  std::optional<double> precision;  // average precision; two classes, some +1 among the rows
  std::optional<double> lift;       // as precision
  double lift_fraction = 0.1;
  std::optional<double> log_loss;
  std::optional<double> brier;
  std::optional<Calibration> bins;  // two classes
  std::optional<double> mean_auc;   // 3 to 100 classes: the mean of each that has rows against the rest
  std::optional<double> ece;        // of P(+1); of more classes, of the largest probability and whether it is right
};

/// `score` is what scores() gave, `truth` the class of each row, `weight` empty or the weight of each. Probabilities
/// are those of logistic models. `pair_score`: of a one-vs-one model, what its probabilities come from
/// (vector_scores()).
Measures measure(const Model& model, std::span<const double> score, std::span<const std::uint32_t> truth,
                 std::span<const double> weight, std::span<const double> pair_score = {}, double lift_fraction = 0.1);

/// `roc_auc`, `pr_auc`, `log_loss`, `brier`, `calibration`; null where they do not exist.
void add_measures(Json& out, const Measures& measures);

void add_measures(Lines& lines, const Measures& measures);

}  // namespace halfspace
