// Scores of a model on rows, and what they count to. Where a model's weights and the data are short decimals, scores
// are computed exactly and rounded once, so that "on the boundary" means exactly 0.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "data/dataset.hpp"
#include "model/model.hpp"

namespace halfspace {

/// Score of every row: w.x + b, or for a voted model sum_k c_k sign(w_k.x + b_k) / sum_k c_k with sign(0) = +1.
/// The data must have the model's columns. Same bits for any number of threads.
std::vector<double> scores(const Model& model, const Dataset& data, unsigned threads);

/// -1 or +1 for each row, by its label. A label that is none of the model's classes is an Error (bad_data).
Result<std::vector<std::int8_t>> known_signs(const Model& model, const Dataset& data, const std::string& source);

/// Predicted labels against true ones. A false positive is a row of the negative class predicted positive.
struct Counts {
  std::uint64_t rows = 0;
  std::uint64_t mistakes = 0;  // false positives + false negatives, unless counted by a training rule
  std::uint64_t false_positives = 0;
  std::uint64_t false_negatives = 0;
  std::uint64_t positives = 0;
  std::uint64_t on_boundary = 0;  // score exactly 0
  double loss = 0;                // perceptron loss, mean of max(0, -m)

  double error() const { return rows == 0 ? 0 : static_cast<double>(mistakes) / static_cast<double>(rows); }
};

Counts count_predictions(std::span<const double> score, std::span<const std::int8_t> y);

/// {"rows", "mistakes", "error", "false_positives", "false_negatives", "on_boundary", "perceptron_loss"}
Json counts_json(const Counts& counts);

}  // namespace halfspace
