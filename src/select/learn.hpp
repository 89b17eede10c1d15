// Learning with calibration: train() on all rows, held-out scores from stratified folds of the same rows, and the map
// from scores to probabilities that fits them (calibration.hpp).
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "halfspace/options.hpp"
#include "select/fold_fit.hpp"
#include "select/folds.hpp"
#include "train/request.hpp"

namespace halfspace {

template <>
struct Names<Calibrator> {
  static constexpr std::array<std::string_view, 5> list = {"none", "platt", "isotonic", "temperature", "auto"};
};

/// Which rows are kept apart: those of --holdout, and what --groups and --order-by say of it and of calibration.
struct RowsApart {
  std::optional<double> holdout;
  std::string groups;
  std::string order_by;
};

struct LearnPlan {
  TrainRequest request;
  ProbabilityKind calibrate = ProbabilityKind::none;  // platt, isotonic, temperature
  FoldOptions folds;                                  // of calibration
  RowsApart apart;
  std::string choice;  // of settled_plan: why --algorithm auto chose the request's learner; else ""
};

struct CalibrationReport {
  ProbabilityKind kind = ProbabilityKind::none;
  std::uint64_t folds = 0;
  bool done = false;
  std::string reason;           // why not
  bool movable = true;          // false: votes, and boundaries through the origin, stay where they are
  double bias_moved = 0;        // by so much the bias of the model is larger than that of the run
  std::uint64_t points = 0;     // isotonic
  std::optional<double> slope;  // platt, temperature
  double log_loss = 0;          // of the held-out rows by the map that fits them
  double brier = 0;
  std::uint64_t mistakes_before = 0;  // of the training rows, by label
  std::uint64_t mistakes_after = 0;
  std::vector<FoldFit> fits;  // without their predictions
};

struct Learned {
  Trained trained;
  std::optional<CalibrationReport> calibration;
  RowsApart apart = {};
};

/// Error (usage): no name of --calibrate.
Result<void> check_calibrator(const std::string& name);

/// The request with --calibrate and --calibrate-folds. Errors (usage): a kind that does not go with the number of
/// classes, --calibrate-folds without --calibrate.
Result<LearnPlan> learn_plan(const Settings& settings, const Dataset& data, const std::string& source);

/// Under --algorithm auto the plan with the learner that a run on all rows chooses, so that every fold has the same;
/// other plans as they are.
Result<LearnPlan> settled_plan(const Dataset& data, LearnPlan plan, const TrainObserver& run);

/// Where the run has no optimum or was stopped there is no calibration, and the report says why. `run` observes the run
/// on all rows, `observer` the others.
Result<Learned> learn(const Dataset& data, const LearnPlan& plan, const TrainObserver& run,
                      const FitObserver& observer);

/// --holdout, --groups and --order-by of train.
std::vector<Flag> rows_apart_flags();

/// --calibrate and --calibrate-folds.
std::vector<Flag> calibration_flags();

}  // namespace halfspace
