#include "verbs/evaluation.hpp"

#include <utility>

#include "model/probability.hpp"
#include "model/scorer.hpp"
#include "model/threshold.hpp"
#include "report/model_text.hpp"
#include "separate/evaluated.hpp"

namespace halfspace {

EvaluationReport RowsEvaluated::report(const Model& model, const Dataset& data, const std::string& source) const {
  return {model,
          counts,
          measures,
          unavoidable,
          data,
          source,
          rule_text(model, threshold),
          threshold.value_or(0.5),
          threshold.has_value(),
          more};
}

Result<RowsEvaluated> evaluate_rows(const Model& model, const LabelledScores& rows, const EvaluationRequest& request,
                                    const TextAgain& text, std::uint64_t max_bytes, const DecideOptions& decide) {
  const auto& [data, truth, score, read_at] = rows;
  RowsEvaluated out;
  out.threshold = request.threshold;
  out.predicted = predicted_classes(model, score, request.threshold);
  out.counts = counts_at(model, score, truth, data.weight, request.threshold);
  if (from_pairs(model)) out.pair_score = vector_scores(model, data, decide.threads);
  out.measures = measure(model, score, truth, data.weight, out.pair_score, request.lift_fraction);
  if (text.name == "-" && !data.short_decimals && !data.computed) return out;
  auto least = unavoidable_for(model, data, truth, text, max_bytes, decide);
  if (!least) return least.error();
  out.unavoidable = std::move(least).value();
  return out;
}

}  // namespace halfspace
