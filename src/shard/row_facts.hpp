// What a pass needs of each row besides its values.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "shard/row_folds.hpp"
#include "shard/shard.hpp"

namespace halfspace {

class RowFacts {
 public:
  RowFacts(const ShardRows& rows, const Question& question)
      : rows_(rows),
        question_(question),
        class_weight_(&question.class_weight),
        first_(rows.number < question.first_row.size() ? question.first_row[rows.number] : 0) {
    for (const std::string& label : rows.labels) {
      std::uint32_t place = 0;
      while (place < question.classes.size() && question.classes[place] != label) ++place;
      if (place == question.classes.size() && unknown_.empty()) unknown_ = label;
      place_.push_back(place);
    }
  }

  /// As a task sees the rows: those of the part that it leaves out weigh 0, and classes what it says. It outlives this.
  template <class AnyTask>
  RowFacts of(const AnyTask& task) const {
    RowFacts out = *this;
    out.left_out_ = task.left_out;
    if (task.left_out != no_part) out.repeat_ = task.left_out / question_.folds.count;
    if (!task.class_weight.empty()) out.class_weight_ = &task.class_weight;
    return out;
  }

  /// A label of these rows that is none of the question's; "" where there is none.
  const std::string& unknown() const { return unknown_; }

  /// The place of row i's class.
  std::uint32_t place(std::size_t i) const { return place_[rows_.label[i]]; }

  double sign(std::size_t i, std::uint32_t positive) const { return place(i) == positive ? 1 : -1; }

  /// c_i
  double weight(std::size_t i) const {
    if (left_out_ != no_part && part_of(i, repeat_) == left_out_) return 0;
    return class_weight_->empty() ? row_weight(i) : row_weight(i) * (*class_weight_)[place(i)];
  }

  /// The same without the weight of its class.
  double row_weight(std::size_t i) const { return rows_.weight.empty() ? 1 : rows_.weight[i]; }

  /// The part of the folds that row i is of in a repeat.
  std::uint32_t part_of(std::size_t i, std::uint64_t repeat) const {
    return question_.folds.part_of(first_ + i, repeat);
  }

  /// Is row i among `share` of all rows, drawn by its number among them?
  bool drawn(std::size_t i, double share) const {
    if (share >= 1) return true;
    return static_cast<double>(splitmix(first_ + i) >> 11U) < share * 0x1p53;
  }

 private:
  const ShardRows& rows_;
  const Question& question_;
  const std::vector<double>* class_weight_;
  std::uint64_t first_;  // row among all
  std::uint32_t left_out_ = no_part;
  std::uint64_t repeat_ = 0;
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
