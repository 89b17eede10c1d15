// Folds of cross-validation: a partition of the rows into K parts, each held out once, the same on every machine.
//
//   rows     stratified: every class is shuffled and dealt out, so that two folds differ by at most one row of each
//            class, and by at most one row in all
//   groups   the rows of a group stay together. Groups are shuffled, sorted from the largest down and put, one after
//            another, where sum_k sum_f (n_kf / n_k)^2 stays least (n_kf: rows of class k in fold f), ties to the fold
//            of fewer rows: as even in every class as that greedy rule allows
//   order    rows in time are cut into K + 1 parts, and fold f holds out part f + 1 and learns from those before it
//            (forward_folds.hpp)
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "data/dataset.hpp"
#include "halfspace/result.hpp"

namespace halfspace {

struct FoldOptions {
  std::uint64_t folds = 5;
  std::uint64_t repeats = 1;
  std::uint64_t seed = 0;
  bool by_number = false;  // of rows in partitions: by their numbers (shard/row_folds.hpp)
};

struct Folds {
  std::uint64_t count = 0;
  std::vector<std::vector<std::uint32_t>> of_row;  // for each repeat: the fold of every row; forward: its part 0..K
  bool forward = false;                            // by Dataset::order
  std::vector<std::string> warnings = {};          // folds of groups that hold no row of some class

  std::uint64_t repeats() const { return of_row.size(); }
  std::uint64_t parts() const { return count + (forward ? 1 : 0); }
  std::vector<std::uint64_t> held_out(std::uint64_t repeat, std::uint64_t fold) const;
  std::vector<std::uint64_t> kept(std::uint64_t repeat, std::uint64_t fold) const;
};

/// The first repeat is the same however many there are. Errors: K outside 2..n, repeats outside 1..1000 (usage); a
/// class with fewer rows than folds, fewer groups than folds, a class all of whose rows fall into one fold (bad_data).
/// `flag` names in messages where K came from; `source` the data.
Result<Folds> make_folds(const Dataset& data, const FoldOptions& options, const std::string& flag,
                         const std::string& source);

/// Rows for training and for testing: stratified_split(), but groups stay together and are put where the share of every
/// class in the test part stays nearest to `fraction`, and rows in order are cut (forward_split()).
Result<Split> holdout_split(const Dataset& data, double fraction, std::uint64_t seed);

/// Where a fit failed for its rows, the error says which rows they were.
Error in_fold(Error error, const Folds& folds, std::uint64_t repeat, std::uint64_t fold);

}  // namespace halfspace
