// What --stream asks for: the same names as other runs have, and those that a stream can keep.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "format/read.hpp"
#include "model/algorithm.hpp"
#include "solver/online/online.hpp"
#include "solver/perceptron/options.hpp"
#include "train/settings.hpp"

namespace halfspace {

struct StreamRequest {
  Algorithm algorithm = Algorithm::logistic;
  std::string preset;                     // of a perceptron
  PerceptronChoices perceptron;           // algorithm perceptron; T passes in `passes`
  Order order_of_preset = Order::cyclic;  // in a run that holds its rows
  OnlineOptions online;                   // the others
  std::uint64_t passes = 1;               // over the text; a perceptron may end earlier on a clean pass
  bool shuffled = false;                  // blocks, and rows within them, in a new order each pass
  std::uint64_t seed = 0;
  std::uint64_t mixing_blocks = 0;  // of rows in partitions, whose weights are mixed after each pass; 0: they travel
  bool final_pass = false;          // one more, for the objective and the training counts
  std::string positive;
  std::vector<std::string> given;  // flags the user wrote beside the defaults

  bool is_perceptron() const { return algorithm == Algorithm::perceptron; }
};

/// Errors (usage): values out of range, flags of runs that hold all rows.
Result<StreamRequest> stream_request(const Settings& settings);

/// As read_options(), for a stream. Errors (usage): columns of texts and fillings, which need all rows.
Result<ReadOptions> stream_read_options(const Settings& settings);

}  // namespace halfspace
