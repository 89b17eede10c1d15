// Do some rows span all rows? With r their rank modulo a prime, r <= rank of these rows <= rank of all rows. Where r is
// the number of columns all three are equal. Else d - r independent vectors orthogonal to these rows are found, and a
// second pass asks whether they are orthogonal to every row: then the rank of all rows is at most r.
#pragma once

#include <string>
#include <unordered_map>
#include <vector>

#include "certify/verify/exact_features.hpp"
#include "exact/null_space.hpp"

namespace halfspace {

class SpanCheck {
 public:
  SpanCheck(const ExactFeatures& features, bool augmented) : features_(features), augmented_(augmented) {}

  /// Every row of the first pass.
  void see(const ExactRow& row);

  /// After it, the rows that are said to span all.
  void settle(const std::vector<const ExactRow*>& span);
  bool needs_second_pass() const { return reason_.empty() && !orthogonal_.empty(); }

  /// Every row of the second pass.
  void see_again(const ExactRow& row);

  const std::string& reason() const { return reason_; }  ///< why not; "" for nothing so far

 private:
  SparseIntegers integers(const ExactRow& row, bool may_add);

  const ExactFeatures& features_;
  bool augmented_;
  std::string reason_;
  std::unordered_map<std::uint64_t, std::uint64_t> seen_;  // features that are not 0 somewhere, and the line
  std::unordered_map<std::uint64_t, std::size_t> column_;  // those of the spanning rows, numbered
  std::vector<SparseIntegers> orthogonal_;
  std::vector<Integer> dense_;
};

}  // namespace halfspace
