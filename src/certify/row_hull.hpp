// The signed rows as points for min_norm_point(): standardised, which keeps every verdict and mends bad conditioning.
//
//   z'_i = y_i ((x_i - mean) / deviation, 1) / ρ_i,   ρ_i its length;   u.z'_i = y_i (w.x_i + b) / ρ_i
//
// Without a bias nothing is shifted.
#pragma once

#include <vector>

#include "certify/signed_rows.hpp"
#include "solver/min_norm/min_norm_point.hpp"

namespace halfspace {

class RowHull {
 public:
  RowHull(const SignedRows& z, unsigned threads);

  /// Rows that are not offered as points.
  void leave_out(std::vector<bool> rows) { out_ = std::move(rows); }

  /// Refers to this.
  HullOracle oracle(std::function<bool()> stop) const;

  /// u as weights of the rows as they are, the bias last.
  std::vector<double> original(std::span<const double> u) const;

  /// A multiplier of z'_i as one of z_i.
  double multiplier(std::uint64_t i, double of_scaled) const { return of_scaled / length_[i]; }

 private:
  void find_scale();
  void find_lengths();
  std::vector<HullPoint> lowest(std::span<const double> u, double below, std::size_t most) const;

  const SignedRows& z_;
  unsigned threads_;
  std::vector<double> mean_;
  std::vector<double> factor_;  // 1 / deviation
  std::vector<double> length_;  // ρ; 0 for a row that is the origin
  std::vector<bool> out_;
};

}  // namespace halfspace
