// The inverse before conjugate gradients of multinomial regression, against H itself.
#include "driver/mean_block.hpp"

#include <array>
#include <numeric>

#include <gtest/gtest.h>

#include "base/rng.hpp"

namespace halfspace {
namespace {

constexpr std::size_t block_classes = 3;
constexpr std::size_t block_dims = 4;
constexpr std::size_t block_penalised = 3;
constexpr double block_cost = 2.5;

double between_ones(Rng& rng) { return static_cast<double>(rng.word()) / 2147483648.0 - 1; }

struct Row {
  double weight;
  std::array<double, block_dims> x;
};

std::vector<Row> some_rows() {
  Rng rng(3, Stream::probe);
  std::vector<Row> rows(30);
  for (Row& row : rows) row = {1 + between_ones(rng) / 2, {between_ones(rng), between_ones(rng), between_ones(rng), 1}};
  return rows;
}

/// At W = 0 every p_k is 1/3 and h = 1/3, so that of weights whose classes sum to 0 H is the block itself.
struct SumsAtZero {
  std::vector<double> block = std::vector<double>(block_dims * (block_dims + 1) / 2);
  std::vector<double> diagonal = std::vector<double>(block_dims * block_classes);
};

SumsAtZero sums_of(const std::vector<Row>& rows) {
  SumsAtZero out;
  for (const Row& row : rows) {
    for (std::size_t j = 0, at = 0; j < block_dims; ++j) {
      for (std::size_t i = 0; i <= j; ++i, ++at) out.block[at] += row.weight / 3 * row.x[j] * row.x[i];
      for (std::size_t k = 0; k < block_classes; ++k)
        out.diagonal[j * block_classes + k] += row.weight * 2 / 9 * row.x[j] * row.x[j];
    }
  }
  return out;
}

/// H t at W = 0
std::vector<double> product(const std::vector<Row>& rows, const std::vector<double>& t) {
  std::vector<double> out(t.size());
  for (std::size_t a = 0; a < block_penalised * block_classes; ++a) out[a] = t[a];
  for (const Row& row : rows) {
    std::array<double, block_classes> s{};
    for (std::size_t a = 0; a < t.size(); ++a) s[a % block_classes] += t[a] * row.x[a / block_classes];
    const double mean = std::accumulate(s.begin(), s.end(), 0.0) / block_classes;
    for (std::size_t a = 0; a < t.size(); ++a)
      out[a] += block_cost * row.weight / 3 * (s[a % block_classes] - mean) * row.x[a / block_classes];
  }
  return out;
}

TEST(MeanBlock, IsTheInverseOfHWhereAllProbabilitiesAreAlike) {
  const std::vector<Row> rows = some_rows();
  const SumsAtZero sums = sums_of(rows);
  const MeanBlock inverse(mean_block_matrix({sums.block, sums.diagonal, 1}, block_cost, block_dims, block_penalised),
                          block_dims, block_penalised);
  Rng rng(4, Stream::probe);
  std::vector<double> t(block_dims * block_classes);
  for (std::size_t j = 0; j < block_dims; ++j) {
    t[j * block_classes] = between_ones(rng);
    t[j * block_classes + 1] = between_ones(rng);
    t[j * block_classes + 2] = -t[j * block_classes] - t[j * block_classes + 1];
  }
  std::vector<double> r = product(rows, t);
  std::vector<double> diagonal = sums.diagonal;
  for (std::size_t a = 0; a < diagonal.size(); ++a)
    diagonal[a] = block_cost * diagonal[a] + (a < block_penalised * block_classes ? 1 : 0);
  inverse.solve(r, diagonal);
  for (std::size_t a = 0; a < t.size(); ++a) EXPECT_NEAR(r[a], t[a], 1e-8) << a;
}

/// A sample without the rows that a column has entries in: what the diagonal knows of it stands in the block.
TEST(MeanBlock, KnowsOfColumnsThatItsSampleLacks) {
  const std::vector<double> block = {4, 0, 0};
  const std::vector<double> diagonal = {5, 5, 5, 6, 6, 6};
  const std::vector<double> matrix = mean_block_matrix({block, diagonal, 0.5}, block_cost, 2, 2);
  EXPECT_DOUBLE_EQ(matrix[0], 1 + block_cost * 8);
  EXPECT_DOUBLE_EQ(matrix[1], 0);
  EXPECT_DOUBLE_EQ(matrix[2], 1 + block_cost * 9);
}

ShardFacts dense_facts(std::uint64_t rows, std::uint64_t columns, std::size_t count) {
  ShardFacts facts;
  facts.classes.resize(count);
  facts.rows = rows;
  facts.entries = rows * columns;
  facts.squared_entries = rows * columns * columns;
  facts.stored.assign(columns, static_cast<double>(rows));
  return facts;
}

TEST(MeanBlock, OfManyDenseRowsIsSummedOverSomeOfThem) {
  const MeanBlockPlan many = mean_block_plan(dense_facts(1000000, 500, 3), 500);
  EXPECT_LT(many.share, 0.1);
  EXPECT_GE(many.share * 1000000, 8 * 500.0);
  const MeanBlockPlan few = mean_block_plan(dense_facts(1000, 500, 3), 500);
  EXPECT_EQ(few.share, 1);
  EXPECT_GT(few.products, 1);
}

/// K d^2 multiply-adds a product, which the driver makes alone.
TEST(MeanBlock, IsNotWorthItWhereTheDriverWouldDoMoreThanTheShards) {
  EXPECT_TRUE(mean_block_plan(dense_facts(100000, 1000, 100), 1000).worth);
  EXPECT_FALSE(mean_block_plan(dense_facts(100, 1000, 100), 1000).worth);
  ShardFacts zeros = dense_facts(3000, 800, 300);
  EXPECT_TRUE(mean_block_plan(zeros, 800).worth);
  zeros.stored.assign(800, 30.0);
  EXPECT_FALSE(mean_block_plan(zeros, 800).worth);
}

/// Rare classes have little curvature, and long steps.
TEST(MeanBlock, HasEachClassByItsOwnDiagonal) {
  const MeanBlock inverse(std::vector<double>{9, 0, 9}, 2, 0);
  std::vector<double> r = {1, 1, 1, 1, 1, 1};
  inverse.solve(r, std::vector<double>{6, 6, 0.06, 6, 6, 0.06});
  EXPECT_DOUBLE_EQ(r[0], 1.0 / 9);
  EXPECT_DOUBLE_EQ(r[2], 1 / 0.09);
  EXPECT_DOUBLE_EQ(r[5], 1 / 0.09);
}

}  // namespace
}  // namespace halfspace
