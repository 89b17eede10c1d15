// Columns that say nothing (constant ones) are no coordinates of a hull's points, and change no verdict.
#include "certify/find/row_hull.hpp"

#include <gtest/gtest.h>

#include "certify/cases.hpp"
#include "certify/find/decide.hpp"
#include "certify/signed_rows_of.hpp"

namespace halfspace::test {
namespace {

/// The points with seven constant columns before each of theirs: of zeros, and with a bias of a number too.
Points widened(const Points& points) {
  Points out = points;
  for (std::size_t i = 0; i < points.x.size(); ++i) {
    out.x[i].clear();
    for (const auto& v : points.x[i]) {
      out.x[i].insert(out.x[i].end(), 6, 0);
      out.x[i].push_back(points.bias ? 3 : 0);
      out.x[i].push_back(v);
    }
  }
  return out;
}

TEST(RowHull, LeavesConstantColumnsOut) {
  int same = 0;
  for (std::uint64_t seed = 0; seed < 400; ++seed) {
    const Points points = random_points(seed, 9, 3);
    const auto x = plain_rows(points);
    const Points wide = widened(points);
    const auto wide_x = plain_rows(wide);
    const SolverRows z(x, x, points.y, points.bias, Form::dense);
    const SolverRows w(wide_x, wide_x, wide.y, wide.bias, Form::dense);
    ASSERT_EQ(decide(*w, {}).value().verdict, decide(*z, {}).value().verdict) << "seed " << seed << '\n'
                                                                              << text_of(points);

    const RowHull hull(*w, RowScale::standardised, 1);
    const RowHull own(*z, RowScale::standardised, 1);
    const HullOracle oracle = hull.oracle({});
    const HullOracle own_oracle = own.oracle({});
    if (oracle.dims != own_oracle.dims) continue;  // a column of the points themselves is constant
    ++same;
    std::vector<double> u(oracle.dims);
    for (std::size_t k = 0; k < u.size(); ++k) u[k] = 1 + static_cast<double>(k);
    std::vector<double> point(oracle.dims);
    std::vector<double> own_point(oracle.dims);
    for (std::uint64_t i = 0; i < (*w).rows(); ++i) {
      if (hull.length(i) == 0) continue;
      oracle.write({i}, point);
      own_oracle.write({i}, own_point);
      ASSERT_EQ(point, own_point) << "seed " << seed << ", row " << i;
    }
    const std::vector<double> weights = hull.original(u);
    const std::vector<double> own_weights = own.original(u);
    const std::size_t d = points.x[0].size();
    for (std::size_t j = 0; j < d; ++j) ASSERT_EQ(weights[8 * j + 7], own_weights[j]) << "seed " << seed;
    if (points.bias) {
      ASSERT_EQ(weights.back(), own_weights.back()) << "seed " << seed;
    }
  }
  EXPECT_GT(same, 200);
}

}  // namespace
}  // namespace halfspace::test
