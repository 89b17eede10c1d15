// Rows in memory as a Dataset. They stand for the shortest decimals that read back as their doubles, so what is exact
// for a text is exact for them. Every size and number is checked.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "data/dataset.hpp"
#include "halfspace/data.hpp"
#include "halfspace/result.hpp"
#include "model/model.hpp"

namespace halfspace::api {

/// What to call rows in memory in messages and reports.
inline constexpr const char* memory_name = "rows in memory";

/// Sizes, labels, weights, groups, names and categories that fit each other; numbers are not looked at.
Result<void> check_rows(const DenseRows& rows, const RowLabels& labels);
Result<void> check_rows(const CsrRows& rows, const RowLabels& labels);

/// Rows to learn from, as a headerless CSV or LIBSVM text of them would be read. The Dataset views the caller's numbers
/// where they can stay where they are. `missing`: as --missing (dense rows). `max_bytes` bounds a copy. `classes`: labels
/// that exist even where no row has them.
Result<Dataset> training_rows(const DenseRows& rows, const RowLabels& labels, const std::string& missing,
                              std::uint64_t max_bytes, const std::vector<std::string>& classes = {});
Result<Dataset> training_rows(const CsrRows& rows, const RowLabels& labels, const std::string& missing,
                              std::uint64_t max_bytes, const std::vector<std::string>& classes = {});

/// What is made of scored rows: proofs count the decimals of every number; where every sum of a row's numbers is looked
/// at, those of plain rows need not be, since no sum with NaN or an infinity is finite.
enum class ScoredFor { predictions, checked_sums, proofs };

/// Rows to score, in place where they can be: no labels; NaN where the model fills a missing cell. `max_bytes` bounds a
/// copy.
Result<Dataset> rows_to_score(const DenseRows& rows, const Model& model, std::uint64_t max_bytes,
                              ScoredFor use = ScoredFor::predictions);
Result<Dataset> rows_to_score(const CsrRows& rows, const Model& model, std::uint64_t max_bytes,
                              ScoredFor use = ScoredFor::predictions);

/// The caller's number of the row at a place of the data: from 0 in memory, of a file its line from 1.
std::int64_t caller_row(const Dataset& data, std::uint64_t place);

}  // namespace halfspace::api
