#include "report/measures.hpp"

#include <algorithm>

#include "base/text.hpp"
#include "model/probability.hpp"

namespace halfspace {
namespace {

constexpr std::size_t auc_classes = 100;  // each sorts all rows

std::vector<double> column(std::span<const double> p, std::size_t classes, std::size_t k) {
  std::vector<double> out;
  out.reserve(p.size() / classes);
  for (std::size_t at = k; at < p.size(); at += classes) out.push_back(p[at]);
  return out;
}

/// The largest probability of each row, and whether that class is the true one.
Calibration confidence(std::span<const double> p, std::size_t classes, std::span<const std::uint32_t> truth,
                       std::span<const double> weight) {
  std::vector<double> largest;
  std::vector<std::uint32_t> right;
  for (std::size_t i = 0; i < truth.size(); ++i) {
    const auto row = p.subspan(i * classes, classes);
    const auto best = std::max_element(row.begin(), row.end());
    largest.push_back(*best);
    right.push_back(static_cast<std::uint32_t>(best - row.begin()) == truth[i] ? 1 : 0);
  }
  return calibration(largest, right, weight);
}

std::optional<double> one_vs_rest_auc(std::span<const double> p, std::size_t classes,
                                      std::span<const std::uint32_t> truth, std::span<const double> weight) {
  double sum = 0;
  std::size_t known = 0;
  std::vector<std::uint32_t> is_class(truth.size());
  for (std::size_t k = 0; k < classes; ++k) {
    std::transform(truth.begin(), truth.end(), is_class.begin(), [&](std::uint32_t t) { return t == k ? 1 : 0; });
    const auto auc = roc_auc(column(p, classes, k), is_class, weight);
    if (!auc) continue;
    sum += *auc;
    ++known;
  }
  return known > 0 ? std::optional(sum / static_cast<double>(known)) : std::nullopt;
}

}  // namespace

Measures measure(const Model& m, std::span<const double> score, std::span<const std::uint32_t> truth,
                 std::span<const double> weight, std::span<const double> pair_score, double lift_fraction) {
  Measures out;
  out.lift_fraction = lift_fraction;
  if (m.outputs() == 1) {
    out.auc = roc_auc(score, truth, weight);
    out.precision = average_precision(score, truth, weight);
    out.lift = lift(score, truth, lift_fraction, weight);
  }
  if (!has_probabilities(m) || truth.empty()) return out;
  const std::size_t classes = m.classes.size();
  const std::span<const double> from = from_pairs(m) ? pair_score : score;
  const std::vector<double> p = probabilities(m, from);
  if (classes > 2 && classes <= auc_classes) out.mean_auc = one_vs_rest_auc(p, classes, truth, weight);
  out.log_loss = log_loss(log_probabilities(m, from), classes, truth, weight);
  out.brier = brier_score(p, classes, truth, weight);
  if (classes == 2) out.bins = calibration(column(p, 2, 1), truth, weight);
  out.ece = calibration_error(out.bins ? *out.bins : confidence(p, classes, truth, weight));
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
  std::string areas = m.auc ? "ROC AUC " + short_number(*m.auc) : "";
  if (m.precision)
    areas += (areas.empty() ? "" : ", ") + ("PR AUC " + short_number(*m.precision)) + " (average precision)";
  if (!areas.empty()) lines.add("ranking", areas);
  if (m.lift)
    lines.add(areas.empty() ? "ranking" : "",
              "lift " + short_number(*m.lift, 4) + " at " + percent(m.lift_fraction) +
                  " (share of +1 among the rows of highest score, over that of all rows)");
  if (m.mean_auc)
    lines.add("ranking", "ROC AUC " + short_number(*m.mean_auc) + " (mean of each class against the rest)");
  if (m.log_loss)
    lines.add("probable", "log loss " + short_number(*m.log_loss) + ", Brier score " + short_number(*m.brier) +
                              ", ECE " + short_number(*m.ece) + " (expected calibration error)");
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
