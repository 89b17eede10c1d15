// Rows of numbers alone: no labels, weights, groups, categories or missing cells.
#pragma once

#include <cstdint>

#include "data/dataset.hpp"
#include "halfspace/data.hpp"
#include "halfspace/result.hpp"

namespace halfspace::api {

/// Such rows, in place where they can be; `max_bytes` bounds a copy. Errors: usage (sizes that do not fit, what such
/// rows do not have), bad_data (a number that is not finite, too little memory).
Result<Dataset> plain_rows(const DenseRows& rows, std::uint64_t max_bytes);
Result<Dataset> plain_rows(const CsrRows& rows, std::uint64_t max_bytes);

}  // namespace halfspace::api
