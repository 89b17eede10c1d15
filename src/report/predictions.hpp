// Predicted labels with their scores and probabilities: of every row, as lines (prediction_rows.cpp) and as JSON.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "base/json.hpp"
#include "data/beside_features.hpp"
#include "data/dataset.hpp"
#include "model/model.hpp"

namespace halfspace {

struct PredictedRows {
  std::vector<std::uint32_t> predicted;  // the class of each row
  std::vector<double> score;             // outputs of each row
  std::vector<double> probability;       // of every class; empty: the model has none
  BesideFeatures beside;                 // of the text: rows that lack a value have no prediction

  bool lacks(std::size_t row) const { return row < beside.lacking.size() && beside.lacking[row]; }
};

/// What stands in a line for each row.
struct PredictionColumns {
  bool scores = false;
  bool probabilities = false;
  std::uint64_t top = 0;  // so many of the likeliest classes
  std::string format;     // csv, tsv or jsonl; "": labels alone, or CSV where there is more

  bool titled() const { return !format.empty() || top > 0; }  // asked for by what came after "label"
};

/// A class and its probability, where the model has none its score (two classes: minus the score for the class -1).
struct RankedClass {
  std::uint32_t number = 0;
  double value = 0;
};

/// The `top` likeliest classes of a row, the first first; of equal ones the predicted class comes first, then their
/// order in the model.
std::vector<RankedClass> ranked_classes(const Model& model, const PredictedRows& a, std::size_t row, std::uint64_t top);

/// They as a list of {label, probability or score}; null where the row lacks a value.
Json ranked_json(const Model& model, const PredictedRows& a, std::size_t row, std::uint64_t top);

/// The names of the columns: those kept, then "prediction" ("label" where labels, scores and probabilities are all that
/// is asked for), a score for two classes, else one a class called "score:CLASS", "probability:CLASS" for every class,
/// and "top_K" with "probability_K" or "score_K".
std::vector<std::string> prediction_names(const Model& model, const BesideFeatures& beside,
                                          const PredictionColumns& columns);

/// A line a row: labels alone, or fields (RFC 4180), below the names of their columns unless `begun`, or JSON objects.
/// Rows that lack a value have empty fields (null).
std::string predictions_text(const Model& model, const PredictedRows& a, const PredictionColumns& columns,
                             bool begun = false);

/// The members of `predict --json` between the head and the seconds. `rule`: which score or probability is predicted
/// +1; `threshold` of the probability.
Json predictions_json(const Model& model, const Dataset& data, const PredictedRows& a, const PredictionColumns& columns,
                      const std::string& rule, double threshold);

}  // namespace halfspace
