// A preconditioner of products with H: what it must know of H, by hand-made conjugate directions.
#include "driver/product_pairs.hpp"

#include <array>
#include <span>

#include <gtest/gtest.h>

namespace halfspace {
namespace {

// H = [4 2; 2 3], conjugate directions (1, 0) and (-1, 2): (1, 0)'H(-1, 2) = -4 + 4 = 0
const std::array<double, 2> first = {1, 0}, H_first = {4, 2};
const std::array<double, 2> second = {-1, 2}, H_second = {0, 4};
void by_diagonal(std::span<double> r) {
  r[0] /= 4;
  r[1] /= 3;
}

TEST(ProductPairs, OfAllConjugateDirectionsAreTheInverse) {
  ProductPairs pairs;
  keep_pair(pairs, first, H_first);
  keep_pair(pairs, second, H_second);
  std::array<double, 2> r = {10, 9};  // H (1.5, 2)
  precondition(pairs, by_diagonal, r);
  EXPECT_DOUBLE_EQ(r[0], 1.5);
  EXPECT_DOUBLE_EQ(r[1], 2);
}

TEST(ProductPairs, OfOneDirectionGiveItsProductBack) {
  ProductPairs pairs;
  keep_pair(pairs, second, H_second);
  std::array<double, 2> r = H_second;
  precondition(pairs, by_diagonal, r);
  EXPECT_DOUBLE_EQ(r[0], second[0]);
  EXPECT_DOUBLE_EQ(r[1], second[1]);
  precondition({}, by_diagonal, r);  // none: the diagonal alone
  EXPECT_DOUBLE_EQ(r[0], second[0] / 4);
}

TEST(ProductPairs, AreSpreadOverMoreProductsThanThereIsRoomFor) {
  ProductPairs pairs;
  for (double k = 0; k < 100; ++k) keep_pair(pairs, std::array{k}, std::array{k + 0.5});
  std::vector<double> kept;
  for (std::size_t at = 0; at < pairs.numbers.size(); at += 2) kept.push_back(pairs.numbers[at]);
  ASSERT_EQ(kept.size(), 25U);
  for (std::size_t k = 0; k < kept.size(); ++k) EXPECT_EQ(kept[k], 4 * static_cast<double>(k));
  EXPECT_EQ(most_pairs(1U << 30U), 0U);
  ProductPairs none;
  keep_pair(none, std::vector<double>((1U << 20U) + 1), std::vector<double>((1U << 20U) + 1));
  EXPECT_TRUE(none.numbers.empty());
}

TEST(ProductPairs, AreJoinedByTheLastOfThoseBefore) {
  ProductPairs before;
  for (double k = 0; k < 30; ++k) keep_pair(before, std::array{k}, std::array{1.0});
  ProductPairs last;
  for (double k = 100; k < 105; ++k) keep_pair(last, std::array{k}, std::array{1.0});
  const ProductPairs all = joined(before, last, 1);
  ASSERT_EQ(all.numbers.size(), 2 * 32U);
  EXPECT_EQ(all.numbers[0], 3);  // 27 of 30
  EXPECT_EQ(all.numbers[62], 104);
}

}  // namespace
}  // namespace halfspace
