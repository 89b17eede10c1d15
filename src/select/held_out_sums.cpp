#include "select/held_out_sums.hpp"

namespace halfspace {
namespace {

/// Nothing for a class that neither occurs nor is predicted.
std::optional<double> f1_of(const HeldOutSums::OfClass& c) {
  const double below = c.rows + c.right + c.wrongly;  // 2 TP + FP + FN
  return below > 0 ? std::optional(2 * c.right / below) : std::nullopt;
}

}  // namespace

std::optional<double> balanced_accuracy(const std::vector<HeldOutSums::OfClass>& classes) {
  double sum = 0;
  double present = 0;
  for (const HeldOutSums::OfClass& c : classes) {
    if (c.rows == 0) continue;
    sum += c.right / c.rows;
    ++present;
  }
  return present > 0 ? std::optional(sum / present) : std::nullopt;
}

std::optional<double> f1_score(const std::vector<HeldOutSums::OfClass>& classes) {
  if (classes.size() == 2) return f1_of(classes[1]);
  double sum = 0;
  double known = 0;
  for (const HeldOutSums::OfClass& c : classes) {
    const auto one = f1_of(c);
    sum += one.value_or(0);
    known += one ? 1 : 0;
  }
  return known > 0 ? std::optional(sum / known) : std::nullopt;
}

bool needs_order_of_scores(Metric metric) { return metric == Metric::roc_auc || metric == Metric::pr_auc; }

std::optional<double> value_of(Metric metric, const HeldOutSums& s) {
  double all = 0;
  double wrong = 0;
  for (const HeldOutSums::OfClass& c : s.classes) {
    all += c.rows;
    wrong += c.rows - c.right;
  }
  if (all == 0) return std::nullopt;
  const auto mean = [all](const std::optional<double>& sum) { return sum ? std::optional(*sum / all) : std::nullopt; };
  switch (metric) {
    case Metric::accuracy:
      return (all - wrong) / all;
    case Metric::error:
      return wrong / all;
    case Metric::balanced_accuracy:
      return balanced_accuracy(s.classes);
    case Metric::f1:
      return f1_score(s.classes);
    case Metric::log_loss:
      return mean(s.log_loss);
    case Metric::deviance:
      return s.log_loss ? std::optional(2 * (*s.log_loss / all)) : std::nullopt;
    case Metric::brier:
      return mean(s.brier);
    case Metric::loss:
      return mean(s.loss);
    case Metric::roc_auc:
    case Metric::pr_auc:
      return std::nullopt;
  }
  return std::nullopt;
}

}  // namespace halfspace
