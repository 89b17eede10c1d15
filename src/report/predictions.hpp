// Predicted labels with their scores and probabilities, as lines and as JSON.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "base/json.hpp"
#include "data/dataset.hpp"
#include "model/model.hpp"

namespace halfspace {

struct PredictedRows {
  std::vector<std::uint32_t> predicted;  // the class of each row
  std::vector<double> score;             // outputs of each row
  std::vector<double> probability;       // of every class; empty: the model has none
};

/// One label a line; more columns make it CSV: a score for two classes, else one a class called "score:CLASS", and
/// "probability:CLASS" for every class.
std::string predictions_text(const Model& model, const PredictedRows& a, bool with_scores, bool with_probabilities);

/// The members of `predict --json` between the head and the seconds. `rule`: which score or probability is predicted
/// +1; `threshold` of the probability.
Json predictions_json(const Model& model, const Dataset& data, const PredictedRows& a, const std::string& rule,
                      double threshold);

}  // namespace halfspace
