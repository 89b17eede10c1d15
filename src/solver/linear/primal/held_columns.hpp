// The columns a solver holds apart while it works on them: the rows cut down to these columns, and
//
//   H = Z_A' diag(D') Z_A,   |D'_i - D_i| <= share max(D'_i, D_i)
//
// for the curvatures D of the moment. Columns that come are summed when D' next follows D, which it does by the rows whose
// curvature has changed by more than the share: (1 - share) H <= Z_A' diag(D) Z_A <= H / (1 - share).
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "solver/linear/design.hpp"

namespace halfspace {

class HeldColumns {
 public:
  static constexpr std::size_t most_columns = 4000;  // that a matrix is worth: 128 MB of H

  explicit HeldColumns(const Design& z);

  /// A, in the order its columns came.
  const std::vector<std::size_t>& columns() const { return columns_; }
  bool holds(std::size_t j) const { return place_[j] != absent; }

  /// Columns that are not held yet, ascending.
  void add(std::span<const std::size_t> columns);

  /// Those at these places of columns(), ascending, and no others.
  void keep(std::span<const std::size_t> places);

  /// D' follows D. The design may have another C than before: D' and H take its ratio first.
  void follow(std::span<const double> D, double share);
  std::span<const double> curvature() const { return bend_; }  // D'

  /// Σ_i C_i z_ij^2 of all columns of the design, for its present C.
  std::span<const double> squares();

  /// H as a whole, k x k.
  void write_matrix(std::vector<double>& H) const;

  /// dm = Z_A u
  void margins(std::span<const double> u, std::span<double> dm) const;

 private:
  static constexpr std::uint32_t absent = ~std::uint32_t{0};

  void make_room();
  std::size_t entries_in(std::span<const std::size_t> columns);
  void take_cost();
  bool worn();
  /// H += Z_A' diag(c) Z_A, rows first .. last - 1 of H
  void add_gram(std::span<const double> c, std::size_t first, std::size_t last);

  const Design& z_;
  std::vector<std::uint32_t> place_;  // of each column in A
  std::vector<std::size_t> columns_;
  Matrix x_;                          // row i: what row i of the design has in A
  std::vector<std::size_t> entries_;  // of each column of the design, those that are not 0; once they were asked for
  std::vector<double> change_;
  std::vector<double> bend_;  // D'
  std::vector<double> H_;     // lower triangle, row after row of `room_` numbers
  std::size_t room_ = 0;
  std::size_t summed_ = 0;       // columns whose products are in H: those that came since then are 0
  double cost_;                  // C_1 of D'
  std::vector<double> squares_;  // once they were asked for
  std::vector<double> peak_;     // of H_aa, since it was last summed anew
};

}  // namespace halfspace
