// What a run over a stream leaves beside its model.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>

#include "train/stream/stream_request.hpp"

namespace halfspace {

/// Rows of the first pass, each scored before it was learned: no row counts that the weights had seen.
struct Progressive {
  std::uint64_t rows = 0;
  std::uint64_t mistakes = 0;  // wrong labels
  double weight = 0;           // Σ c_i
  double mistaken_weight = 0;
  std::uint64_t longest_run = 0;  // visits with one label, of the label whose run chance explains least
  bool sorted = false;            // a random order has such a run with a probability below 10^-6
  double loss = 0;                // Σ c_i loss(m_i); of every class's learner, where there are more than two

  double error() const { return weight > 0 ? mistaken_weight / weight : 0; }
  double mean_loss() const { return weight > 0 ? loss / weight : 0; }
};

struct StreamTraining {
  StreamRequest request;
  Progressive progressive;
  std::uint64_t visits = 0;
  std::uint64_t passes = 0;         // begun
  std::uint64_t updates = 0;        // of a perceptron; one-vs-rest: summed
  bool exact = false;               // a perceptron in whole numbers
  bool partitions = false;          // rows in partitions, which keep them: there is no progressive loss
  std::optional<double> objective;  // (1/n) Σ c_i loss(m_i) + λ penalty(w), from a last pass
};

struct StreamProgress {
  std::uint64_t rows = 0;  // visits
  std::uint64_t pass = 1;
  double loss = 0;  // progressive, of the first pass
  double error = 0;
  bool scoring = false;  // the last pass, which learns nothing
};

using StreamReport = std::function<void(const StreamProgress&)>;

}  // namespace halfspace
