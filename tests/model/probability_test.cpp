// Probabilities go with scores and labels, at every size of score.
#include "model/probability.hpp"

#include <cmath>

#include <gtest/gtest.h>

#include "model/models.hpp"
#include "model/scorer.hpp"
#include "solver/dense_rows.hpp"

namespace halfspace {
namespace {

Model logistic_of(std::size_t classes, Multiclass multiclass) {
  Model m;
  m.algorithm = Algorithm::logistic;
  m.multiclass = multiclass;
  for (std::size_t k = 0; k < classes; ++k) m.classes.push_back(std::string(1, static_cast<char>('a' + k)));
  m.b.assign(classes == 2 ? 1 : classes, 0);
  m.w = m.b;
  return m;
}

TEST(Probability, OneHalfAndMoreIsScoreZeroAndMore) {
  const Model m = logistic_of(2, Multiclass::none);
  const std::vector<double> score = {0, -0.0, 1e-300, -1e-300, -1e-17, 1e-17, -40, 40, -800, 800, -1e300, 1e300};
  const std::vector<double> p = probabilities(m, score);
  const std::vector<std::uint32_t> predicted = classes_at(0.5, p);
  for (std::size_t i = 0; i < score.size(); ++i) {
    EXPECT_EQ(predicted[i], predicted_class({&score[i], 1}, false)) << score[i];
    EXPECT_GE(p[2 * i], 0);
    EXPECT_LE(p[2 * i + 1], 1);
    EXPECT_EQ(predicted_class(std::span(p).subspan(2 * i, 2), false), predicted[i]) << score[i];
    EXPECT_NEAR(p[2 * i] + p[2 * i + 1], 1, 1e-15);
  }
  EXPECT_DOUBLE_EQ(log_probabilities(m, std::vector<double>{-800.0})[1], -800);
}

TEST(Probability, MultinomialIsTheSoftmaxAndKeepsTheLabel) {
  const std::vector<double> score = {1, 2, 3, 1000, -1000, 999, -1e300, 0, 1e300};
  const Model m = logistic_of(3, Multiclass::multinomial);
  const std::vector<double> p = probabilities(m, score);
  const double sum = std::exp(1) + std::exp(2) + std::exp(3);
  for (std::size_t k = 0; k < 3; ++k) EXPECT_NEAR(p[k], std::exp(static_cast<double>(k + 1)) / sum, 1e-15);
  for (std::size_t i = 0; i < 3; ++i) {
    EXPECT_NEAR(p[3 * i] + p[3 * i + 1] + p[3 * i + 2], 1, 1e-15);
    EXPECT_EQ(predicted_class(std::span(p).subspan(3 * i, 3), false),
              predicted_class(std::span(score).subspan(3 * i, 3), false));
  }
}

TEST(Probability, OneVsRestShares) {
  const std::vector<double> score = {0, 0, 0, -900, -901, -902};
  const std::vector<double> p = probabilities(logistic_of(3, Multiclass::one_vs_rest), score);
  EXPECT_NEAR(p[0], 1.0 / 3, 1e-15);
  EXPECT_NEAR(p[3], 1 / (1 + std::exp(-1) + std::exp(-2)), 1e-12);  // though every sigma is 0 in doubles
}

TEST(Probability, WhoHasThem) {
  EXPECT_TRUE(has_probabilities(logistic_of(3, Multiclass::one_vs_rest)));
  EXPECT_FALSE(has_probabilities(logistic_of(3, Multiclass::one_vs_one)));
  EXPECT_FALSE(has_probabilities(test::plain_model()));
}

TEST(OneVsOne, PairsVoteAndTiesGoToTheClassThatSortsFirst) {
  Model m = logistic_of(3, Multiclass::one_vs_one);
  m.map.input_cols = 1;
  Dataset data;
  data.rows = 1;
  data.cols = 1;
  data.x = test::DenseRows{{1}, 1, 1}.matrix();
  m.w = {1, -1, 1};  // a beats b, c beats a, b beats c: a vote each
  EXPECT_EQ(scores(m, data, 1), (std::vector<double>{1, 1, 1}));
  EXPECT_EQ(predicted_class(scores(m, data, 1), false), 0U);
  m.w = {0, 0, 0};  // score 0: the first of the pair
  EXPECT_EQ(scores(m, data, 1), (std::vector<double>{2, 1, 0}));
  EXPECT_EQ(m.vector_name(0), "a against b");
  EXPECT_EQ(m.vector_name(1), "a against c");
  EXPECT_EQ(m.vector_name(2), "b against c");
}

}  // namespace
}  // namespace halfspace
