// Whatever came and went, y is the least-squares answer: r = t - A y is orthogonal to every column of A.
#include "solver/min_norm/corral.hpp"

#include <cmath>
#include <vector>

#include <gtest/gtest.h>

#include "base/rng.hpp"

namespace halfspace {
namespace {

double in_unit(Rng& rng) { return static_cast<double>(rng.bounded(1U << 30U)) / (1U << 30U); }

std::vector<double> random_point(Rng& rng, std::size_t dims) {
  std::vector<double> out(dims);
  for (double& v : out) v = in_unit(rng) - 0.4;
  return out;
}

struct Column {
  std::vector<double> point;
  bool free;
};

void expect_least_squares(const Corral& corral, const std::vector<Column>& columns, std::vector<double> target) {
  ASSERT_EQ(corral.size(), columns.size());
  const std::vector<double> y = corral.solve();
  for (std::size_t k = 0; k < columns.size(); ++k) {
    if (!columns[k].free) target[0] -= y[k];
    for (std::size_t j = 0; j + 1 < target.size(); ++j) target[j + 1] -= y[k] * columns[k].point[j];
  }
  const auto r = corral.residual();
  for (std::size_t j = 0; j < r.size(); ++j) EXPECT_NEAR(r[j], target[j], 1e-11);
  for (const Column& c : columns) {
    double product = c.free ? 0 : r[0];
    for (std::size_t j = 0; j < c.point.size(); ++j) product += c.point[j] * r[j + 1];
    EXPECT_NEAR(product, 0, 1e-12);
  }
}

TEST(Corral, ResidualIsOrthogonalToItsColumnsWhateverCameAndWent) {
  for (std::uint64_t seed = 0; seed < 20; ++seed) {
    Rng rng(seed, Stream::start);
    const std::size_t dims = 1 + rng.bounded(40);
    std::vector<double> target(dims + 1);
    target[0] = 1;
    if (seed % 2 == 1) target = random_point(rng, dims + 1);
    Corral corral(target);
    std::vector<Column> columns;
    for (int step = 0; step < 400; ++step) {
      if (!columns.empty() && (columns.size() == dims || rng.bounded(5) < 2)) {
        const std::size_t k = rng.bounded(columns.size());
        corral.remove(k);
        columns.erase(columns.begin() + static_cast<std::ptrdiff_t>(k));
      } else {
        Column c{random_point(rng, dims), rng.bounded(4) == 0};
        if (corral.add(c.point, c.free)) columns.push_back(std::move(c));
      }
      if (step % 10 == 0) expect_least_squares(corral, columns, target);
    }
    expect_least_squares(corral, columns, target);
  }
}

/// A simplex in a plane near the origin: r is as short as that with all of its corners, and long without one. Products of
/// columns with r have to be small beside |r|^2, which is what rows are compared with.
TEST(Corral, ShortResidualsAreOrthogonalForTheirLength) {
  constexpr std::size_t corners = 20;
  for (const double height : {1e-5, 1e-6, 1e-7, 1e-8}) {
    std::vector<std::vector<double>> points;
    for (std::size_t k = 0; k < corners; ++k) {
      std::vector<double> p(corners, -1.0 / corners);
      p[k] += 1;
      p.push_back(height);
      points.push_back(std::move(p));
    }
    Corral corral(corners + 1);
    for (const auto& p : points) ASSERT_TRUE(corral.add(p, false));
    for (std::size_t step = 0; step < 200; ++step) {
      const std::size_t k = step * 7 % corners;
      corral.remove(k);
      points.push_back(points[k]);
      points.erase(points.begin() + static_cast<std::ptrdiff_t>(k));
      ASSERT_TRUE(corral.add(points.back(), false));
      const auto r = corral.residual();
      double square = 0;
      for (const double v : r) square += v * v;
      for (const auto& p : points) {
        double product = r[0];
        for (std::size_t j = 0; j < p.size(); ++j) product += p[j] * r[j + 1];
        ASSERT_LE(std::fabs(product), 1e-10 * square) << height << ' ' << step;
      }
    }
  }
}

TEST(Corral, RefusesAColumnThatDependsOnTheOthers) {
  Corral corral(2);
  EXPECT_TRUE(corral.add(std::vector<double>{1, 0}, false));
  EXPECT_TRUE(corral.add(std::vector<double>{0, 1}, false));
  EXPECT_FALSE(corral.add(std::vector<double>{0.5, 0.5}, false));
  EXPECT_EQ(corral.size(), 2U);
}

}  // namespace
}  // namespace halfspace
