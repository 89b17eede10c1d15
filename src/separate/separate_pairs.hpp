// More than two classes: the verdict of each against the rest and of each pair.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "certify/find/decide.hpp"
#include "feature/feature_map.hpp"
#include "format/read.hpp"

namespace halfspace {

struct PairVerdict {
  std::string positive;
  std::string negative;  // "" for the rest
  Verdict verdict = Verdict::undecided;
  std::uint64_t rows = 0;
  std::uint64_t witness_rows = 0;
};

struct PairQuestion {
  const Dataset& data;
  bool bias;
  FeatureOptions features;
  std::string missing;
  std::uint64_t max_bytes;
  const TextAgain& text;
  DecideOptions options;
  std::function<void(std::size_t done, std::size_t of)> progress;
};

struct PairVerdicts {
  std::vector<PairVerdict> pairs;
  std::size_t questions = 0;  // fewer pairs than these: the rest was not asked, because the call was stopped
};

/// One against the rest for each class, then all pairs, in the order of the classes. Stops before the next question
/// when q.options.stop says so.
Result<PairVerdicts> pair_verdicts(const PairQuestion& q);

}  // namespace halfspace
