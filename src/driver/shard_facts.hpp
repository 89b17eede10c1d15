// What the first two questions tell of all rows, and the bounds of all later sums.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "data/dataset.hpp"
#include "shard/answer.hpp"
#include "shard/question.hpp"

namespace halfspace {

struct ShardFacts {
  std::uint64_t rows = 0;  // of weight above 0
  std::uint64_t entries = 0;
  std::uint64_t squared_entries = 0;  // Σ over the rows of (entries)^2
  std::uint64_t cols = 0;
  std::uint64_t shards = 0;
  bool dense = false;
  std::vector<std::string> columns;
  std::vector<ClassLabel> classes;  // sorted
  bool numeric_labels = false;
  std::vector<double> weight_of;         // of each class, row weights summed
  std::vector<double> whole_weight;      // the same times class weights
  std::vector<std::uint64_t> first_row;  // of each shard
  std::uint64_t all_rows = 0;            // whatever they weigh
  std::vector<double> largest;           // of each column, twice: c |x_j|, c x_j^2
  std::vector<double> stored;            // of each column, entries that are not 0
  std::vector<double> first;             // Σ c |x_j| of each column, bias last
  std::vector<double> second;            // Σ c x_j^2
  double longest = 0;                    // the largest |x|
  std::vector<double> least_weight;      // of each class: what that row weighs at least, class weight included
  std::vector<double> shortest;          // of each class, |x| of a row of at least half its mean weight
  ColumnScale scale;                     // that the rows were seen with

  /// Is Σ h x x' of so many columns worth a round?
  bool few_columns(std::size_t dims) const { return dims <= (dense ? 1024U : 512U); }

  /// From the answer to `schema`. Errors (bad_data): no rows, labels that are not one kind.
  static Result<ShardFacts> of(const Answer& schema);

  /// Error (bad_data): a column whose squares are too large to be summed.
  Result<void> check_sizes() const;

  /// "column 'a'"
  std::string name_of(std::size_t column) const;

  /// Are these of other values in the same columns of the same rows?
  bool same_rows(const ShardFacts& other) const;

  /// The bounds of the sums of `sizes`. Class weights are in the order of `classes`.
  void bound_sizes(Question& question) const;

  /// From the answer to it. `bias`: is there one?
  Result<void> take_sizes(const Answer& sizes, const Question& question);

  /// The bounds of all sums after that.
  void bound_work(Question& question) const;

  /// Bounds of sums are so many times larger.
  void raise_bounds(double factor);

  /// As a data set without rows.
  Dataset described() const;
};

}  // namespace halfspace
