// Signs and least products of exact weights: doubles with a bound on their rounding settle most rows.
#include <algorithm>
#include <cmath>
#include <limits>

#include "base/parallel.hpp"
#include "certify/signed_rows.hpp"
#include "exact/rounded.hpp"

namespace halfspace {
namespace {

/// value / (unit 2^exponent), right to within 2^-51; infinite where that is out of range.
double rounded_level(const Integer& value, const Integer& unit, std::int64_t exponent) {
  std::int64_t of_value = 0;
  std::int64_t of_unit = 0;
  const double v = mpz_get_d_2exp(&of_value, value.get_mpz_t());
  const double u = mpz_get_d_2exp(&of_unit, unit.get_mpz_t());
  const std::int64_t shift = std::clamp(of_value - of_unit - exponent, std::int64_t{-3000}, std::int64_t{3000});
  return std::ldexp(v / u, static_cast<int>(shift));
}

/// w.z_i in doubles up to one positive factor, each with a bound on what rounding did to it.
struct Rounded {
  std::vector<double> product;
  std::vector<double> slack;
  std::int64_t exponent = 0;  // of the factor, a power of two
};

/// Rounding of the data, of w, of products and of sums; |w||z| bounds the sum of |w_j z_j|.
Rounded rounded_products(const SignedRows& z, std::span<const Integer> w, unsigned threads) {
  const auto [v, exponent] = rounded(w);
  const double b = z.bias() ? v.back() : 0;
  const double length = std::sqrt(squared_norm(v.data(), v.size()));
  Rounded out;
  out.exponent = exponent;
  out.product.resize(z.rows());
  out.slack.resize(z.rows());
  const double* weights = v.data();
  std::visit(
      [&](const auto& x) {
        parallel_blocks(z.rows(), threads, [&](std::size_t, std::size_t first, std::size_t last) {
          for (std::size_t i = first; i < last; ++i) {
            const auto row = x.row(i);
            const double size = std::sqrt(squared_norm(row) + (z.bias() ? 1 : 0));
            out.product[i] = z.sign(i) * (dot(row, weights) + b);
            out.slack[i] = (static_cast<double>(x.row_size(i)) + 16) * 0x1p-52 * length * size + 1e-290;
            if (size < 1e-150) out.slack[i] = INFINITY;  // squares vanished
          }
        });
      },
      z.data().x);
  return out;
}

}  // namespace

Result<RowSigns> signs_of(const SignedRows& z, std::span<const Integer> w, unsigned threads, const Integer& level) {
  const Rounded r = rounded_products(z, w, threads);
  const double bar = rounded_level(level, z.unit(), r.exponent);
  const double bar_slack = std::fabs(bar) * 0x1p-50;
  std::vector<std::int8_t> sign(z.rows());
  std::vector<std::uint64_t> open;
  for (std::uint64_t i = 0; i < z.rows(); ++i) {
    const double above = r.product[i] - bar;
    if (std::isfinite(above) && std::fabs(above) > r.slack[i] + bar_slack)
      sign[i] = above > 0 ? 1 : -1;
    else
      open.push_back(i);
  }
  if (const auto known = z.need(open); !known) return known.error();
  for (const std::uint64_t i : open) sign[i] = static_cast<std::int8_t>(sgn(Integer(z.product(w, i) - level)));
  RowSigns out;
  for (std::uint64_t i = 0; i < z.rows(); ++i) {
    if (sign[i] > 0) ++out.positive;
    if (sign[i] == 0) out.zero.push_back(i);
    if (sign[i] < 0) out.negative.push_back(i);
  }
  return out;
}

Result<bool> all_positive(const SignedRows& z, std::span<const Integer> w, const std::vector<bool>& left_out,
                          unsigned threads) {
  const Rounded r = rounded_products(z, w, threads);
  std::vector<std::uint64_t> open;
  for (std::uint64_t i = 0; i < z.rows(); ++i) {
    if (left_out[i] || r.product[i] > r.slack[i]) continue;
    if (r.product[i] < -r.slack[i]) return false;
    open.push_back(i);
  }
  if (const auto known = z.need(open); !known) return known.error();
  return std::all_of(open.begin(), open.end(), [&](std::uint64_t i) { return z.product(w, i) > 0; });
}

Result<Integer> least_product(const SignedRows& z, std::span<const Integer> w, unsigned threads) {
  const Rounded r = rounded_products(z, w, threads);
  double bar = std::numeric_limits<double>::infinity();
  for (std::uint64_t i = 0; i < z.rows(); ++i) bar = std::min(bar, r.product[i] + r.slack[i]);
  std::vector<std::uint64_t> open;
  for (std::uint64_t i = 0; i < z.rows(); ++i) {
    if (!(r.product[i] - r.slack[i] > bar)) open.push_back(i);
  }
  if (const auto known = z.need(open); !known) return known.error();
  Integer least = z.product(w, open[0]);
  for (const std::uint64_t i : open) least = std::min(least, z.product(w, i));
  return least;
}

Result<Rational> radius_squared(const SignedRows& z) {
  constexpr double smallest_sure = 1e-280;  // below, squares lose digits
  std::vector<double> square(z.rows());
  double most = 0;
  for (std::uint64_t i = 0; i < z.rows(); ++i) {
    square[i] = std::visit([&](const auto& x) { return squared_norm(x.row(i)); }, z.data().x);
    most = std::max(most, square[i]);
  }
  std::vector<std::uint64_t> open;
  for (std::uint64_t i = 0; i < z.rows(); ++i) {
    if (!(square[i] < most * (1 - 1e-9)) || most < smallest_sure) open.push_back(i);
  }
  if (const auto known = z.need(open); !known) return known.error();
  Integer best = 0;
  for (const std::uint64_t i : open) best = std::max(best, z.squared_length(i));
  Rational out(best, z.unit() * z.unit());
  out.canonicalize();
  return out;
}

}  // namespace halfspace
