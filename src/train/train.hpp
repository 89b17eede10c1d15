// Training: the only place where names (settings) meet types.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <variant>
#include <vector>

#include "base/simd_choice.hpp"
#include "data/dataset.hpp"
#include "format/read.hpp"
#include "model/counts.hpp"
#include "model/model.hpp"
#include "separate/separability.hpp"
#include "solver/perceptron/perceptron.hpp"
#include "train/objective/linear_run.hpp"
#include "train/perceptron/mistake_bound.hpp"
#include "train/stream/stream_run.hpp"

namespace halfspace {

struct PerceptronRequest {
  std::string preset = "cyclic";
  std::vector<std::string> given;   // flags the user wrote beside the preset
  PerceptronChoices options;        // the preset's choices with the flags applied
  std::string start_text = "zero";  // zero, random, numbers as given, or "model"
};

struct TrainRequest {
  Algorithm algorithm = Algorithm::perceptron;
  PerceptronRequest perceptron;  // algorithm auto has both
  LinearRequest linear;          // logistic and svm
  FeatureOptions features;
  std::string missing;                       // the policy the data was read with
  Multiclass multiclass = Multiclass::none;  // none: the learner chooses
  std::string positive;                      // label of +1; "" is the class that sorts last
  std::string source;                        // what to call the data in messages
  std::optional<TextAgain> text;             // where its digits stand; nothing where they cannot be looked at again
  unsigned threads = 1;
  std::uint64_t memory_bytes = 0;  // most memory for weights and votes; 0: no limit

  const std::vector<std::string>& given() const {
    return algorithm == Algorithm::perceptron ? perceptron.given : linear.given;
  }
};

/// How the run of one class against the others went (one-vs-rest).
struct ClassRun {
  std::string label;
  Status status = Status::not_converged;
  std::string stop_reason;
  std::uint64_t visits = 0;
  std::uint64_t passes = 0;
  std::uint64_t updates = 0;
  Separability known;
};

/// What a perceptron left beside its model.
struct PerceptronTraining {
  PerceptronChoices options;   // resolved
  std::string start_text;      // as asked for
  PerceptronResult run;        // one-vs-rest: work summed, the status of the run that came least far, no multipliers
  std::vector<ClassRun> runs;  // one-vs-rest only
  std::optional<MistakeBound> bound;
};

struct Trained {
  Model model;  // without settings and report: report/model_run.hpp makes them of the rest
  Status status = Status::not_converged;
  std::string stop_reason;
  std::string choice;  // why --algorithm auto chose this learner; else ""
  Simd simd = Simd::automatic;
  bool fitted = true;  // false: there is no optimum, and the model has no weights
  std::variant<PerceptronTraining, LinearTraining, StreamTraining> of_learner;
  Counts train;                      // mistakes by the run's own rule
  bool separates = false;            // every training row has a margin strictly above 0 by the model's own weights
  bool proved = false;               // ... and that is no rounding
  bool not_separable = false;        // a perceptron's run proved it
  Separability known;                // of the data, one-vs-rest apart
  std::vector<FilledColumn> filled;  // cells of the data that --missing filled

  PerceptronTraining* perceptron() { return std::get_if<PerceptronTraining>(&of_learner); }
  const PerceptronTraining* perceptron() const { return std::get_if<PerceptronTraining>(&of_learner); }
  LinearTraining* linear() { return std::get_if<LinearTraining>(&of_learner); }
  const LinearTraining* linear() const { return std::get_if<LinearTraining>(&of_learner); }

  const StreamTraining* stream() const { return std::get_if<StreamTraining>(&of_learner); }

  /// Is the data linearly separable? Nothing where that was not proved (one-vs-rest: never).
  std::optional<bool> separable() const;
};

/// How a run reports while it runs; it may ask it to stop. Empty functions are not called.
struct TrainObserver {
  PerceptronObserver perceptron;
  LinearObserver linear;
  StreamReport stream;
};

/// Of a run that was stopped before it had anything to keep: interrupted.
Error stopped_error(const Stopped& stopped, const std::string& source);

/// Learns from the data by request.algorithm. Error `interrupted`: the observer stopped it before there was anything to
/// keep.
Result<Trained> train(const Dataset& data, const TrainRequest& request, const TrainObserver& observer);

}  // namespace halfspace
