#include "report/measures.hpp"

#include "base/text.hpp"
#include "model/probability.hpp"

namespace halfspace {

Measures measure(const Model& m, std::span<const double> score, std::span<const std::uint32_t> truth,
                 std::span<const double> weight, std::span<const double> pair_score) {
  Measures out;
  if (m.outputs() == 1) {
    out.auc = roc_auc(score, truth, weight);
    out.precision = average_precision(score, truth, weight);
  }
  if (!has_probabilities(m) || truth.empty()) return out;
  const std::size_t classes = m.classes.size();
  const std::span<const double> from = from_pairs(m) ? pair_score : score;
  const std::vector<double> p = probabilities(m, from);
  out.log_loss = log_loss(log_probabilities(m, from), classes, truth, weight);
  out.brier = brier_score(p, classes, truth, weight);
  if (classes > 2) return out;
  std::vector<double> positive;
  positive.reserve(truth.size());
  for (std::size_t i = 0; i < truth.size(); ++i) positive.push_back(p[2 * i + 1]);
  out.bins = calibration(positive, truth, weight);
  return out;
}

void add_measures(Json& out, const Measures& m) {
  out["roc_auc"] = number_json(m.auc);
  out["pr_auc"] = number_json(m.precision);
  out["log_loss"] = number_json(m.log_loss);
  out["brier"] = number_json(m.brier);
  out["calibration"] = m.bins ? Json::array() : Json(nullptr);
  for (std::size_t k = 0; m.bins && k < m.bins->size(); ++k) {
    const CalibrationBin& bin = (*m.bins)[k];
    out["calibration"].push_back({{"from", static_cast<double>(k) / 10},
                                  {"to", static_cast<double>(k + 1) / 10},
                                  {"rows", bin.rows},
                                  {"mean_probability", bin.rows == 0 ? Json(nullptr) : Json(bin.mean_probability)},
                                  {"positive_share", bin.rows == 0 ? Json(nullptr) : Json(bin.share())}});
  }
}

void add_measures(Lines& lines, const Measures& m) {
  if (m.auc)
    lines.add("ranking", "ROC AUC " + short_number(*m.auc) +
                             (m.precision ? ", PR AUC " + short_number(*m.precision) + " (average precision)" : ""));
  if (m.log_loss)
    lines.add("probable", "log loss " + short_number(*m.log_loss) + ", Brier score " + short_number(*m.brier));
  if (!m.bins) return;
  lines.gap();
  lines.add("calibrated", "P(+1)       rows      mean P    share of +1");
  for (std::size_t k = 0; k < m.bins->size(); ++k) {
    const CalibrationBin& bin = (*m.bins)[k];
    if (bin.rows == 0) continue;
    const std::string range = "0." + std::to_string(k) + " to " + (k == 9 ? "1" : "0." + std::to_string(k + 1));
    lines.add("", padded_right(range, 11) + " " + padded_right(grouped(bin.rows), 9) + " " +
                      padded_right(short_number(bin.mean_probability, 4), 9) + " " + short_number(bin.share(), 4));
  }
}

}  // namespace halfspace
