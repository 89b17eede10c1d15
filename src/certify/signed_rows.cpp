#include "certify/signed_rows.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <numeric>
#include <string>

#include "base/number.hpp"
#include "base/parallel.hpp"

namespace halfspace {
namespace {

constexpr double exact_limit = 0x1p50;  // v 10^k is then off by less than a half
constexpr int exact_powers = 22;                    // 10^22 is a double

/// Whole numbers as doubles up to one positive factor, each right to within 2^-52.
std::vector<double> rounded(std::span<const Integer> w) {
  std::vector<double> out(w.size());
  std::vector<long> exponent(w.size());
  long most = 0;
  for (std::size_t j = 0; j < w.size(); ++j) {
    out[j] = mpz_get_d_2exp(&exponent[j], w[j].get_mpz_t());
    if (out[j] != 0) most = std::max(most, exponent[j]);
  }
  for (std::size_t j = 0; j < w.size(); ++j)
    out[j] = std::ldexp(out[j], static_cast<int>(std::max(exponent[j] - most, -2000L)));
  return out;
}

}  // namespace

SignedRows::SignedRows(const Dataset& data, int decimals, std::vector<std::int8_t> y, bool bias, ExactFetch fetch)
    : data_(&data), y_(std::move(y)), bias_(bias), fetch_(std::move(fetch)) {
  unit_ = power_of_ten(static_cast<unsigned long>(decimals));
  if (decimals <= exact_powers) factor_ = powers_of_ten[static_cast<std::size_t>(decimals)];
  if (!data.short_decimals) {
    fetched_.resize(data.rows);
    known_.resize(data.rows);
  }
}

Result<void> SignedRows::need(const std::vector<std::uint64_t>& rows) const {
  if (data_->short_decimals) return {};
  std::vector<std::uint64_t> missing;
  for (const std::uint64_t i : rows) {
    if (!known_[i]) missing.push_back(i);
  }
  if (missing.empty()) return {};
  if (missing.size() > data_->rows / 4) {
    missing.resize(data_->rows);
    std::iota(missing.begin(), missing.end(), std::uint64_t{0});
  }
  std::sort(missing.begin(), missing.end());
  const auto texts = fetch_(missing);
  if (!texts) return texts.error();
  for (std::size_t k = 0; k < missing.size(); ++k) {
    IntegerVector row;
    for (const auto& [j, value] : texts.value()[k]) {
      const Rational whole = value * unit_;
      if (whole != 0) row.emplace_back(j, whole.get_num());
    }
    fetched_[missing[k]] = std::move(row);
    known_[missing[k]] = true;
  }
  return {};
}

Rational SignedRows::exact_value(double v) {
  std::array<char, 40> text{};
  const auto end = std::to_chars(text.data(), text.data() + text.size(), v, std::chars_format::scientific).ptr;
  Decimal d;
  read_decimal({text.data(), static_cast<std::size_t>(end - text.data())}, d);
  return d.value();
}

Integer SignedRows::as_integer(double v) const {
  const double scaled = std::nearbyint(v * factor_);
  if (factor_ > 0 && std::fabs(scaled) < exact_limit) return Integer(scaled);
  return Rational(exact_value(v) * unit_).get_num();
}

template <class F>
void SignedRows::for_each_exact(std::uint64_t i, F&& f) const {
  if (!data_->short_decimals) {
    for (const auto& [j, value] : fetched_[i]) f(j, value);
    return;
  }
  std::visit(
      [&](const auto& x) {
        for_each_entry(x.row(i), [&](std::size_t j, double v) {
          if (v != 0) f(j, v);
        });
      },
      data_->x);
}

IntegerVector SignedRows::exact(std::uint64_t i) const {
  IntegerVector out;
  struct {
    const SignedRows& rows;
    IntegerVector& out;
    void operator()(std::uint64_t j, double v) const { out.emplace_back(j, rows.as_integer(v)); }
    void operator()(std::uint64_t j, const Integer& v) const { out.emplace_back(j, v); }
  } const keep{*this, out};
  for_each_exact(i, keep);
  if (bias_) out.emplace_back(cols(), unit_);
  if (y_[i] < 0) {
    for (auto& [j, value] : out) value = -value;
  }
  return out;
}

Integer SignedRows::product(std::span<const Integer> w, std::uint64_t i) const {
  Integer sum = 0;
  struct {
    const SignedRows& rows;
    std::span<const Integer> w;
    Integer& sum;
    void operator()(std::uint64_t j, double v) const {
      if (w[j] != 0) sum += w[j] * rows.as_integer(v);
    }
    void operator()(std::uint64_t j, const Integer& v) const {
      if (w[j] != 0) sum += w[j] * v;
    }
  } const add{*this, w, sum};
  for_each_exact(i, add);
  if (bias_) sum += w[cols()] * unit_;
  return y_[i] < 0 ? Integer(-sum) : sum;
}

bool SignedRows::row_is_zero(std::uint64_t i) const {
  return std::visit([&](const auto& x) { return squared_norm(x.row(i)) == 0; }, data_->x);
}

double SignedRows::score(std::uint64_t i, const double* w, double b) const {
  const double s = std::visit([&](const auto& x) { return dot(x.row(i), w); }, data_->x);
  return y_[i] * (bias_ ? s + b : s);
}

Result<RowSigns> signs_of(const SignedRows& z, std::span<const Integer> w, unsigned threads) {
  const std::vector<double> v = rounded(w);
  const double b = z.bias() ? v.back() : 0;
  double length = 0;
  for (const double x : v) length += x * x;
  length = std::sqrt(length);
  std::vector<std::int8_t> sign(z.rows());
  const auto settle = [&](const auto& x) {
    parallel_blocks(z.rows(), threads, [&](std::size_t, std::size_t first, std::size_t last) {
      for (std::size_t i = first; i < last; ++i) {
        const auto row = x.row(i);
        const double s = dot(row, v.data()) + b;
        const double size = std::sqrt(squared_norm(row) + (z.bias() ? 1 : 0));
        // rounding of the data, of w, of products and of sums; |w||z| bounds the sum of |w_j z_j|
        const double slack = (static_cast<double>(x.row_size(i)) + 16) * 0x1p-52 * length * size + 1e-290;
        if (std::fabs(s) > slack && std::isfinite(slack)) sign[i] = static_cast<std::int8_t>((s > 0 ? 1 : -1) * z.sign(i));
      }
    });
  };
  std::visit(settle, z.data().x);
  std::vector<std::uint64_t> open;
  for (std::uint64_t i = 0; i < z.rows(); ++i) {
    if (sign[i] == 0) open.push_back(i);
  }
  if (const auto known = z.need(open); !known) return known.error();
  for (const std::uint64_t i : open) sign[i] = static_cast<std::int8_t>(sgn(z.product(w, i)));
  RowSigns out;
  for (std::uint64_t i = 0; i < z.rows(); ++i) {
    if (sign[i] > 0) ++out.positive;
    if (sign[i] == 0) out.zero.push_back(i);
    if (sign[i] < 0) out.negative.push_back(i);
  }
  return out;
}

}  // namespace halfspace
