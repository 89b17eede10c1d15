#include "select/metric.hpp"

#include <algorithm>
#include <utility>

#include "model/probability.hpp"
#include "model/scorer.hpp"
#include "select/held_out_sums.hpp"
#include "select/metrics.hpp"

namespace halfspace {
namespace {

double weight_of_row(const Prediction& p, std::size_t i) { return p.weight.empty() ? 1 : p.weight[i]; }

std::vector<HeldOutSums::OfClass> count_classes(const Prediction& p) {
  std::vector<HeldOutSums::OfClass> out(p.classes);
  for (std::size_t i = 0; i < p.truth.size(); ++i) {
    out[p.truth[i]].rows += weight_of_row(p, i);
    (p.truth[i] == p.predicted[i] ? out[p.truth[i]].right : out[p.predicted[i]].wrongly) += weight_of_row(p, i);
  }
  return out;
}

/// The weight of the rows whose prediction is right (or wrong, with `right` false), over that of all.
std::optional<double> share(const Prediction& p, bool right) {
  if (p.truth.empty()) return std::nullopt;
  double found = 0;
  double all = 0;
  for (std::size_t i = 0; i < p.truth.size(); ++i) {
    found += (p.truth[i] == p.predicted[i]) == right ? weight_of_row(p, i) : 0;
    all += weight_of_row(p, i);
  }
  return found / all;
}

/// Of y s, by weight.
std::optional<double> mean_loss(const Prediction& p) {
  if (!p.loss || p.outputs != 1 || p.truth.empty()) return std::nullopt;
  double sum = 0;
  double all = 0;
  std::visit(
      [&](auto loss) {
        for (std::size_t i = 0; i < p.truth.size(); ++i) {
          sum += weight_of_row(p, i) * loss.value(p.truth[i] == 1 ? p.score[i] : -p.score[i]);
          all += weight_of_row(p, i);
        }
      },
      loss_of(*p.loss));
  return sum / all;
}

}  // namespace

bool larger_is_better(Metric metric) {
  return metric != Metric::error && metric != Metric::loss && !needs_probabilities(metric);
}

bool needs_probabilities(Metric metric) {
  return metric == Metric::log_loss || metric == Metric::brier || metric == Metric::deviance;
}

Result<Metric> metric_of(const std::string& name, const std::string& flag) {
  return name == "auc" ? Metric::roc_auc : choice_of<Metric>(name, flag);
}

std::vector<Metric> default_metrics() {
  std::vector<Metric> out;
  for (std::size_t k = 0; k < Names<Metric>::list.size(); ++k) {
    const auto metric = static_cast<Metric>(k);
    if (metric != Metric::deviance && metric != Metric::loss) out.push_back(metric);
  }
  return out;
}

Result<std::vector<Metric>> metric_list(const std::string& text, const std::string& flag) {
  std::vector<Metric> out;
  for (const std::string& name : split(text, ',')) {
    const auto metric = metric_of(name, flag);
    if (!metric) return metric.error();
    if (std::find(out.begin(), out.end(), metric.value()) != out.end())
      return Error{Code::usage, flag, in_quotes(name) + " is a duplicate metric; name each metric once"};
    out.push_back(metric.value());
  }
  return out;
}

Prediction prediction_of(const Model& model, std::vector<double> score, std::vector<std::uint32_t> truth,
                         std::vector<double> weight) {
  Prediction p;
  p.classes = model.classes.size();
  p.outputs = model.outputs();
  p.truth = std::move(truth);
  p.weight = std::move(weight);
  p.score = std::move(score);
  p.predicted.reserve(p.truth.size());
  for (std::size_t at = 0; at < p.score.size(); at += p.outputs)
    p.predicted.push_back(predicted_class(std::span(p.score).subspan(at, p.outputs), model.zero_is_negative));
  if (has_probabilities(model)) {
    p.probability = probabilities(model, p.score);
    p.log_probability = log_probabilities(model, p.score);
  }
  return p;
}

Prediction predict(const Model& model, const Dataset& data, std::vector<std::uint32_t> truth, unsigned threads,
                   const StopToken& stop) {
  return prediction_of(model, scores(model, data, threads, stop), std::move(truth), data.weight);
}

std::optional<double> value_of(Metric metric, const Prediction& p) {
  const bool probable = !p.probability.empty();
  switch (metric) {
    case Metric::accuracy:
      return share(p, true);
    case Metric::balanced_accuracy:
      return balanced_accuracy(count_classes(p));
    case Metric::error:
      return share(p, false);
    case Metric::f1:
      return f1_score(count_classes(p));
    case Metric::roc_auc:
      return p.outputs == 1 ? roc_auc(p.score, p.truth, p.weight) : std::nullopt;
    case Metric::pr_auc:
      return p.outputs == 1 ? average_precision(p.score, p.truth, p.weight) : std::nullopt;
    case Metric::log_loss:
      return probable ? std::optional(log_loss(p.log_probability, p.classes, p.truth, p.weight)) : std::nullopt;
    case Metric::deviance:
      return probable ? std::optional(2 * log_loss(p.log_probability, p.classes, p.truth, p.weight)) : std::nullopt;
    case Metric::loss:
      return mean_loss(p);
    case Metric::brier:
      return probable ? std::optional(brier_score(p.probability, p.classes, p.truth, p.weight)) : std::nullopt;
  }
  return std::nullopt;
}

}  // namespace halfspace
