// What a pass needs of each row besides its values.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "shard/shard.hpp"

namespace halfspace {

class RowFacts {
 public:
  RowFacts(const ShardRows& rows, const Question& question) : rows_(rows), question_(question) {
    for (const std::string& label : rows.labels) {
      std::uint32_t place = 0;
      while (place < question.classes.size() && question.classes[place] != label) ++place;
      if (place == question.classes.size() && unknown_.empty()) unknown_ = label;
      place_.push_back(place);
    }
  }

  /// A label of these rows that is none of the question's; "" where there is none.
  const std::string& unknown() const { return unknown_; }

  /// The place of row i's class.
  std::uint32_t place(std::size_t i) const { return place_[rows_.label[i]]; }

  double sign(std::size_t i, std::uint32_t positive) const { return place(i) == positive ? 1 : -1; }

  /// c_i
  double weight(std::size_t i) const {
    const double own = rows_.weight.empty() ? 1 : rows_.weight[i];
    return question_.class_weight.empty() ? own : own * question_.class_weight[place(i)];
  }

  /// Is row i among `share` of all rows, drawn by its number among them?
  bool drawn(std::size_t i, double share) const {
    if (share >= 1) return true;
    const std::uint64_t first = rows_.number < question_.first_row.size() ? question_.first_row[rows_.number] : 0;
    std::uint64_t z = first + i + 0x9E3779B97F4A7C15U;  // splitmix64: Steele, Lea, Flood 2014
    z = (z ^ (z >> 30U)) * 0xBF58476D1CE4E5B9U;
    z = (z ^ (z >> 27U)) * 0x94D049BB133111EBU;
    return static_cast<double>((z ^ (z >> 31U)) >> 11U) < share * 0x1p53;
  }

 private:
  const ShardRows& rows_;
  const Question& question_;
  std::vector<std::uint32_t> place_;  // of each label
  std::string unknown_;
};

/// Rows of weight above 0.
inline std::uint64_t rows_that_count(const ShardRows& rows, const RowFacts& facts) {
  std::uint64_t out = 0;
  for (std::size_t i = 0; i < rows.label.size(); ++i) out += facts.weight(i) > 0 ? 1U : 0U;
  return out;
}

}  // namespace halfspace
