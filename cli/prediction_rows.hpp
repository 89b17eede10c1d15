// What predict shows of each row: --keep, --scores, --probabilities, --top, --output-format.
#pragma once

#include <string>
#include <vector>

#include "flags.hpp"
#include "report/predictions.hpp"

namespace halfspace::cli {

std::vector<Flag> prediction_flags();

/// --keep: columns by name or number, or "all" alone.
Result<std::vector<std::string>> kept_columns(const Args& args);

/// What each line shows, as the flags say.
Result<PredictionColumns> shown_columns(const Args& args, const Model& model);

/// Error (usage): --keep of a text without columns, or of one called as a column of predictions.
Result<void> check_kept(const Args& args, const Model& model, const Dataset& data, const BesideFeatures& beside,
                        const PredictionColumns& columns);

/// What of the text is not used, and which rows have no prediction.
void note_rows(const Args& args, const Model& model, const Dataset& data, const BesideFeatures& beside);

}  // namespace halfspace::cli
