// The signed rows as points for min_norm_point(): standardised, which keeps every verdict and mends bad conditioning,
// or as they are but for one common factor, for margins.
//
//   z'_i = y_i ((x_i - mean) / deviation, 1) / ρ_i,   ρ_i its length;   u.z'_i = y_i (w.x_i + b) / ρ_i
//
// Without a bias nothing is shifted. Where standardised columns are mostly constant (hashed ones, say, most of them empty), which
// leaves them 0, points have the other coordinates alone. As they are: mean 0, deviation 1, ρ the greatest length of a row.
#pragma once

#include <span>
#include <vector>

#include "base/stop.hpp"
#include "certify/signed_rows.hpp"
#include "solver/min_norm/min_norm_point.hpp"

namespace halfspace {

enum class RowScale { standardised, common };

class RowHull {
 public:
  /// `left_out`: rows that are not offered as points and have no say in the scale; empty: none.
  RowHull(const SignedRows& z, RowScale scale, unsigned threads, std::vector<bool> left_out = {});

  /// Rows that are not offered as points.
  void leave_out(std::vector<bool> rows) { out_ = std::move(rows); }

  /// Refers to this.
  HullOracle oracle(StopToken stop) const;

  /// Rows of one class with the smallest u.z', the smallest first.
  std::vector<HullPoint> lowest_of(std::span<const double> u, int sign, std::size_t most) const;

  /// u.z' of these rows.
  std::vector<double> products(std::span<const double> u, std::span<const std::uint64_t> rows) const;

  /// u as weights of the rows as they are, the bias last.
  std::vector<double> original(std::span<const double> u) const;

  /// A multiplier of z'_i as one of z_i.
  double multiplier(std::uint64_t i, double of_scaled) const { return of_scaled / length_[i]; }

  double length(std::uint64_t i) const { return length_[i]; }  ///< ρ_i
  double mean(std::size_t j) const { return mean_[j]; }
  double factor(std::size_t j) const { return factor_[j]; }  ///< 1 / deviation; 0: the column does not vary

  /// Numbers of a point but for its bias, and the column of each.
  std::size_t width() const { return kept_.empty() ? z_.cols() : kept_.size(); }
  std::size_t column(std::size_t k) const { return kept_.empty() ? k : kept_[k]; }

 private:
  double in_question() const;  // rows that are not left out
  void find_scale();
  void find_extreme_factors(const std::vector<bool>& extreme);
  void find_places();
  void find_lengths();
  std::vector<HullPoint> lowest(std::span<const double> u, double below, std::size_t most, int only) const;

  const SignedRows& z_;
  unsigned threads_;
  std::vector<double> mean_;
  std::vector<double> factor_;        // 1 / deviation
  std::vector<std::uint32_t> kept_;   // columns that points have; empty: all
  std::vector<std::uint32_t> place_;  // of a column in points, kept_.size() and more: none; empty: its own number
  std::vector<double> length_;        // ρ; 0 for a row that is the origin
  std::vector<bool> out_;
};

}  // namespace halfspace
