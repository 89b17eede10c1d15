// The measures that model selection compares by, of rows that were held out. Rows count by their weights.
//
//   accuracy           share of right labels; error is 1 minus it
//   balanced-accuracy  mean over the classes present of the share of their rows that are right
//   f1                 of the class +1: 2 TP / (2 TP + FP + FN); more classes: its mean over them (macro)
//   roc-auc, pr-auc    two classes: metrics.hpp
//   log-loss, brier    of probabilities: metrics.hpp
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
#include "model/model.hpp"

namespace halfspace {

enum class Metric { accuracy, balanced_accuracy, error, f1, roc_auc, pr_auc, log_loss, brier };

template <>
struct Names<Metric> {
  static constexpr std::array<std::string_view, 8> list = {"accuracy", "balanced-accuracy", "error", "f1", "roc-auc",
                                                           "pr-auc",   "log-loss",          "brier"};
};

/// error, log-loss and brier are better when smaller.
bool larger_is_better(Metric metric);

/// NAME,... without repetition; "" is all of them.
Result<std::vector<Metric>> metric_list(const std::string& text, const std::string& flag);

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
};

/// `truth` is the class of each row among model.classes.
Prediction predict(const Model& model, const Dataset& data, std::vector<std::uint32_t> truth, unsigned threads,
                   const StopToken& stop = {});

/// Nothing where it does not exist: for another number of classes, without probabilities, without a class it needs.
std::optional<double> value_of(Metric metric, const Prediction& prediction);

}  // namespace halfspace
