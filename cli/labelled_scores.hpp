// The rows of DATA as a model reads them, with its scores.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "flags.hpp"
#include "model/model.hpp"
#include "verbs/evaluation.hpp"
#include "verbs/labelled_scores.hpp"

namespace halfspace::cli {

/// Reads args.operands[1]; labels are known to the model, scores are finite, else an Error.
Result<LabelledScores> labelled_scores(const Args& args, const Model& model, unsigned threads);

/// evaluate_rows() with progress on stderr.
Result<RowsEvaluated> evaluated_rows(const Args& args, const Model& model, const LabelledScores& rows,
                                     const EvaluationRequest& request, unsigned threads);

/// The name of the rows.
std::string source_of(const Args& args);

}  // namespace halfspace::cli
