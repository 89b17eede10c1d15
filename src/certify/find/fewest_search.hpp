// The fewest training mistakes in any dimension, by branch and bound on witnesses; for few rows or few mistakes.
//
//   min |R|   over sets R of rows that meet every witness   (then the other rows are separable)
//
// Witnesses are found when needed and kept. A branch removes one row of a witness that R has not met; the rows of the
// branches before it are held fast in later ones, so that no set is tried twice. Witnesses without a common row, rows
// held fast aside, bound |R| from below. Rounds ask for |R| <= k with rising k: what has failed is proven when the
// search is ended early.
#pragma once

#include <functional>
#include <string>

#include "base/stop.hpp"
#include "certify/find/witness_finder.hpp"

namespace halfspace {

struct FewestSearchOptions {
  std::uint64_t max_nodes = 1'000'000;
  StopToken stop = {};
  std::function<void(const std::string& what, double fraction, double count)> progress;  // as in DecideOptions
  std::optional<std::vector<std::uint64_t>> known;  // rows without which the others are separable, as of a pocket run
};

struct FewestInterval {
  std::uint64_t lower = 0;          // no weights make fewer mistakes
  std::vector<std::uint64_t> rows;  // without these, rising, the others are separable
  std::uint64_t nodes = 0;
  std::uint64_t searches = 0;  // for witnesses
  bool exact() const { return lower == rows.size(); }
};

/// Of the rows 0..rows-1. The same finder and options, without `stop`, give the same answer.
FewestInterval search_fewest(std::uint64_t rows, const WitnessFinder& find, const FewestSearchOptions& options = {});

}  // namespace halfspace
