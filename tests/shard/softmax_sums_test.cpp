// Slopes, curvatures and products of multinomial regression against differences of each other.
#include "shard/softmax_sums.hpp"

#include <cmath>
#include <map>

#include <gtest/gtest.h>

#include "base/rng.hpp"
#include "shard/grid.hpp"
#include "shard/shard.hpp"

namespace halfspace {
namespace {

constexpr std::size_t classes = 4;
constexpr std::size_t cols = 3;
constexpr std::size_t dims = cols + 1;
constexpr std::size_t weights = classes * dims;

double drawn(Rng& rng) { return static_cast<double>(rng.word()) / 2147483648.0 - 1; }

Shard weighted_rows() {
  Rng rng(11, Stream::probe);
  ShardRows rows;
  DenseMatrix<double> x;
  x.rows = 40;
  x.cols = cols;
  for (std::size_t k = 0; k < x.rows * x.cols; ++k) x.value.push_back(k % 5 == 0 ? 0 : 2 * drawn(rng));
  for (std::uint32_t i = 0; i < 40; ++i) {
    rows.label.push_back(i % classes);
    rows.weight.push_back(0.5 + i % 3);
  }
  rows.x = std::move(x);
  rows.labels = {"a", "b", "c", "d"};
  return Shard(std::move(rows));
}

Question question_at(const std::vector<double>& W) {
  Question q;
  q.ask = Ask::softmax;
  q.cols = cols;
  q.classes = {"a", "b", "c", "d"};
  q.first_moment.assign(dims, grid::exponent(200));
  q.second_moment.assign(dims, grid::exponent(20));
  q.softmax.emplace_back();
  q.softmax[0].weights = W;
  q.softmax[0].reach = grid::exponent(100);
  return q;
}

std::vector<double> some_weights() {
  Rng rng(12, Stream::probe);
  std::vector<double> W(weights);
  for (double& w : W) w = drawn(rng);
  return W;
}

/// H e_a by differences of slopes.
std::vector<double> difference(const Shard& shard, const std::vector<double>& W, std::size_t a) {
  constexpr double h = 1e-5;
  std::vector<double> up = W;
  std::vector<double> down = W;
  up[a] += h;
  down[a] -= h;
  const auto high = shard.answer(question_at(up)).sum;
  const auto low = shard.answer(question_at(down)).sum;
  std::vector<double> out(weights);
  for (std::size_t b = 0; b < weights; ++b) out[b] = (high[b] - low[b]) / (2 * h);
  return out;
}

TEST(SoftmaxSums, SlopesAreThoseOfTheLoss) {
  const Shard shard = weighted_rows();
  const std::vector<double> W = some_weights();
  const Answer at = shard.answer(question_at(W));
  for (std::size_t a = 0; a < weights; ++a) {
    std::vector<double> up = W;
    std::vector<double> down = W;
    up[a] += 1e-5;
    down[a] -= 1e-5;
    const double slope =
        (shard.answer(question_at(up)).exact[0].value() - shard.answer(question_at(down)).exact[0].value()) / 2e-5;
    EXPECT_NEAR(at.sum[a], slope, 1e-7) << a;
  }
  for (std::size_t k = 0; k < classes; ++k)  // the slopes of the biases, summed exactly
    EXPECT_NEAR(at.exact[1 + k].value(), at.sum[cols * classes + k], 1e-11);
}

TEST(SoftmaxSums, CurvaturesAndProductsAreDifferencesOfSlopes) {
  const Shard shard = weighted_rows();
  const std::vector<double> W = some_weights();
  Question q = question_at(W);
  q.softmax[0].hessian = q.softmax[0].diagonal = q.softmax[0].bias_block = true;
  const Answer all = shard.answer(q);
  ASSERT_EQ(all.sum.size(), SoftmaxSums::size(q, q.softmax[0]));
  const std::size_t pairs = class_pairs(classes);
  const auto pair_of = [&](std::size_t j, std::size_t i, std::size_t k, std::size_t l) {
    const std::size_t place = std::max(i, j) * (std::max(i, j) + 1) / 2 + std::min(i, j);
    return all.sum[weights + place * pairs + std::max(k, l) * (std::max(k, l) - 1) / 2 + std::min(k, l)];
  };
  const std::size_t diagonal = weights + pairs * dims * (dims + 1) / 2;
  for (std::size_t a = 0; a < weights; ++a) {
    const std::vector<double> H = difference(shard, W, a);
    EXPECT_NEAR(all.sum[diagonal + a], H[a], 1e-6);
    Question product = question_at(W);
    product.softmax[0].product = true;
    product.softmax[0].direction.assign(weights, 0);
    product.softmax[0].direction[a] = 1;
    const Answer He = shard.answer(product);
    for (std::size_t b = 0; b < weights; ++b) {
      double h = 0;
      for (std::size_t l = 0; l < classes && a % classes == b % classes; ++l)
        h += l == a % classes ? 0 : pair_of(a / classes, b / classes, a % classes, l);
      if (a % classes != b % classes) h = -pair_of(a / classes, b / classes, a % classes, b % classes);
      EXPECT_NEAR(h, H[b], 1e-6) << a << " " << b;
      EXPECT_NEAR(He.sum[b], h, 1e-5) << a << " " << b;  // probabilities kept in single precision
    }
  }
  for (std::size_t pair = 0; pair < pairs; ++pair)
    EXPECT_NEAR(all.sum[diagonal + weights + pair], all.sum[weights + (dims * (dims + 1) / 2 - 1) * pairs + pair],
                1e-12);
}

/// Σ_k p_k (1 - p_k) = 2 Σ_{k > l} p_k p_l
TEST(SoftmaxSums, TheMeanBlockIsAMeanOfTheCurvatures) {
  const Shard shard = weighted_rows();
  Question q = question_at(some_weights());
  q.softmax[0].hessian = q.softmax[0].mean_block = true;
  const Answer all = shard.answer(q);
  const std::size_t pairs = class_pairs(classes);
  const std::size_t places = dims * (dims + 1) / 2;
  ASSERT_EQ(all.sum.size(), weights + places * (pairs + 1));
  for (std::size_t place = 0; place < places; ++place) {
    double sum = 0;
    for (std::size_t pair = 0; pair < pairs; ++pair) sum += all.sum[weights + place * pairs + pair];
    EXPECT_NEAR(all.sum[weights + places * pairs + place], 2 * sum / (classes - 1), 1e-11) << place;
  }
  q.softmax[0].hessian = false;
  q.softmax[0].share = 0.5;
  const Answer half = shard.answer(q);
  EXPECT_GT(half.sum.back(), 0.2 * all.sum.back());
  EXPECT_LT(half.sum.back(), 0.8 * all.sum.back());
}

TEST(SoftmaxSums, EntropiesAreThoseOfTheProbabilities) {
  const Shard shard = weighted_rows();
  const std::vector<double> W(weights);  // p_k = 1/4
  const Answer at = shard.answer(question_at(W));
  double weight = 0;
  for (std::uint32_t i = 0; i < 40; ++i) weight += 0.5 + i % 3;
  for (std::size_t k = 0; k < classes; ++k)
    EXPECT_NEAR(at.exact[1 + classes + k].value(), weight / 4 * std::log(4.0), 1e-12);
}

TEST(SoftmaxSums, QuestionsWithoutAllTheirPartsAreDamaged) {
  Question q = question_at(some_weights());
  EXPECT_TRUE(Question::parse(q.bytes()).ok());
  q.softmax[0].weights.pop_back();
  EXPECT_FALSE(Question::parse(q.bytes()).ok());
  q = question_at(some_weights());
  q.softmax[0].product = true;
  EXPECT_FALSE(Question::parse(q.bytes()).ok());  // no direction
  q.softmax[0].direction = q.softmax[0].weights;
  EXPECT_TRUE(Question::parse(q.bytes()).ok());
  q.softmax[0].reach = 2000;
  EXPECT_FALSE(Question::parse(q.bytes()).ok());
  q = question_at(some_weights());
  q.softmax[0].bias_block = true;
  q.bias = false;
  q.softmax[0].weights.resize(classes * cols);
  q.first_moment.pop_back();
  q.second_moment.pop_back();
  EXPECT_FALSE(Question::parse(q.bytes()).ok());
}

}  // namespace
}  // namespace halfspace
