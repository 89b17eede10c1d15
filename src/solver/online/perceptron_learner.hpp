// The perceptron family over a stream (docs/algorithms.md): rows are visited as they come, by the rules, steps and
// weights of a run in memory, so that with order cyclic the weights have its bits.
//
// A run in memory computes in whole numbers where all its values allow that, and in doubles otherwise
// (solver/perceptron/decimal_scale.hpp). A stream cannot know which until it ends: both weights are kept, each with its
// own visits, until a value comes that whole numbers cannot take.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <utility>

#include "solver/online/online.hpp"
#include "solver/perceptron/decimal_scale.hpp"
#include "solver/perceptron/perceptron.hpp"
#include "solver/perceptron/weights.hpp"

namespace halfspace {

class PerceptronLearner {
 public:
  struct Track {
    DecimalScale scale;
    WeightState state;
    std::uint64_t visits = 0;
    std::uint64_t updates = 0;
    std::uint64_t in_a_row = 0;  // visits without a mistake
  };

  /// All that it is between two blocks of rows.
  struct State {
    DecimalFacts facts;
    std::optional<Track> whole = Track{};  // in whole numbers; nothing once that is impossible
    std::optional<Track> plain = Track{};  // in doubles; nothing once the other is certain
  };

  explicit PerceptronLearner(PerceptronChoices options) : o_(std::move(options)) {}

  /// Goes on from there. One of the tracks is there.
  PerceptronLearner(PerceptronChoices options, State state) : o_(std::move(options)), state_(std::move(state)) {}
  const State& state() const { return state_; }

  /// Scores of the rows before each is learned. Returns the first whose score is no number, which is not learned.
  /// `clean_after`: so many visits in a row without a mistake end the run; 0: never.
  std::optional<std::size_t> learn(const OnlineRows& rows, std::span<double> score, std::uint64_t clean_after = 0);

  /// The values of later rows have been seen before: a pass is over.
  void end_pass();

  /// Were so many visits in a row without a mistake?
  bool clean(std::uint64_t visits) const { return shown().in_a_row >= visits; }

  /// w, b, work and whether it was exact; without status.
  PerceptronResult result(std::size_t cols) const;

 private:
  const Track& shown() const { return state_.whole ? *state_.whole : *state_.plain; }
  bool rescale(const OnlineRows& rows);
  std::optional<std::size_t> visit(Track& track, const OnlineRows& rows, std::span<double> score,
                                   std::uint64_t clean_after) const;
  template <class M>
  std::optional<std::size_t> visit_rows(Track& track, const M& x, const OnlineRows& rows, std::span<double> score,
                                        std::uint64_t clean_after) const;

  PerceptronChoices o_;
  State state_;
};

}  // namespace halfspace
