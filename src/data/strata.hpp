// Rows by stratum (class, or class and fold) in random order: the draws behind folds, splits and the rungs of a search.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "base/rng.hpp"

namespace halfspace {

/// The rows of each of `count` strata in random order; `stratum_of` gives that of a row, 0..count-1.
template <class StratumOf>
std::vector<std::vector<std::uint64_t>> shuffled_strata(std::uint64_t rows, std::size_t count,
                                                        const StratumOf& stratum_of, Rng& rng) {
  std::vector<std::vector<std::uint64_t>> strata(count);
  for (std::uint64_t i = 0; i < rows; ++i) strata[stratum_of(i)].push_back(i);
  for (std::vector<std::uint64_t>& stratum : strata) shuffle(std::span(stratum), rng);
  return strata;
}

/// A part 0..parts-1 for each row: the strata, shuffled, are dealt out one after another without a break, so that two
/// parts differ by at most one row of each stratum, and by at most one row in all.
template <class StratumOf>
std::vector<std::uint32_t> dealt(std::uint64_t rows, std::size_t count, const StratumOf& stratum_of,
                                 std::uint64_t parts, Rng& rng) {
  std::vector<std::uint32_t> part(rows);
  std::uint64_t next = 0;
  for (const std::vector<std::uint64_t>& stratum : shuffled_strata(rows, count, stratum_of, rng)) {
    for (const std::uint64_t i : stratum) part[i] = static_cast<std::uint32_t>(next++ % parts);
  }
  return part;
}

}  // namespace halfspace
