// The rows of a folder of shards (convert --shards), scored by a model one shard after another.
#pragma once

#include "predicting.hpp"
#include "session.hpp"
#include "verbs/labelled_scores.hpp"

namespace halfspace::cli {

/// Scores and classes of all rows; the rows themselves are let go. Errors: io, usage (flags about texts), bad_data (columns or
/// labels that the model does not have).
Result<LabelledScores> labelled_shards(const Args& args, const Model& model, unsigned threads);

/// halfspace predict MODEL FOLDER: writes the predictions of one shard after the other.
Outcome predict_shards(const PredictCall& call);

}  // namespace halfspace::cli
