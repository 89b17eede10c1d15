// Kesler's construction: the question whether classes k = 0 ... K-1 are linearly separable as one about signed rows.
//
//   w_t.x̄_i > w_k.x̄_i for every row i of class t and every other class k    (x̄ = (x, 1), or x without a bias)
//
// is W.z_ik > 0 with one row z_ik for each pair: x̄_i in the place of class t, -x̄_i in that of class k. Adding one
// vector to all w_k changes no pair, so w_0 = 0 and class 0 has no place: (K-1) dims, and two classes give their signed
// rows. Duda, Hart, Stork 2001, section 5.12.1. Pairs are written out only where they are asked for.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "certify/signed_rows.hpp"

namespace halfspace {

/// Row i against class `other`, which is not its own.
struct ClassPair {
  std::uint64_t row = 0;
  std::uint32_t other = 0;
  auto operator<=>(const ClassPair&) const = default;
};

/// Some pairs, written out.
class PairRows {
 public:
  const SignedRows& operator*() const { return *rows_; }
  const std::vector<ClassPair>& pairs() const { return *pairs_; }

 private:
  friend class ClassPairs;
  std::unique_ptr<Dataset> data_;
  std::shared_ptr<const std::vector<ClassPair>> pairs_;
  std::unique_ptr<SignedRows> rows_;
};

class ClassPairs {
 public:
  /// `x` has every sign +1; it and `label`, the class of each row, must outlive this.
  ClassPairs(const SignedRows& x, std::span<const std::uint32_t> label, std::uint32_t classes)
      : x_(x), label_(label), classes_(classes) {}

  const SignedRows& x() const { return x_; }
  std::uint32_t label(std::uint64_t row) const { return label_[row]; }
  std::uint32_t classes() const { return classes_; }
  std::uint64_t rows() const { return x_.rows(); }
  std::uint64_t size() const { return x_.rows() * (classes_ - 1); }
  std::size_t dims() const { return x_.dims() * (classes_ - 1); }

  /// Entries that a pair of this row has at most.
  std::uint64_t entries(std::uint64_t row) const;
  /// ... of all pairs.
  std::uint64_t entries() const;

  /// All pairs of these rows, row after row.
  std::vector<ClassPair> of(std::uint64_t first, std::uint64_t last) const;

  PairRows write(std::vector<ClassPair> pairs) const;

 private:
  const SignedRows& x_;
  std::span<const std::uint32_t> label_;
  std::uint32_t classes_;
};

}  // namespace halfspace
