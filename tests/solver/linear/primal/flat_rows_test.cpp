// Rows of little curvature may hold all there is of a column: Newton's method converges all the same.
#include "solver/linear/primal/flat_rows.hpp"

#include <cmath>
#include <cstdint>
#include <numeric>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include "base/rng.hpp"
#include "solver/linear/linear.hpp"

namespace halfspace {
namespace {

/// About normal.
double draw(Rng& rng) {
  double sum = -2;
  for (int k = 0; k < 4; ++k) sum += static_cast<double>(rng.word()) / 4294967296.0;
  return sum * std::sqrt(3.0);
}

/// 300 heavy rows in two columns and 1,500 light ones in two others, of which the heavy ones have next to nothing.
struct HeavyAndLight {
  static constexpr std::size_t heavy = 300;
  static constexpr std::size_t light = 1500;
  Matrix x;
  std::vector<std::int8_t> y;
  std::vector<double> weight;

  HeavyAndLight() {
    Rng rng(3, Stream::start);
    DenseMatrix<double> rows;
    rows.rows = heavy + light;
    rows.cols = 4;
    for (std::size_t i = 0; i < rows.rows; ++i) {
      const bool is_heavy = i < heavy;
      const double sign = rng.bounded(2) == 0 ? 1 : -1;
      y.push_back(sign > 0 ? 1 : -1);
      weight.push_back(is_heavy ? 1000 : 1);
      const double a = is_heavy ? 0.7 * sign + draw(rng) : 0;
      const double b = is_heavy ? draw(rng) : 0;
      const double c = is_heavy ? 0.01 * draw(rng) : 10 * (0.3 * sign + draw(rng));
      const double d = is_heavy ? 0 : 10 * (0.3 * sign + draw(rng));
      for (const double v : {a, b, c, d}) rows.value.push_back(v);
    }
    x = std::move(rows);
  }
};

TEST(FlatRows, NewtonConvergesWhereTheyHoldColumnsOfTheirOwn) {
  const HeavyAndLight c;
  for (const LossKind loss : {LossKind::logistic, LossKind::squared_hinge, LossKind::modified_huber}) {
    for (const Bias bias : {Bias::free, Bias::augmented, Bias::none}) {
      LinearOptions o;
      o.loss = loss;
      o.bias = bias;
      o.solver = LinearSolver::newton;
      const auto r = train_linear({c.x, c.y, c.weight}, o, {});
      ASSERT_TRUE(r.ok());
      EXPECT_EQ(r.value().status, Status::converged) << name_of(loss);
      EXPECT_LE(r.value().rounds, 60U) << name_of(loss);
    }
  }
}

TEST(FlatRows, LeftOutAreTheLeastButForRowsThatHoldAColumn) {
  const HeavyAndLight c;
  LinearOptions o;
  o.bias = Bias::none;
  const Design z({c.x, c.y, c.weight}, o);
  std::vector<std::size_t> all(z.dims());
  std::iota(all.begin(), all.end(), std::size_t{0});
  std::vector<double> H(z.dims() * z.dims());
  std::vector<double> expected(H.size());
  for (const double least : {1e-3, 1e-12}) {
    std::vector<double> D(z.n());
    for (std::size_t i = 0; i < z.n(); ++i) D[i] = i < HeavyAndLight::heavy ? 1e3 : least;
    ASSERT_TRUE(gram_without_flat_rows(z, D, H));
    for (std::size_t i = 0; i < z.n(); ++i) {
      const bool stays = least == 1e-3;  // 1e-3 x^2 of 1,500 rows is more than the penalty
      EXPECT_EQ(D[i], i < HeavyAndLight::heavy ? 1e3 : stays ? least : 0);
    }
    z.gram(D, all, expected);
    EXPECT_EQ(H, expected);
  }
}

}  // namespace
}  // namespace halfspace
