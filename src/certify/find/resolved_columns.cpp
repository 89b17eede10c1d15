#include "certify/find/resolved_columns.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <numeric>

#include "exact/rational.hpp"
#include "simd/ops.hpp"

namespace halfspace {
namespace {

constexpr std::size_t most_width = 500;
constexpr std::uint64_t most_numbers = std::uint64_t{1} << 23U;
constexpr std::size_t most_bits = 512;  // of a common denominator
constexpr double dependent = 1e-12;     // of a column's square: what the columns before it leave of it

/// Columns of some rows, orthogonalised in place, the largest rest first (modified Gram-Schmidt with pivots; Golub and
/// Van Loan 2013, 5.2.8 and 5.4).
class Orthogonal {
 public:
  Orthogonal(std::vector<std::vector<double>> columns, std::size_t first)
      : q_(std::move(columns)), r_(q_.size(), std::vector<double>(q_.size())), is_taken_(q_.size()) {
    for (const auto& c : q_) square_.push_back(dot(c.data(), c.size(), c.data()));
    if (first < q_.size()) take(first);
  }

  /// False once the others all depend on those taken.
  bool step() {
    std::size_t best = q_.size();
    double most = dependent;
    for (std::size_t j = 0; j < q_.size(); ++j) {
      if (is_taken(j) || square_[j] == 0) continue;
      const double rest = dot(q_[j].data(), q_[j].size(), q_[j].data()) / square_[j];
      if (rest > most) best = j, most = rest;
    }
    if (best < q_.size()) take(best);
    return best < q_.size();
  }

  bool is_taken(std::size_t j) const { return is_taken_[j]; }
  bool is_empty(std::size_t j) const { return square_[j] == 0; }
  const std::vector<std::size_t>& taken() const { return taken_; }

  /// Of the columns taken, in their order: Σ a_k column_k is about column j.
  std::vector<double> coefficients(std::size_t j) const {
    std::vector<double> a(taken_.size());
    for (std::size_t k = taken_.size(); k-- > 0;) {
      a[k] = r_[taken_[k]][j];
      for (std::size_t l = k + 1; l < taken_.size(); ++l) a[k] -= r_[taken_[k]][taken_[l]] * a[l];
      a[k] /= r_[taken_[k]][taken_[k]];
    }
    return a;
  }

 private:
  void take(std::size_t k) {
    taken_.push_back(k);
    is_taken_[k] = true;
    std::vector<double>& q = q_[k];
    r_[k][k] = std::sqrt(dot(q.data(), q.size(), q.data()));
    for (double& x : q) x /= r_[k][k];
    for (std::size_t j = 0; j < q_.size(); ++j) {
      if (is_taken(j)) continue;
      r_[k][j] = dot(q.data(), q.size(), q_[j].data());
      axpy(-r_[k][j], q.data(), q.size(), q_[j].data());
    }
  }

