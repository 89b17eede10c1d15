// The signed examples z_i = y_i (x_i, 1), or y_i x_i without a bias: as doubles for floating-point hints, and exactly
// as the text says (0.1 is 1/10) for proofs.
#pragma once

#include <cstdint>
#include <functional>
#include <span>
#include <utility>
#include <vector>

#include "base/stop.hpp"
#include "data/dataset.hpp"
#include "exact/modular.hpp"
#include "halfspace/result.hpp"

namespace halfspace {

/// Exact features of rows as (column, value), for data whose doubles do not stand for one decimal each.
using ExactFetch = std::function<Result<std::vector<std::vector<std::pair<std::uint64_t, Rational>>>>(
    const std::vector<std::uint64_t>& rows)>;

class SignedRows {
 public:
  /// `data` holds the features, with at most `decimals` digits after the point, and must outlive this; y is -1 or +1.
  /// `fetch` is asked where data.short_decimals is false; need() asks `stop` too and throws Stopped.
  SignedRows(const Dataset& data, int decimals, std::vector<std::int8_t> y, bool bias, ExactFetch fetch = {},
             StopToken stop = {});

  std::uint64_t rows() const { return data_->rows; }
  std::uint64_t cols() const { return data_->cols; }
  std::size_t dims() const { return data_->cols + (bias_ ? 1 : 0); }
  bool bias() const { return bias_; }
  int sign(std::uint64_t i) const { return y_[i]; }
  std::span<const std::int8_t> signs() const { return y_; }
  const Dataset& data() const { return *data_; }

  /// Makes exact() and product() known for these rows. Errors: those of reading the text again.
  Result<void> need(const std::vector<std::uint64_t>& rows) const;

  /// z_i times unit().
  IntegerVector exact(std::uint64_t i) const;

  /// w.z_i times unit().
  Integer product(std::span<const Integer> w, std::uint64_t i) const;

  /// Σ_k factors[k] z_rows[k] times unit().
  std::vector<Integer> combination(std::span<const std::uint64_t> rows, std::span<const Integer> factors) const;

  /// |z_i|^2 times unit()^2.
  Integer squared_length(std::uint64_t i) const;

  /// probe.z_i times unit(), modulo modular_prime.
  std::uint64_t residue(const std::vector<std::uint64_t>& probe, std::uint64_t i) const;

  /// Coordinates that are not 0 in every row.
  Result<std::vector<bool>> used() const;

  /// Rows whose z_i is the origin: none with a bias.
  Result<std::vector<std::uint64_t>> zero_rows() const;

  /// Refuses decimals beyond the limits of exact arithmetic (exact/rational.hpp), wherever they stand.
  Result<void> check_decimals() const;

  const Integer& unit() const { return unit_; }
  int decimals() const { return decimals_; }  ///< unit() is 10 to their power

  /// The decimal that v stands for.
  static Rational exact_value(double v);

  /// y_i (x_i.w + b) in doubles; without a bias b is not looked at.
  double score(std::uint64_t i, const double* w, double b) const;

 private:
  template <class F>
  void for_each_exact(std::uint64_t i, F&& f) const;
  template <class F>
  bool for_each_small(std::uint64_t i, F&& f) const;
  Integer as_integer(double v) const;

  const Dataset* data_;
  std::vector<std::int8_t> y_;
  bool bias_;
  ExactFetch fetch_;
  StopToken stop_;
  int decimals_;
  Integer unit_;
  double factor_ = 0;                           // unit() where doubles hold it, else 0
  mutable std::vector<IntegerVector> fetched_;  // x_i unit(), no sign, no bias
  mutable std::vector<bool> known_;
};

/// Rows asked for one after another: each time the text is read again it is for many more than before.
class RowsInTurn {
 public:
  explicit RowsInTurn(const SignedRows& z) : z_(z) {}

  /// Makes exact() and product() known for row i, and all before it.
  Result<void> reach(std::uint64_t i);

 private:
  const SignedRows& z_;
  std::uint64_t known_ = 0;
};

/// The rows by the exact sign of w.z_i.
struct RowSigns {
  std::uint64_t positive = 0;
  std::vector<std::uint64_t> zero;
  std::vector<std::uint64_t> negative;
};

/// The signs of w.z_i - level, `level` in units of 1/unit(). Doubles with a bound on their rounding settle most rows,
/// whole numbers the rest.
Result<RowSigns> signs_of(const SignedRows& z, std::span<const Integer> w, unsigned threads,
                          const Integer& level = Integer(0));

/// Is w.z_i > 0 for every row that is not left out? The first row found against it ends the search.
Result<bool> all_positive(const SignedRows& z, std::span<const Integer> w, const std::vector<bool>& left_out,
                          unsigned threads);

/// min_i w.z_i times unit().
Result<Integer> least_product(const SignedRows& z, std::span<const Integer> w, unsigned threads);

/// R^2 = max_i |z_i|^2.
Result<Rational> radius_squared(const SignedRows& z);

}  // namespace halfspace
