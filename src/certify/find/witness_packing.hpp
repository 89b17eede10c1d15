// Witnesses without a common row: each costs any weights at least one mistake, so q of them prove q mistakes. Rows that
// stand in the witnesses of many packings at random are suspects of a wrong label: a row without which the others are
// separable stands in every witness.
#pragma once

#include <limits>

#include "base/stop.hpp"
#include "certify/find/witness_finder.hpp"

namespace halfspace {

struct WitnessPacking {
  std::vector<Witness> witnesses;  // no two share a row; their number is a lower bound on mistakes
  bool complete = false;           // the rows outside them are separable
};

/// Takes a witness and removes its rows until the others are separable, `most` have been found or `stop` says true.
WitnessPacking pack_witnesses(std::uint64_t rows, const WitnessFinder& find,
                              std::uint64_t most = std::numeric_limits<std::uint64_t>::max(),
                              const StopToken& stop = {});

struct Suspect {
  std::uint64_t row = 0;
  std::uint64_t count = 0;  // of witnesses it stands in, at most one a round
  bool operator==(const Suspect&) const = default;
};

struct Suspects {
  std::vector<Suspect> ranked;  // rows that stand in witnesses, the highest count first, then the lowest row
  std::uint64_t witnesses = 0;
  std::uint64_t rounds = 0;   // begun
  std::uint64_t largest = 0;  // number of witnesses in one round: a lower bound on mistakes
  bool complete = false;      // no round was stopped
};

struct SuspectOptions {
  std::uint64_t rounds = 20;
  std::uint64_t seed = 0;
  StopToken stop = {};
};

/// Packs in each round first within a random half of the rows, then among all that are left. The same finder and
/// options, without `stop`, give the same answer.
Suspects rank_suspects(std::uint64_t rows, const WitnessFinder& find, const SuspectOptions& options = {});

}  // namespace halfspace