  std::vector<std::vector<double>> q_;  // columns
  std::vector<std::vector<double>> r_;
  std::vector<double> square_;
  std::vector<std::size_t> taken_;
  std::vector<bool> is_taken_;
};

/// Columns of the hull's points, of rows evenly apart, a few times as many as columns.
std::vector<std::vector<double>> some_rows(const HullOracle& oracle, std::uint64_t rows) {
  const std::uint64_t n = std::min<std::uint64_t>(rows, 4 * oracle.dims + 100);
  std::vector<std::vector<double>> columns(oracle.dims, std::vector<double>(n));
  std::vector<double> point(oracle.dims);
  for (std::uint64_t k = 0; k < n; ++k) {
    oracle.write({k * rows / n}, point);
    for (std::size_t j = 0; j < point.size(); ++j) columns[j][k] = std::isfinite(point[j]) ? point[j] : 0;
  }
  return columns;
}

/// value / unit, whatever their size.
double quotient(const Integer& value, const Integer& unit) {
  std::int64_t up = 0;
  std::int64_t down = 0;
  const double a = mpz_get_d_2exp(&up, value.get_mpz_t());
  const double b = mpz_get_d_2exp(&down, unit.get_mpz_t());
  return std::ldexp(a / b, static_cast<int>(up - down));
}

/// The decimal of few digits that a is but for rounding, or a.
Rational coefficient(double a) {
  constexpr int digits = 10;
  constexpr double few_digits = 1e-12;  // of a
  std::array<char, 40> text{};
  const auto end =
      std::to_chars(text.data(), text.data() + text.size(), a, std::chars_format::scientific, digits - 1).ptr;
  Rational exact(a);
  Decimal near;
  const bool read = read_decimal({text.data(), end}, near).empty();
  if (read && std::fabs(near.value().get_d() - a) <= few_digits * std::fabs(a)) exact = near.value();
  return exact;
}

}  // namespace

Result<std::unique_ptr<ResolvedColumns>> ResolvedColumns::of(const SignedRows& z, const RowHull& hull, unsigned threads,
                                                             const StopToken& stop) {
  std::unique_ptr<ResolvedColumns> out;
  if (z.dims() > most_width || z.rows() * z.dims() > most_numbers) return out;
  out.reset(new ResolvedColumns);
  out->sums_ = out->sums(z, hull, stop);
  if (out->sums_.empty()) return std::unique_ptr<ResolvedColumns>();
  const auto some = out->some_are_none(z);
  if (!some) return some.error();
  if (!some.value()) return std::unique_ptr<ResolvedColumns>();
  const auto found = out->write_rows(z, hull, stop);
  if (!found) return found.error();
  if (!found.value() || out->sums_.empty()) return std::unique_ptr<ResolvedColumns>();
  out->rows_.emplace(out->data_, 0, std::vector<std::int8_t>(z.signs().begin(), z.signs().end()), z.bias());
  out->hull_.emplace(*out->rows_, RowScale::standardised, threads);
  return out;
}

/// The coefficients of columns as they are, of those for points: x̂_j = (x_j - mean_j) factor_j.
std::vector<ResolvedColumns::Sum> ResolvedColumns::sums(const SignedRows& z, const RowHull& hull,
                                                        const StopToken& stop) {
  constexpr double nothing = 1e-13;  // of coefficients of columns of deviation 1
  const HullOracle oracle = hull.oracle(stop);
  const std::size_t bias = z.bias() ? oracle.dims - 1 : oracle.dims;
  Orthogonal columns(some_rows(oracle, z.rows()), bias);
  while (columns.step() && !stop.ended()) stop.count(oracle.dims * oracle.dims * 16);
  std::vector<std::pair<std::size_t, std::vector<std::pair<std::size_t, double>>>> found;
  for (std::size_t j = 0; j < bias; ++j) {
    if (columns.is_taken(j) || columns.is_empty(j)) continue;
    const std::vector<double> a = columns.coefficients(j);
    const double factor = hull.factor(hull.column(j));
    double constant = hull.mean(hull.column(j));
    auto& [column, of] = found.emplace_back();
    column = hull.column(j);
    for (std::size_t k = 0; k < a.size(); ++k) {
      const std::size_t other = columns.taken()[k];
      if (other == bias) constant += a[k] / factor;
      if (other == bias || std::fabs(a[k]) < nothing) continue;
      of.emplace_back(hull.column(other), a[k] * hull.factor(hull.column(other)) / factor);
      constant -= of.back().second * hull.mean(of.back().first);
    }
    if (z.bias() && constant != 0) of.emplace_back(z.cols(), constant);
  }
  std::vector<Sum> out;
  for (const auto& [column, of] : found) {
    for (const auto& [k, a] : of) {
      if (!std::isfinite(a)) return {};
      mpz_lcm(common_.get_mpz_t(), common_.get_mpz_t(), coefficient(a).get_den_mpz_t());
    }
  }
  if (mpz_sizeinbase(common_.get_mpz_t(), 2) > most_bits) return out;
  for (const auto& [column, of] : found) {
    out.push_back({column, {}});
    for (const auto& [k, a] : of) out.back().of.emplace_back(k, Rational(coefficient(a) * common_).get_num());
  }
  return out;
}

/// x_i unit(), without its sign
void ResolvedColumns::write_row(const SignedRows& z, std::uint64_t i, std::vector<Integer>& row) {
  for (Integer& x : row) x = 0;
  for (const auto& [j, value] : z.exact(i)) row[j] = z.sign(i) * value;
}

/// x'_j, times unit() common_
Integer ResolvedColumns::rest(const Sum& s, const std::vector<Integer>& row) const {
  Integer rest = row[s.column] * common_;
  for (const auto& [k, a] : s.of) rest -= a * row[k];
  return rest;
}

/// Is anything left of some column in some rows? Else each may well be the sum that it seems to be.
Result<bool> ResolvedColumns::some_are_none(const SignedRows& z) const {
  constexpr std::uint64_t most_rows = 256;
  const std::uint64_t n = std::min(z.rows(), most_rows);
  std::vector<std::uint64_t> some(n);
  for (std::uint64_t k = 0; k < n; ++k) some[k] = k * z.rows() / n;
  if (const auto known = z.need(some); !known) return known.error();
  std::vector<Integer> row(z.dims());
  for (const std::uint64_t i : some) {
    write_row(z, i, row);
    if (std::any_of(sums_.begin(), sums_.end(), [&](const Sum& s) { return rest(s, row) != 0; })) return true;
  }
  return false;
}

/// False where a number leaves the doubles. Columns that are no sums in rows that were not looked at stay as they are.
Result<bool> ResolvedColumns::write_rows(const SignedRows& z, const RowHull& hull, const StopToken& stop) {
  constexpr double little = 1e-6;  // of the column's deviation
  std::vector<std::uint64_t> all(z.rows());
  std::iota(all.begin(), all.end(), std::uint64_t{0});
  if (const auto known = z.need(all); !known) return known.error();
  DenseMatrix<double> m;
  m.rows = z.rows();
  m.cols = z.cols();
  m.value.resize(m.rows * m.cols);
  Pace pace(stop);
  std::vector<Integer> row(z.dims());
  std::vector<std::vector<double>> rests(sums_.size(), std::vector<double>(m.rows));
  const Integer unit = z.unit() * common_;
  for (std::uint64_t i = 0; i < z.rows(); ++i) {
    pace.check(16 * m.cols);
    write_row(z, i, row);
    double* to = m.value.data() + i * m.cols;
    for (std::size_t j = 0; j < m.cols; ++j) to[j] = row[j] == 0 ? 0 : quotient(row[j], z.unit());
    for (std::size_t k = 0; k < sums_.size(); ++k) {
      pace.check(16 * (1 + sums_[k].of.size()));
      const Integer left = rest(sums_[k], row);
      rests[k][i] = left == 0 ? 0 : quotient(left, unit);
    }
    if (!std::all_of(to, to + m.cols, [](double v) { return std::isfinite(v); })) return false;
  }
  std::vector<Sum> kept;
  for (std::size_t k = 0; k < sums_.size(); ++k) {
    double most = 0;
    for (const double r : rests[k]) most = std::isfinite(r) ? std::max(most, std::fabs(r)) : r;
    if (!(most * hull.factor(sums_[k].column) < little)) continue;
    for (std::uint64_t i = 0; i < m.rows; ++i) m.value[i * m.cols + sums_[k].column] = rests[k][i];
    kept.push_back(std::move(sums_[k]));
  }
  sums_ = std::move(kept);
  data_.rows = m.rows;
  data_.cols = m.cols;
  data_.x = std::move(m);
  return true;
}

std::vector<Integer> ResolvedColumns::original(const std::vector<Integer>& w) const {
  std::vector<Integer> out(w.size());
  for (std::size_t j = 0; j < w.size(); ++j) out[j] = w[j] * common_;
  for (const Sum& s : sums_) {
    for (const auto& [k, a] : s.of) out[k] -= w[s.column] * a;
  }
  reduce(out);
  return out;
}

}  // namespace halfspace
