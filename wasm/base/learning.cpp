// In place of ways of learning that a page seldom asks for.
#include "not_here.hpp"
#include "select/calibrated.hpp"
#include "train/stream/stream_training.hpp"

namespace halfspace {

Result<CalibrationReport> fit_calibration(const Dataset&, const LearnPlan&, Trained&, const FitObserver&) {
  return not_here("--calibrate", "calibration is");
}
Result<Streamed> train_on_stream(const std::string&, const Settings&, const TrainObserver&) {
  return not_here("--stream", "streams are");
}

}  // namespace halfspace
