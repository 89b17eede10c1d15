// Rows in memory that have no prediction: those that lack a value the model needs.
#pragma once

#include <memory>
#include <optional>
#include <vector>

#include "api/rows.hpp"
#include "data/dataset.hpp"
#include "halfspace/data.hpp"
#include "halfspace/model.hpp"
#include "halfspace/options.hpp"
#include "halfspace/result.hpp"
#include "model/model.hpp"

namespace halfspace::api {

struct RowsToPredict {
  Dataset data;                     // of the rows that are predicted
  std::vector<bool> lacking;        // of each row of the caller's; empty: none
  std::shared_ptr<void> kept = {};  // numbers that `data` may view
};

/// rows_to_score(), where levels that training did not see are what `unseen` says (default: as the model was trained).
/// Of `row` they, and missing cells that the model has no value for, leave their row out.
Result<RowsToPredict> rows_to_predict(const DenseRows& rows, const Model& model, std::uint64_t max_bytes,
                                      std::optional<Unseen> unseen, ScoredFor use = ScoredFor::predictions);
Result<RowsToPredict> rows_to_predict(const CsrRows& rows, const Model& model, std::uint64_t max_bytes,
                                      std::optional<Unseen> unseen, ScoredFor use = ScoredFor::predictions);

/// The predictions of rows of which these had been left out: there the class is -1, scores and probabilities NaN.
Predictions with_lacking(Predictions found, const std::vector<bool>& lacking, std::size_t classes);

/// The same of rows that were scored all the same.
void blank_lacking(Predictions& found, const std::vector<bool>& lacking, std::size_t classes);

}  // namespace halfspace::api
