// Are three classes or more linearly separable? The question of decide.hpp about the pairs of class_pairs.hpp:
//
//   separable        some W has w_t.x̄_i > w_k.x̄_i for every row i of class t and every other class k
//   quasi-separable  not separable, but some W has >= everywhere and > for some pair
//   overlapping      >= everywhere only where = everywhere
//
// Of many pairs only a part is decided at a time: a separator of the part that is one of all pairs is an answer, a
// witness of the part is a witness (Gordan), and the pairs that a separator of the part violates join it.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "base/stop.hpp"
#include "certify/class_pairs.hpp"
#include "certify/find/decide.hpp"

namespace halfspace {

struct PairMultiplier {
  ClassPair pair;
  Integer value;
};

struct ClassDecision {
  Verdict verdict = Verdict::undecided;
  std::vector<Integer> weights;         // separable, quasi-separable: w̄_k, class after class, up to a positive factor
  std::vector<PairMultiplier> witness;  // not separable: Σ λ z = 0, λ > 0; no pair can be spared. In the order of pairs
  std::string reason;                   // undecided: why
  std::uint64_t rounds = 0;             // parts that were decided
};

struct ClassQuestionOptions {
  unsigned threads = 1;
  std::uint64_t at_once = std::uint64_t{1} << 22U;  // up to so many entries all pairs are one part
  std::uint64_t entries = std::uint64_t{1} << 23U;  // most entries of a part
  std::size_t dims = 3000;                          // most weights: the point of the hull takes their square
  StopToken stop = {};                              // asked about every 2^20 entries, and inside long operations
};

/// Errors: reading the text again for its decimals.
Result<ClassDecision> decide_classes(const ClassPairs& pairs, const ClassQuestionOptions& options);

/// Pairs with W.z < 0, or <= 0 where `strictly`, `most` at most; nothing when stopped. `weights` as in ClassDecision.
Result<std::optional<std::vector<ClassPair>>> violated_pairs(const ClassPairs& pairs, std::span<const Integer> weights,
                                                             bool strictly, std::size_t most,
                                                             const ClassQuestionOptions& options);

}  // namespace halfspace
