// predict of a pipe: rows are read, scored and written block by block, as they come.
#pragma once

#include "data/beside_features.hpp"
#include "format/read.hpp"
#include "predicting.hpp"

namespace halfspace::cli {

/// Is DATA standard input or no regular file, and does every row make a line of standard output?
bool predicts_as_rows_come(const Args& args);

/// Writes what predict writes of all rows at once, with a memory bounded by a block of them. A block ends where no more
/// of the text is there without a wait. Rows before a bad line are written.
Outcome predict_stream(const PredictCall& call, ReadOptions options, BesideFeatures& beside);

}  // namespace halfspace::cli
