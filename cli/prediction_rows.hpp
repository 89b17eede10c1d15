// What predict shows of each row: --keep, --scores, --probabilities, --top, --output-format.
#pragma once

#include <cstdint>
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

/// What was found in the rows of a text.
struct FoundRows {
  std::uint64_t lacking = 0;  // rows that lack a value
  bool squares = false;       // values in other columns count by their squares
};

std::uint64_t lacking_rows(const BesideFeatures& beside);

/// What of the text is not used, and how many rows have no prediction. `data` and `beside` may have let their rows go.
void note_rows(const Args& args, const Model& model, const Dataset& data, const BesideFeatures& beside,
               const FoundRows& found);

}  // namespace halfspace::cli
