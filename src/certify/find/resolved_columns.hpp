// Columns that doubles take for sums of others and that are none (a total of cells, written with the 16 digits of its
// double) make the hull flat, and no floating-point search sees which way rows lie across it. The same question in other
// coordinates has the same answer:
//
//   x'_j = x_j - Σ_k a_jk x_k - c_j   for each such column j, a and c about the dependency: what is left, exactly
//
// and x'_k = x_k for the others. x' is computed in whole numbers and then rounded, so that the digits that tell rows
// apart are those of doubles.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

#include "certify/find/row_hull.hpp"
#include "exact/linear.hpp"

namespace halfspace {

class ResolvedColumns {
 public:
  ResolvedColumns(const ResolvedColumns&) = delete;
  ResolvedColumns& operator=(const ResolvedColumns&) = delete;
  ~ResolvedColumns() = default;

  /// Null where there are no such columns, or more numbers than this is meant for. Errors: reading the text again.
  static Result<std::unique_ptr<ResolvedColumns>> of(const SignedRows& z, const RowHull& hull, unsigned threads,
                                                     const StopToken& stop);

  /// Of the rows in the other coordinates.
  RowHull& hull() { return *hull_; }

  /// Weights of x' as weights of x, times a positive factor.
  std::vector<Integer> original(const std::vector<Integer>& w) const;

 private:
  /// A column as far as it is a sum of others: a of column k (the bias is cols()), times common_.
  struct Sum {
    std::size_t column;
    std::vector<std::pair<std::size_t, Integer>> of;
  };

  ResolvedColumns() = default;
  std::vector<Sum> sums(const SignedRows& z, const RowHull& hull, const StopToken& stop);
  static void write_row(const SignedRows& z, std::uint64_t i, std::vector<Integer>& row);
  Integer rest(const Sum& s, const std::vector<Integer>& row) const;
  Result<bool> some_are_none(const SignedRows& z) const;
  Result<bool> write_rows(const SignedRows& z, const RowHull& hull, const StopToken& stop);

  std::vector<Sum> sums_;
  Integer common_ = 1;  // denominator
  Dataset data_;
  std::optional<SignedRows> rows_;
  std::optional<RowHull> hull_;
};

}  // namespace halfspace
