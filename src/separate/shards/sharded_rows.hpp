// What the facts of all shards tell a run of `separate`, and the rows that it has seen so far.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "data/dataset.hpp"
#include "separate/shards/sign_answer.hpp"

namespace halfspace {

struct ShardedFacts {
  std::uint64_t rows = 0;  // of the classes in question
  std::uint64_t cols = 0;
  std::uint64_t entries = 0;  // of rows of every class
  std::uint64_t every_row = 0;
  int decimals = 0;
  bool short_decimals = true;
  bool dense = false;
  std::vector<std::string> columns;  // names, where there are some
  std::vector<bool> used;            // columns that are not 0 in every row
  std::vector<ClassLabel> classes;   // in question, sorted
  bool numeric_labels = false;
  std::vector<std::uint64_t> first_row;   // of each shard
  std::vector<std::uint64_t> first_used;  // the same among rows of the classes in question

  /// From the answer `a` to `facts`. `chosen`: labels of the classes in question; none: all. Errors: bad_data (no rows, labels
  /// that are not one kind), usage (a class that no row has).
  static Result<ShardedFacts> of(const SignAnswer& a, const std::vector<std::string>& chosen);

  std::vector<std::string> labels() const;
  bool has_header() const { return dense && !columns.empty(); }  // their text (shard_text.hpp)
};

/// Rows by their places among all.
class SeenRows {
 public:
  /// False where it is there already.
  bool add(FoundRow row);
  const FoundRow& at(std::uint64_t place) const { return rows_.at(place); }
  std::uint64_t bytes() const { return bytes_; }
  std::uint64_t size() const { return rows_.size(); }

  /// The rows of these places as a data set; label k is facts.classes[k]. Its lines are those of the rows' text
  /// (shard_text.hpp).
  Dataset dataset(const std::vector<std::uint64_t>& places, const ShardedFacts& facts) const;

 private:
  std::map<std::uint64_t, FoundRow> rows_;
  std::uint64_t bytes_ = 0;
};

}  // namespace halfspace
