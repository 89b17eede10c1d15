// How the levels of categorical columns became features, in reports.
#pragma once

#include <string>

#include "base/json.hpp"
#include "feature/feature_map.hpp"

namespace halfspace {

/// [{column, coding, levels, reference, pooled, order}] of the categorical columns.
Json codings_json(const FeatureMap& map);

/// "2 categorical columns reference-coded (levels: colour 3, size 2; reference: colour=blue, size=L)", what is pooled,
/// ordered columns; "" without categorical columns.
std::string codings_text(const FeatureMap& map);

/// Adds --categorical-coding, --reference, --min-level and --ordered to the settings where they are not the defaults.
void add_coding_settings(Json& settings, const FeatureOptions& options);

/// "3 held-out rows have a level that is not in the training rows: ..."; "" for 0.
std::string unseen_rows_text(std::uint64_t rows);

}  // namespace halfspace
