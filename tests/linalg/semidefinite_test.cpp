// The verdict about a matrix, on cases with exact eigenvalues and against sums of squares.
#include "linalg/semidefinite.hpp"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include "linalg/symmetric.hpp"

namespace halfspace {
namespace {

std::vector<double> lower(const std::vector<double>& A, std::size_t n) {
  std::vector<double> out;
  for (std::size_t i = 0; i < n; ++i)
    for (std::size_t j = 0; j <= i; ++j) out.push_back(A[i * n + j]);
  return out;
}

TEST(Semidefinite, TwoByTwo) {
  EXPECT_TRUE(positive_semidefinite({2, 1, 2}, 2, 0, 1));     // eigenvalues 1, 3
  EXPECT_FALSE(positive_semidefinite({1, 2, 1}, 2, 0, 1));    // -1, 3
  EXPECT_FALSE(positive_semidefinite({1, 2, 1}, 2, 0.5, 1));  // -1/2, 7/2
  EXPECT_TRUE(positive_semidefinite({1, 2, 1}, 2, 1.5, 1));   // 1/2, 9/2
  EXPECT_FALSE(positive_semidefinite({1, 1, 1}, 2, 0, 1));    // 0, 2: the shift decides
  EXPECT_TRUE(positive_semidefinite({1, 1, 1}, 2, 1e-12, 1));
  EXPECT_TRUE(positive_semidefinite({}, 0, 0, 1));
}

RC_GTEST_PROP(Semidefinite, SumsOfSquaresAreAndLessThanThatIsNot, ()) {
  const auto n = static_cast<std::size_t>(*rc::gen::inRange(2, 150));  // more than a block
  std::vector<double> A = test::drawn_gram(n, n / 2);
  double trace = 0;
  for (std::size_t i = 0; i < n; ++i) trace += A[i * n + i];
  RC_PRE(trace > 0);
  for (const unsigned threads : {1U, 3U}) RC_ASSERT(positive_semidefinite(lower(A, n), n, 1e-12 * trace, threads));
  for (std::size_t i = 0; i < n; ++i) A[i * n + i] -= 1e-6 * trace;  // its kernel now has eigenvalue -1e-6 trace
  for (const unsigned threads : {1U, 3U}) RC_ASSERT(!positive_semidefinite(lower(A, n), n, 1e-12 * trace, threads));
}

}  // namespace
}  // namespace halfspace
