// One perceptron run raced against the question whether its data is separable (docs/algorithms.md 4). The run asks
// once, after the work of 64 passes; a proof that no separator exists ends it. Where that is cheap the question is also
// asked after the run, and before it where a trace is written, and separable data gets its margin: that of the rows as
// the run sees them, scaled where they are.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <vector>

#include "base/stop.hpp"
#include "certify/find/decide_classes.hpp"
#include "feature/learner_rows.hpp"
#include "separate/separability.hpp"
#include "solver/perceptron/perceptron.hpp"
#include "train/train.hpp"

namespace halfspace {

/// Can a clean pass come under this mistake rule exactly when the data is linearly separable?
bool clean_pass_means_separable(const PerceptronChoices& options);

/// What the questions of all runs stand on.
struct RaceGround {
  const Dataset& data;      // columns of the text
  const LearnerRows& rows;  // made of them
  const TrainRequest& request;
  const PerceptronChoices& options;  // resolved
};

class Race {
 public:
  /// `outer` watches the run; it must outlive this. More than two `classes` in one run (argmax): `y` is +1, and
  /// `label` the class of each row, which must outlive this too.
  Race(const RaceGround& ground, std::vector<std::int8_t> y, std::span<const std::uint32_t> label,
       std::uint32_t classes, const PerceptronObserver& outer);
  Race(const Race&) = delete;
  Race& operator=(const Race&) = delete;
  ~Race() = default;

  const PerceptronObserver& observer() const { return inner_; }

  /// What is known after the run; the result then says so too.
  Separability finish(PerceptronResult& run, const Dataset& data);

 private:
  bool scaled() const { return ground_.request.features.scale != Scaling::none; }
  bool margin_is_asked() const;
  bool cheap() const;
  StopToken asking(std::function<bool()> over) const;
  DecideOptions budget() const;
  StopToken question_ends();
  ClassQuestionOptions class_options();
  void name_the_bound();
  bool hopeless(const Progress& at);
  void ask_after(PerceptronResult& run, const Dataset& data);
  void decide_now();
  void decide_two();
  void measure();
  void take(const PerceptronResult& run);

  const RaceGround& ground_;
  const PerceptronObserver& outer_;
  PerceptronObserver inner_;
  std::optional<SignedRows> z_;        // nothing: no question
  std::optional<SignedRows> learned_;  // scaled: the rows of the run, which have the margin
  std::optional<ClassPairs> pairs_;    // more than two classes
  std::uint64_t stored_ = 0;
  std::uint64_t passes_left_ = 1;  // of a question's counted work
  Progress at_{};
  Separability known_;
};

}  // namespace halfspace
