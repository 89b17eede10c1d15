// Rows in memory as a Dataset. They stand for the shortest decimals that read back as their doubles, so what is exact
// for a text is exact for them. Every size and number is checked.
#pragma once

#include <optional>
#include <string>

#include "data/dataset.hpp"
#include "halfspace/result.hpp"
#include "halfspace/rows.hpp"
#include "model/model.hpp"

namespace halfspace::api {

/// What to call rows in memory in messages and reports.
inline constexpr const char* memory_name = "rows in memory";

/// Rows to learn from, as a headerless CSV or LIBSVM text of them would be read. `missing`: "", drop or mean (dense
/// rows).
Result<Dataset> training_rows(const DenseRows& rows, const RowLabels& labels, const std::string& missing,
                              std::uint64_t max_bytes);
Result<Dataset> training_rows(const CsrRows& rows, const RowLabels& labels, const std::string& missing,
                              std::uint64_t max_bytes);

/// Can the model, whose map is plain(), score these rows where they stand? The most digits after the point where the
/// model's scores are exact for these values.
Result<std::optional<int>> check_rows_to_score(const DenseRows& rows, const Model& model);

/// Rows to score: no labels; NaN where the model fills a missing cell.
Result<Dataset> rows_to_score(const DenseRows& rows, const Model& model);
Result<Dataset> rows_to_score(const CsrRows& rows, const Model& model);

}  // namespace halfspace::api
