// The rows of a Design for passes over wide sparse data: its used columns alone, numbered as they first appear, so that what a row
// meets stands close together; and both products with Z in one pass, block after block of 64 rows.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <variant>
#include <vector>

#include "base/buffer.hpp"
#include "simd/vector_ops.hpp"
#include "solver/linear/design.hpp"

namespace halfspace {

class FusedRows {
 public:
  explicit FusedRows(const Design& z);

  /// Used columns, and the bias where there is one, which is the last.
  std::size_t dims() const { return column_.size(); }

  /// Column k here stands in the design at column(k).
  std::size_t column(std::size_t k) const { return column_[k]; }

  /// v in the columns of the design; those without entries have weight 0.
  std::vector<double> spread(std::span<const double> v) const;

  /// m = Z v
  void margins(std::span<const double> v, std::span<double> m) const;

  /// q = Z'α and h = diag(Z' diag(D) Z)
  void gradient(std::span<const double> alpha, std::span<const double> D, std::span<double> q,
                std::span<double> h) const;

  /// t = Z p and Hp = Z' diag(D) t
  void product(std::span<const double> D, std::span<const double> p, std::span<double> t, std::span<double> Hp) const;

 private:
  template <class T>
  using Sparse = std::vector<SparseVector<T>>;
  template <class T>
  using Dense = std::vector<DenseRow<T>>;

  template <class F>
  void sum_ranges(std::size_t size, std::span<double> to, F f) const;
  template <class T>
  void take(const CsrMatrix<T>& x);
  template <class T>
  void take(const DenseMatrix<T>& x);

  const Design& z_;
  std::vector<std::size_t> column_;
  Buffer<std::uint32_t> place_;  // of each entry
  std::variant<Sparse<double>, Sparse<float>, Dense<double>, Dense<float>> rows_;
};

}  // namespace halfspace
