// Cells of a table as they stand there: numbers, levels, dates.
#pragma once

#include <string>

#include "base/json.hpp"
#include "model/column_parts.hpp"

namespace halfspace {

/// "2026-04-03" or "2026-04-03T10:15:00" of days since 1970-01-01.
std::string date_text(double days, DateColumn kind);

/// "3.5", "red", "2026-04-03"; "4.1 (for a missing cell)", "(missing)", "(no level of the model)", "(rare, not seen in training)".
std::string cell_text(const Cell& cell);

/// A number, a text (a level, a date), or null for a level that the model does not know.
Json cell_json(const Cell& cell);

}  // namespace halfspace
