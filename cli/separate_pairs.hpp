// More than two classes: the verdict of each against the rest and of each pair.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "certify/decide.hpp"
#include "feature/feature_map.hpp"
#include "format/read.hpp"

namespace halfspace::cli {

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

/// One against the rest for each class, then all pairs, in the order of the classes.
Result<std::vector<PairVerdict>> pair_verdicts(const PairQuestion& q);

}  // namespace halfspace::cli
