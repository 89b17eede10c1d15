// The loops over rows have the bits of the plain ones, whatever instruction set they are compiled for.
#include "simd/row_ops.hpp"

#include <array>
#include <bit>
#include <cmath>
#include <limits>
#include <vector>

#include <gtest/gtest.h>

#include "base/elementary.hpp"
#include "base/rng.hpp"
#include "linalg/dense_products.hpp"
#include "linalg/outer_products.hpp"
#include "loss/logistic.hpp"
#include "simd/ops.hpp"

namespace halfspace {
namespace {

std::uint64_t bits_of(double v) { return std::bit_cast<std::uint64_t>(v); }

double in_unit(Rng& rng) { return static_cast<double>(rng.bounded(1U << 30U)) / (1U << 30U); }

std::vector<double> margins_of_all_sizes() {
  std::vector<double> m = {0.0,   -0.0, 1e-320, -1e-320, 1e-17, -1e-17, 36.7,
                           -36.7, 700,  -700,   708.4,   -709,  744.9,  -745.1,
                           745.2, -746, 1e5,    -1e5,    1e300, -1e300, std::numeric_limits<double>::infinity()};
  Rng rng(1, Stream::start);
  for (int k = 0; k < 20000; ++k) {
    const double scale = std::ldexp(1.0, static_cast<int>(rng.bounded(60)) - 48);
    m.push_back((in_unit(rng) - 0.5) * scale);
  }
  return m;
}

TEST(RowOps, SigmoidsAreTheLogisticLossToTheLastBit) {
  const std::vector<double> m = margins_of_all_sizes();
  for (const RowOps* ops : supported_row_ops()) {
    std::vector<double> value(m.size());
    std::vector<double> slope(m.size());
    std::vector<double> bend(m.size());
    ops->sigmoids(m.data(), m.size(), value.data(), slope.data(), bend.data());
    for (std::size_t i = 0; i < m.size(); ++i) {
      ASSERT_EQ(bits_of(value[i]), bits_of(LogisticLoss::value(m[i]))) << m[i];
      ASSERT_EQ(bits_of(slope[i]), bits_of(LogisticLoss::slope(m[i]))) << m[i];
      ASSERT_EQ(bits_of(bend[i]), bits_of(LogisticLoss::curvature(m[i]))) << m[i];
    }
    const double unknown = std::numeric_limits<double>::quiet_NaN();
    ops->sigmoids(&unknown, 1, value.data(), nullptr, nullptr);
    EXPECT_TRUE(std::isnan(value[0]));
  }
}

TEST(RowOps, ExponentialsAreTheScalarOnesToTheLastBit) {
  std::vector<double> v = {0, -0.0, -1, -745, -745.2, -746, -1e300, -std::numeric_limits<double>::infinity(), -5e-324};
  for (const double m : margins_of_all_sizes()) v.push_back(-std::fabs(m));
  for (const RowOps* ops : supported_row_ops()) {
    std::vector<double> out(v);
    ops->exponentials(out.data(), out.size());
    for (std::size_t i = 0; i < v.size(); ++i) ASSERT_EQ(bits_of(out[i]), bits_of(elementary::exp(v[i]))) << v[i];
    double unknown = std::numeric_limits<double>::quiet_NaN();
    ops->exponentials(&unknown, 1);
    EXPECT_TRUE(std::isnan(unknown));
  }
}

TEST(RowOps, EntropiesAreTheConjugate) {
  std::vector<double> a = {0, 1, 0.5, 5e-324, 1e-310, 1e-300, 1e-17, 1 - 0x1p-53, 0x1p-1022};
  Rng rng(2, Stream::start);
  for (int k = 0; k < 20000; ++k) a.push_back(std::pow(in_unit(rng), 1 + static_cast<double>(rng.bounded(20))));
  for (const RowOps* ops : supported_row_ops()) {
    std::vector<double> out(a.size());
    ops->entropies(a.data(), a.size(), out.data());
    for (std::size_t i = 0; i < a.size(); ++i) ASSERT_EQ(out[i], LogisticLoss::conjugate(-a[i])) << a[i];
  }
}

TEST(RowOps, TakePartsIsDotsAndSubtractionsToTheLastBit) {
  Rng rng(3, Stream::start);
  for (std::size_t n = 0; n < 40; ++n) {
    for (const std::size_t count : {0U, 1U, 3U, 4U, 5U, 9U}) {
      std::vector<double> q(count * n);
      for (double& v : q) v = in_unit(rng) - 0.5;
      std::vector<double> from(n);
      for (double& v : from) v = in_unit(rng) - 0.5;
      std::vector<double> a = from;
      std::vector<double> r(count, 0.25);
      for (std::size_t k = 0; k < count;) {
        const std::size_t together = k + 4 <= count ? 4 : 1;
        std::vector<double> c;
        for (std::size_t t = 0; t < together; ++t) c.push_back(dot(q.data() + (k + t) * n, n, a.data()));
        for (std::size_t t = 0; t < together; ++t, ++k) {
          axpy(-c[t], q.data() + k * n, n, a.data());
          r[k] += c[t];
        }
      }
      for (const RowOps* ops : supported_row_ops()) {
        std::vector<double> b = from;
        std::vector<double> parts(count, 0.25);
        ops->take_parts(q.data(), count, n, b.data(), parts.data());
        for (std::size_t i = 0; i < n; ++i) ASSERT_EQ(bits_of(b[i]), bits_of(a[i])) << n << ' ' << count;
        for (std::size_t k = 0; k < count; ++k) ASSERT_EQ(bits_of(parts[k]), bits_of(r[k])) << n << ' ' << count;
      }
    }
  }
}

/// Σ c x x' of 150 rows made of a seed, by `products` to H and entry by entry.
template <class Products>
void expect_plain_sums(Products products, std::size_t d, const std::vector<double>& H, Rng& rng) {
  std::vector<double> plain(d * d);
  for (int row = 0; row < 150; ++row) {
    std::vector<double> x(d);
    for (std::size_t j = 0; j < d; ++j) {
      if (rng.bounded(3) == 0) continue;
      x[j] = in_unit(rng) - 0.5;
      products.put(j, x[j]);
    }
    const double c = in_unit(rng);
    products.end_row(c);
    for (std::size_t a = 0; a < d; ++a) {
      for (std::size_t b = 0; b <= a; ++b) plain[a * d + b] += c * x[a] * x[b];
    }
  }
  products.finish();
  for (std::size_t a = 0; a < d; ++a) {
    for (std::size_t b = 0; b <= a; ++b) ASSERT_EQ(H[a * d + b], plain[a * d + b]) << d << ' ' << a << ' ' << b;
  }
}

TEST(RowOps, OuterProductsAddEntryByEntry) {
  Rng rng(4, Stream::start);
  for (const std::size_t d : {1U, 7U, 8U, 9U, 16U, 37U, 260U, 261U}) {
    std::vector<double> by_entries(d * d);
    expect_plain_sums(OuterProducts(d, by_entries.data()), d, by_entries, rng);
    std::vector<double> by_tiles(d * d);
    expect_plain_sums(DenseProducts(d, by_tiles.data(), 0, d), d, by_tiles, rng);
  }
}

/// One number after the other.
template <class T>
NumberKinds plain_kinds(const std::vector<T>& v, double below, double unit) {
  NumberKinds out;
  for (const T number : v) {
    const auto x = static_cast<double>(number);
    out.nonzeros += x != 0 ? 1 : 0;
    out.floats = out.floats && static_cast<double>(static_cast<float>(x)) == x;
    out.negative_zero = out.negative_zero || (x == 0 && std::signbit(x));
    const double m = std::nearbyint(x * unit);
    if (x != 0 && std::fabs(x) < below) out.decimals = out.decimals && std::fabs(m) < 1e15 && m / unit == x;
  }
  return out;
}

template <class T>
void expect_plain_kinds(NumberKinds (*kinds)(const T*, std::size_t, double, double), const std::vector<T>& v) {
  for (const double below : {0.0, 1.0, 1e300}) {
    for (const double unit : {1.0, 100.0}) {
      const NumberKinds got = kinds(v.data(), v.size(), below, unit);
      const NumberKinds expected = plain_kinds(v, below, unit);
      EXPECT_EQ(got.nonzeros, expected.nonzeros);
      EXPECT_EQ(got.floats, expected.floats);
      EXPECT_EQ(got.negative_zero, expected.negative_zero);
      EXPECT_EQ(got.decimals, expected.decimals);
    }
  }
}

TEST(RowOps, KindsOfNumbersAreThoseOfEach) {
  Rng rng(6, Stream::start);
  const std::vector<double> odd = {-0.0, 0.1, 1e20, 1e300, 5e-324, 999999999999999, 1e15, 0.015, 1.0 / 3, -12.25};
  for (std::size_t size = 0; size < 40; ++size) {
    for (const double& one : odd) {
      std::vector<double> v(size);
      for (double& x : v) x = std::floor(in_unit(rng) * 8) / (rng.bounded(2) == 0 ? 1 : 4);
      if (size > 0 && rng.bounded(4) != 0) v[rng.bounded(size)] = one;
      for (const RowOps* ops : supported_row_ops()) {
        expect_plain_kinds(ops->kinds, v);
        if (one < 1e30) expect_plain_kinds(ops->float_kinds, std::vector<float>(v.begin(), v.end()));
      }
    }
  }
}

TEST(RowOps, TilesAddRowByRow) {
  Rng rng(5, Stream::start);
  constexpr std::size_t stride = 24;
  for (const std::size_t count : {0U, 1U, 5U, 40U}) {
    std::vector<double> x(stride * count);
    std::vector<double> scaled(stride * count);
    for (std::vector<double>* numbers : {&x, &scaled}) {
      for (double& v : *numbers) v = in_unit(rng) - 0.5;
    }
    std::array<double, tile_rows * column_block> plain{};
    for (std::size_t i = 0; i < count; ++i) {
      for (std::size_t k = 0; k < plain.size(); ++k)
        plain[k] += scaled[i * stride + k / column_block] * x[i * stride + k % column_block];
    }
    for (const RowOps* ops : supported_row_ops()) {
      alignas(64) std::array<double, tile_rows * column_block> tile{};
      ops->add_tile(x.data(), scaled.data(), stride, count, tile.data());
      ASSERT_EQ(tile, plain);
    }
  }
}

}  // namespace
}  // namespace halfspace
