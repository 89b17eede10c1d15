// Columns that make no features once all rows are known: identifiers, free text, dates, one value.
#pragma once

#include <string>

#include "format/read.hpp"

namespace halfspace {

/// Do these options look at whole columns (--drop auto, --dates drop, --categorical auto)?
bool looks_at_columns(const ReadOptions& options);

/// Takes the columns out of `data` that the options leave out, and notes them in its form; `options.warn` is told of
/// each. Errors (bad_data): an identifier or free text among the columns of --categorical auto, a column of texts that
/// nothing asked for, no column left.
Result<void> leave_out(Dataset& data, const ReadOptions& options, const std::string& name);

}  // namespace halfspace
