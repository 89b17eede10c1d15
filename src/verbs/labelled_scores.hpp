// Rows with labels as a model reads them, with its scores.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "data/dataset.hpp"
#include "halfspace/result.hpp"
#include "model/model.hpp"

namespace halfspace {

struct LabelledScores {
  Dataset data;
  std::vector<std::uint32_t> truth;
  std::vector<double> score;
  double read_at = 0;  // seconds_now() once they were read
};

/// Labels are known to the model, scores are finite, else an Error (bad_data) in `source`.
Result<LabelledScores> labelled_scores(const Model& model, Dataset data, const std::string& source, unsigned threads);

/// The same of rows whose labels are not looked at.
Result<LabelledScores> unlabelled_scores(const Model& model, Dataset data, const std::string& source, unsigned threads);

/// Error (usage, bad_data): the second model has other rows, or other labels of them.
Result<void> check_same_rows(const LabelledScores& first, const Model& first_model, const LabelledScores& second,
                             const Model& second_model);

}  // namespace halfspace
