// The measures that model selection compares by, of rows that were held out. Rows count by their weights.
//
//   accuracy           share of right labels; error is 1 minus it
//   balanced-accuracy  mean over the classes present of the share of their rows that are right
//   f1                 of the class +1: 2 TP / (2 TP + FP + FN); more classes: its mean over them (macro)
//   roc-auc, pr-auc    two classes: metrics.hpp
//   log-loss, brier    of probabilities: metrics.hpp
//   deviance           2 log-loss: -2 log likelihood of a row
//   loss               two classes: the mean of the learner's own loss of y s
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/fields.hpp"
#include "data/dataset.hpp"
#include "halfspace/options.hpp"
#include "loss/losses.hpp"
#include "model/model.hpp"

namespace halfspace {

template <>
struct Names<Metric> {
  static constexpr std::array<std::string_view, 10> list = {
      "accuracy", "balanced-accuracy", "error", "f1", "roc-auc", "pr-auc", "log-loss", "brier", "deviance", "loss"};
};

/// Errors and losses are better when smaller.
bool larger_is_better(Metric metric);

/// log-loss, brier and deviance.
bool needs_probabilities(Metric metric);

/// The metric of this name; auc is roc-auc. Error (usage) at `flag`.
Result<Metric> metric_of(const std::string& name, const std::string& flag);

/// NAME,... without repetition.
Result<std::vector<Metric>> metric_list(const std::string& text, const std::string& flag);

/// What is measured where no metric is named: all but deviance and loss, which restate log-loss or belong to one
/// learner.
std::vector<Metric> default_metrics();

/// What a model says of rows whose classes are known.
struct Prediction {
  std::size_t classes = 2;
  std::size_t outputs = 1;
  std::vector<std::uint32_t> truth;
  std::vector<std::uint32_t> predicted;
  std::vector<double> weight;           // of each row; empty: all 1
  std::vector<double> score;            // `outputs` a row
  std::vector<double> probability;      // of every class; empty: the model has none
  std::vector<double> log_probability;  // their logarithms
  std::optional<LossKind> loss;         // the learner's own; nothing for a perceptron
};

/// From scores of the model: labels, probabilities where it has them.
Prediction prediction_of(const Model& model, std::vector<double> score, std::vector<std::uint32_t> truth,
                         std::vector<double> weight);

/// `truth` is the class of each row among model.classes.
Prediction predict(const Model& model, const Dataset& data, std::vector<std::uint32_t> truth, unsigned threads,
                   const StopToken& stop = {});

/// Nothing where it does not exist: for another number of classes, without probabilities, without a class it needs.
std::optional<double> value_of(Metric metric, const Prediction& prediction);

}  // namespace halfspace
