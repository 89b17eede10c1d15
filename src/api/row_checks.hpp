// What sizes and numbers of rows in memory must be; messages count from 0.
#pragma once

#include <string>

#include "halfspace/data.hpp"
#include "halfspace/result.hpp"

namespace halfspace::api {

/// Sizes and strides that do not fit each other (usage); for sparse rows also their places and columns (bad_data).
Result<void> check_shape(const DenseRows& x);
Result<void> check_shape(const CsrRows& x);

/// "row 3, column 2 (from 0)"
std::string place(std::size_t row, std::size_t column);

/// A number that is infinite, or NaN where no cell may be missing.
Error not_finite(std::size_t row, std::size_t column, double value);

/// Finite numbers from 0, one a row or none at all.
Result<void> check_weights(std::span<const double> weights, std::int64_t rows);

/// One a row or none at all.
Result<void> check_groups(std::span<const std::int64_t> groups, std::int64_t rows);

/// Column names: UTF-8 without NUL, no name twice.
Result<void> check_names(std::span<const std::string> names);

/// Columns of categories ascend below cols; texts are UTF-8 without NUL, none twice.
Result<void> check_categories(const DenseRows& x);

}  // namespace halfspace::api
