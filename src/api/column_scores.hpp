// Scores of rows whose columns stand one after the other, where they stand.
#pragma once

#include <optional>
#include <vector>

#include "halfspace/data.hpp"
#include "model/model.hpp"

namespace halfspace::api {

/// Are scores sums of all numbers of a row, so that no row with NaN or an infinity has a finite one?
bool adds_all_numbers(const Model& model);

/// The scores of such a model, to the bits of those of rows that stand one after the other; nothing of rows that do, of
/// rows that do not fit the model, and where a sum is not finite.
std::optional<std::vector<double>> column_scores(const Model& model, const DenseRows& rows, unsigned threads);

}  // namespace halfspace::api
