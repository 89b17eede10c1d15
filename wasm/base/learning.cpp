// In place of ways of learning that a page seldom asks for.
#include "not_here.hpp"
#include "select/calibrated.hpp"
#include "solver/linear/linear.hpp"
#include "solver/linear/list.hpp"
#include "train/objective/linear_multiclass.hpp"
#include "train/stream/stream_training.hpp"
#include "verbs/evaluation.hpp"

namespace halfspace {

const LinearSolverEntry sgd_solver = {.fixed_rounds = true, .accepts = {[](const LinearOptions&) -> Result<void> {
                                                              return not_here("--solver", "sgd is");
                                                            }}};

Result<LinearRun> solve_jointly(const LinearGround&, Multiclass, const LinearObserver&) {
  return not_here("--multiclass", "one objective for all classes is");
}
Result<void> evaluate_more(const Model&, const LabelledScores&, const EvaluationRequest& request,
                           const SecondModel* second, unsigned, RowsEvaluated&) {
  if (second == nullptr && !request.costs && request.samples == 0) return {};
  return not_here("evaluate", "costs, intervals by resampling and second models are");
}
Result<CalibrationReport> fit_calibration(const Dataset&, const LearnPlan&, Trained&, const FitObserver&) {
  return not_here("--calibrate", "calibration is");
}
Result<Streamed> train_on_stream(const std::string&, const Settings&, const TrainObserver&) {
  return not_here("--stream", "streams are");
}

}  // namespace halfspace
