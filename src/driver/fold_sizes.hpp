// What each fold leaves of the rows: counts and weights of the classes, and what the proofs of its models need.
#pragma once

#include <cstdint>
#include <vector>

#include "driver/shard_facts.hpp"
#include "shard/packed.hpp"
#include "shard/row_folds.hpp"

namespace halfspace {

struct FoldSizes {
  RowFolds folds;
  const char* flag = "--folds";     // that chose them
  std::vector<std::uint64_t> rows;  // held out, of each part and class
  std::vector<double> weight;       // that are left, without class weights
  std::vector<double> shortest;     // that are left, as of ShardFacts

  /// From the answer to `sizes`. Errors (bad_data): incomplete, a fold that holds no row of some class, or all of them.
  Result<void> take(const Answer& sizes, const ShardFacts& facts);

  /// The facts of the rows that a part leaves; bounds of sums stay those of all rows.
  ShardFacts facts_without(std::size_t part, const ShardFacts& all) const;

  std::uint64_t held_rows(std::size_t part) const;

  void pack(Packer& to) const;
  bool unpack(Unpacker& from, std::size_t classes);

 private:
  Error unfit(std::size_t part, std::uint64_t held, const ClassLabel& c) const;
};

}  // namespace halfspace
