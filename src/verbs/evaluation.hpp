// A model on rows whose classes are known: what evaluate and report say of them.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "format/read.hpp"
#include "model/counts.hpp"
#include "model/model.hpp"
#include "report/evaluate_report.hpp"
#include "separate/unavoidable.hpp"
#include "verbs/evaluation_request.hpp"
#include "verbs/labelled_scores.hpp"

namespace halfspace {

struct RowsEvaluated {
  std::optional<double> threshold;       // of P(+1)
  std::vector<std::uint32_t> predicted;  // of each row
  std::vector<double> pair_score;        // of a model whose probabilities come from its pairs
  Counts counts;
  Measures measures;
  std::optional<Unavoidable> unavoidable;
  EvaluateMore more;

  /// All three must outlive it.
  EvaluationReport report(const Model& model, const Dataset& data, const std::string& source) const;
};

/// Predictions, counts and measures; mistakes that no weights avoid, by the digits of `text`. Standard input ("-") is
/// not kept: where its digits would have to be looked at again nothing is said of those.
Result<RowsEvaluated> evaluate_rows(const Model& model, const LabelledScores& rows, const EvaluationRequest& request,
                                    const TextAgain& text, std::uint64_t max_bytes, const DecideOptions& decide);

/// A second model, and the same rows as it reads them.
struct SecondModel {
  const Model& model;
  std::string name;
  const LabelledScores& rows;
};

/// Intervals, the second model (none where NULL) and costs, into `evaluated.more`.
Result<void> evaluate_more(const Model& model, const LabelledScores& rows, const EvaluationRequest& request,
                           const SecondModel* second, unsigned threads, RowsEvaluated& evaluated);

}  // namespace halfspace
