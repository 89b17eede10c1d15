// The margins of all rows, kept up to date from update to update, for runs that choose among all mistakes: w̄ += c y_i
// x̄_i moves y_j s_j by c y_i y_j (x̄_i.x̄_j), one column of the Gram matrix instead of a look at all rows.
//
// In exact arithmetic they are the margins. In doubles they differ from y_j w̄.x̄_j, as it is computed from the weights,
// by at most |x̄_j| F: with u = 2^-53 and d values a row, an update adds to F
//
//   u (4 |w̄| + (d + 6) |c x̄_i|)     rounding of the weights, of the Gram matrix, of this sum
//
// and a fresh dot product is right to u (d + 4) |w̄| |x̄_j|. Rows that this leaves in doubt are computed from the
// weights, so that mistakes are the same as without. F is doubled against what its own rounding hides.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <span>
#include <unordered_map>
#include <utility>
#include <vector>

#include "data/rows.hpp"

namespace halfspace {

template <class M, class W>
class KeptMargins {
 public:
  /// `cache_bytes` bounds the columns of the Gram matrix that are kept.
  KeptMargins(const M& x, const W& w, std::span<const std::int8_t> y, double threshold, std::uint64_t cache_bytes)
      : x_(x), w_(w), y_(y), threshold_(threshold), cache_bytes_(cache_bytes), margin_(x.rows), length_(x.rows) {
    for (std::size_t i = 0; i < x.rows; ++i) {
      length_[i] = std::sqrt(squared_norm(x.row(i)) + w.bias_value() * w.bias_value());
      widest_ = std::max(widest_, x.row_size(i) + 1);
    }
    if constexpr (requires { x.column; }) transpose();
    refresh();
  }

  /// The weights have moved by `step` (in their scale, y_i included) along row i. Returns the work: values looked at.
  std::uint64_t moved(std::size_t i, double step) {
    if (++updates_ % updates_between == 0 || w_.exact() != exact_) return refresh();
    const double moved = std::fabs(step) * length_[i];
    norm_ += moved;
    if (!exact_) error_ += unit * (4 * norm_ + (static_cast<double>(widest_) + 6) * moved);
    const Column& column = gram(i);
    if (column.narrow.empty())
      add(step, column.wide);
    else
      add(step, column.narrow);
    return x_.rows + std::exchange(written_, 0);
  }

  /// The mistaken rows in row order; `mistaken(j)` answers where the kept margins leave it open.
  template <class F>
  void find(std::vector<std::uint64_t>& rows, F&& mistaken) {
    const double error = exact_ ? 0 : 2 * (error_ + unit * (static_cast<double>(widest_) + 4) * norm_);
    const double least = exact_ ? 0 : smallest_sure;
    rows.resize(x_.rows);
    std::size_t count = 0;
    for (std::size_t j = 0; j < x_.rows; ++j) {
      rows[count] = j;
      const double above = margin_[j] - threshold_;
      count += above > error * length_[j] + least ? 0 : 1;  // NaN is open too
    }
    rows.resize(count);
    std::erase_if(rows, [&](std::uint64_t j) {
      const double below = threshold_ - margin_[j];
      return !(below > error * length_[j] + least) && !mistaken(j);
    });
  }

 private:
  static constexpr double unit = 0x1p-53;
  static constexpr double smallest_sure = 1e-290;  // below, products may have vanished
  static constexpr std::uint64_t updates_between = 4096;

  /// y_j (x̄_i.x̄_j) for all j, narrow where floats hold them all.
  struct Column {
    std::vector<float> narrow;
    std::vector<double> wide;
  };

  template <class T>
  void add(double step, const std::vector<T>& column) {
    for (std::size_t j = 0; j < column.size(); ++j) margin_[j] += step * static_cast<double>(column[j]);
  }

  std::uint64_t refresh() {
    exact_ = w_.exact();
    error_ = 0;
    norm_ = w_.length() * (1 + 1e-10);
    for (std::size_t j = 0; j < x_.rows; ++j) margin_[j] = y_[j] * w_.score(j);
    return x_.stored() + x_.rows;
  }

  const Column& gram(std::size_t i) {
    const auto kept = cache_.find(i);
    if (kept != cache_.end()) return kept->second;
    written_ = write(i);
    const bool narrows = std::all_of(scratch_.wide.begin(), scratch_.wide.end(),
                                     [](double v) { return static_cast<double>(static_cast<float>(v)) == v; });
    const std::uint64_t bytes = (narrows ? sizeof(float) : sizeof(double)) * x_.rows + 128;
    if (bytes > cache_bytes_) return scratch_;
    cache_bytes_ -= bytes;
    Column& column = cache_[i];
    if (narrows)
      column.narrow.assign(scratch_.wide.begin(), scratch_.wide.end());
    else
      column.wide = scratch_.wide;
    return column;
  }

  /// The column in scratch_; returns how many values were looked at.
  std::uint64_t write(std::size_t i) {
    std::vector<double>& out = scratch_.wide;
    const double bias = w_.bias_value() * w_.bias_value();
    std::uint64_t looked = x_.rows;
    if constexpr (requires { x_.column; }) {
      out.assign(x_.rows, bias);
      for_each_entry(x_.row(i), [&](std::size_t k, double v) {
        for_each_entry(across_.row(k), [&](std::size_t j, double other) { out[j] += v * other; });
        looked += across_.row_size(k);
      });
    } else {
      out.resize(x_.rows);
      row_.assign(x_.cols, 0);
      for_each_entry(x_.row(i), [&](std::size_t k, double v) { row_[k] = v; });
      for (std::size_t j = 0; j < x_.rows; ++j) out[j] = dot(x_.row(j), row_.data()) + bias;
      looked += x_.stored();
    }
    for (std::size_t j = 0; j < x_.rows; ++j) out[j] *= y_[j];
    return looked;
  }

  void transpose() {
    across_.rows = x_.cols;
    across_.cols = x_.rows;
    across_.start = Buffer<std::uint64_t>(x_.cols + 1, 0);
    for (std::size_t i = 0; i < x_.rows; ++i)
      for_each_entry(x_.row(i), [&](std::size_t k, double) { ++across_.start[k + 1]; });
    for (std::size_t k = 0; k < x_.cols; ++k) across_.start[k + 1] += across_.start[k];
    across_.column = Buffer<std::uint32_t>(x_.stored(), 0);
    across_.value = Buffer<typename M::Value>(x_.stored(), 0);
    std::vector<std::uint64_t> next(across_.start.begin(), across_.start.end());
    for (std::size_t i = 0; i < x_.rows; ++i) {
      for_each_entry(x_.row(i), [&](std::size_t k, double v) {
        across_.column[next[k]] = static_cast<std::uint32_t>(i);
        across_.value[next[k]++] = static_cast<typename M::Value>(v);
      });
    }
  }

  const M& x_;
  const W& w_;
  std::span<const std::int8_t> y_;
  double threshold_;
  std::uint64_t cache_bytes_;
  std::vector<double> margin_;  // y_j s_j
  std::vector<double> length_;  // |x̄_j|
  std::size_t widest_ = 0;      // values of a row, the bias among them
  CsrMatrix<typename M::Value> across_;
  std::unordered_map<std::size_t, Column> cache_;
  Column scratch_;
  std::vector<double> row_;
  std::uint64_t written_ = 0;
  std::uint64_t updates_ = 0;
  bool exact_ = false;
  double error_ = 0;  // F
  double norm_ = 0;   // |w̄| at most
};

}  // namespace halfspace
