// Passes over the rows of a Design for wide sparse data: of its used columns alone, and both products with Z in one.
#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "solver/linear/design.hpp"
#include "solver/linear/narrow_rows.hpp"

namespace halfspace {

class FusedRows {
 public:
  explicit FusedRows(const Design& z) : z_(z), used_(z) {}

  /// Used columns, and the bias where there is one, which is the last.
  std::size_t dims() const { return used_.column.size(); }

  /// Column k here stands in the design at column(k).
  std::size_t column(std::size_t k) const { return used_.column[k]; }

  /// v in the columns of the design; those without entries have weight 0.
  std::vector<double> spread(std::span<const double> v) const { return used_.spread(v, z_.dims()); }

  /// m = Z v
  void margins(std::span<const double> v, std::span<double> m) const;

  /// q = Z'α and h = diag(Z' diag(D) Z)
  void gradient(std::span<const double> alpha, std::span<const double> D, std::span<double> q,
                std::span<double> h) const;

  /// t = Z p and Hp = Z' diag(D) t
  void product(std::span<const double> D, std::span<const double> p, std::span<double> t, std::span<double> Hp) const;

 private:
  template <class F>
  void sum_ranges(std::size_t size, std::span<double> to, F f) const;
  const Design& z_;
  NarrowRows used_;
};

}  // namespace halfspace
