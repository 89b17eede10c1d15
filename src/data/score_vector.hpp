// The scores of one weight vector: sums of doubles, or exact where weights and rows are short decimals.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <optional>
#include <vector>

#include "base/number.hpp"
#include "data/rows.hpp"
#include "simd/ops.hpp"

namespace halfspace {

/// One weight vector with what its exact scores need: w_j 10^places are whole numbers.
class ScoreVector {
 public:
  ScoreVector(const double* w, double b, std::size_t d, std::optional<int> decimals, bool exact) : w_(w), b_(b) {
    for (std::size_t j = 0; j < d; ++j) largest_ = std::max(largest_, std::fabs(w[j]));
    if (!exact || !decimals || *decimals > 15) return;
    int places = 0;
    for (std::size_t j = 0; j <= d; ++j) {
      const double v = j < d ? w[j] : b;
      const int own = decimals_of(v);
      if (own < 0) return;
      places = std::max(places, own);
    }
    if (places > 15) return;
    weight_unit_ = powers_of_ten[static_cast<std::size_t>(places)];
    data_unit_ = powers_of_ten[static_cast<std::size_t>(*decimals)];
    if (d > most_whole_weights) return;
    whole_.resize(d);
    for (std::size_t j = 0; j < d; ++j) whole_[j] = std::nearbyint(w[j] * weight_unit_);
  }

  /// Is the score at least 0? Rows far from the boundary need no exact sum: rounding moves w.x + b by less than
  /// (n + 2) 2^-52 (max|w| |x|_1 + |b|).
  template <class Row>
  bool positive(Row row, double row_sum) const {
    const double s = plain(row);
    const double slack = (static_cast<double>(row.size) + 2) * 2.3e-16 * (largest_ * row_sum + std::fabs(b_));
    return weight_unit_ == 0 || std::fabs(s) > slack ? s >= 0 : score(row) >= 0;
  }

  bool adds_doubles() const { return weight_unit_ == 0; }

  /// Scores of rows first .. last - 1 of x to out, where adds_doubles().
  template <class Matrix>
  void plain_scores(const Matrix& x, std::size_t first, std::size_t last, double* out) const {
    sums(x, first, last, out);
    for (std::size_t i = first; i < last; ++i) {
      if (!std::isfinite(out[i - first])) out[i - first] = long_sum(x.row(i));
    }
  }

  template <class Row>
  double score(Row row) const {
    if (weight_unit_ != 0) {
      if (const auto s = exact_in_doubles(row)) return *s;
      if (const auto s = exact(row)) return *s;
    }
    return plain(row);
  }

 private:
  __extension__ using Wide = __int128;
  static constexpr double whole_limit = 9007199254740992.0;  // 2^53
  static constexpr double short_limit = 1e15;
  static constexpr std::size_t most_whole_weights = std::size_t{1} << 20U;  // 8 MB a vector

  /// w.x + b; where doubles overflow on the way, in long double, whose exponents hold any such sum.
  template <class Row>
  double plain(Row row) const {
    const double s = dot(row, w_) + b_;
    return std::isfinite(s) ? s : long_sum(row);
  }

  // A call a row would take as long as the row's sum.
  template <class Matrix>
  [[gnu::flatten]] void sums(const Matrix& x, std::size_t first, std::size_t last, double* out) const {
    const double* w = w_;
    const double b = b_;
    for (std::size_t i = first; i < last; ++i) *out++ = dot(x.row(i), w) + b;
  }

  template <class Row>
  double long_sum(Row row) const {
    long double sum = b_;
    for_each_entry(row, [&](std::size_t j, double v) { sum += static_cast<long double>(v) * w_[j]; });
    return static_cast<double>(sum);
  }

  /// As exact(): sums of whole numbers below 2^53 are exact in doubles, in any order; nothing where they may be larger.
  template <class Row>
  std::optional<double> exact_in_doubles(Row row) const {
    if (whole_.empty()) return std::nullopt;
    const double size =
        absolute_sum(row.value, row.size) * data_unit_ + static_cast<double>(row.size);  // sum |x|, at least
    const double b = std::nearbyint(b_ * weight_unit_) * data_unit_;
    if (!(size < short_limit && largest_ * weight_unit_ * size + std::fabs(b) < whole_limit / 2)) return std::nullopt;
    return (whole_dot(row) + b) / (weight_unit_ * data_unit_);
  }

  /// v 10^decimals as a whole number below 1e15: adding 1.5 2^52 rounds as nearbyint() does.
  double whole(double v) const {
    constexpr double rounds = 0x1.8p52;
    return (v * data_unit_ + rounds) - rounds;
  }
  template <class T>
  double whole_dot(DenseRow<T> row) const {
    const double* w = whole_.data();
    return detail::lanes(row.size, [&](std::size_t k) { return whole(static_cast<double>(row.value[k])) * w[k]; });
  }
  template <class T>
  double whole_dot(SparseRow<T> row) const {
    const double* w = whole_.data();
    return detail::scattered_lanes(
        row.size, [&](std::size_t k) { return whole(static_cast<double>(row.value[k])) * w[row.column[k]]; });
  }

  /// The score from whole numbers, rounded once; nothing when they do not fit.
  template <class Row>
  std::optional<double> exact(Row row) const {
    const double b = std::nearbyint(b_ * weight_unit_);
    if (std::fabs(b) > whole_limit) return std::nullopt;
    Wide sum = static_cast<Wide>(b) * static_cast<Wide>(data_unit_);
    bool fits = true;
    for_each_entry(row, [&](std::size_t j, double v) {
      const double x = std::nearbyint(v * data_unit_);
      const double w = std::nearbyint(w_[j] * weight_unit_);
      fits = fits && std::fabs(x) < short_limit && std::fabs(w) < whole_limit &&
             !__builtin_add_overflow(sum, static_cast<Wide>(w) * static_cast<Wide>(x), &sum);
    });
    if (!fits) return std::nullopt;
    return static_cast<double>(sum) / (weight_unit_ * data_unit_);
  }

  const double* w_;
  double b_;
  double largest_ = 0;      // max |w_j|
  double weight_unit_ = 0;  // 0: exact scores are not to be had
  double data_unit_ = 1;
  std::vector<double> whole_;  // w_j 10^places
};

}  // namespace halfspace
