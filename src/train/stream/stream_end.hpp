// How a run ends whose rows are not held: in a stream, or in partitions.
#pragma once

#include <optional>
#include <span>
#include <string>

#include "solver/perceptron/perceptron.hpp"
#include "train/stream/stream_request.hpp"

namespace halfspace {

struct StreamEnd {
  Status status = Status::passes;
  std::string reason;

  /// `clean`: what a clean pass is called, where one ended the run; `passes`: begun.
  static StreamEnd of(const StreamRequest& request, std::optional<Halt> halted, const std::string& clean,
                      std::uint64_t passes);

  /// Vacuous, as runs that hold their rows, where a perceptron of weights 0 converged or had no mistake to learn from.
  void judge(std::span<const PerceptronResult> results);
};

/// "the time limit is reached" or "by a signal"
std::string text_of(Halt why);

}  // namespace halfspace
