// rank_at_most() against elimination over the rationals, in every form of rows.
#include "certify/rank.hpp"

#include <gtest/gtest.h>

#include "certify/cases.hpp"
#include "certify/exact_linear.hpp"
#include "certify/signed_rows_of.hpp"

namespace halfspace::test {
namespace {

TEST(RankAtMost, IsTheRankOfElimination) {
  int deficient = 0;
  for (std::uint64_t seed = 0; seed < 600; ++seed) {
    const Points points = random_points(seed, 9, 4);
    const auto x = plain_rows(points);
    const std::size_t rank = reference::rank(signed_rows(points));
    deficient += static_cast<int>(rank < points.x[0].size() + (points.bias ? 1 : 0));
    for (const Form form : {Form::dense, Form::sparse, Form::fetched}) {
      const SolverRows z(x, x, points.y, points.bias, form);
      ASSERT_TRUE(rank_at_most(*z, rank).value()) << "seed " << seed << '\n' << text_of(points);
      ASSERT_TRUE(rank == 0 || !rank_at_most(*z, rank - 1).value()) << "seed " << seed << '\n' << text_of(points);
    }
  }
  EXPECT_GT(deficient, 50);
}

TEST(RankAtMost, SeesTheSixteenthDigit) {  // z = x but for 1e-15 in one row, which doubles near 10 do not hold
  const mpq_class small(1, 1'000'000'000'000'000);
  for (const bool differs : {false, true}) {
    reference::Rows x;
    reference::Rows doubles;
    for (int i = 8; i < 16; ++i) {
      x.push_back({i, i + (differs && i == 12 ? small : mpq_class(0))});
      doubles.push_back({i, i});
    }
    const SolverRows z(x, doubles, {1, -1, 1, -1, 1, -1, 1, -1}, true, Form::fetched);
    EXPECT_EQ(rank_at_most(*z, 2).value(), !differs);
  }
}

TEST(RankAtMost, IsNotDeceivedByItsPrime) {  // z - x is a multiple of 2^61 - 1
  const mpq_class prime((std::uint64_t{1} << 61U) - 1);
  reference::Rows x;
  reference::Rows doubles;
  for (int i = 0; i < 8; ++i) {
    x.push_back({i, i + (i * i % 3) * prime});
    doubles.push_back({i, mpq_class(x.back()[1].get_d())});
  }
  const SolverRows z(x, doubles, {1, -1, 1, -1, 1, -1, 1, -1}, true, Form::fetched);
  EXPECT_FALSE(rank_at_most(*z, 2).value());
}

}  // namespace
}  // namespace halfspace::test
