// Whole numbers to and from machine words of 64 bits, through every function of GMP that speaks of words: where `long` has
// 32 bits a GMP that was not built as wasm/gmp.sh builds it would cut them off.
#include <cstdint>
#include <limits>
#include <string>

#include <gtest/gtest.h>

#include "exact/modular.hpp"
#include "exact/rational.hpp"

namespace halfspace {
namespace {

constexpr std::int64_t most = std::numeric_limits<std::int64_t>::max();
constexpr std::int64_t words[] = {0,
                                  1,
                                  -1,
                                  (1LL << 31) - 1,
                                  -(1LL << 31),
                                  1LL << 31,
                                  (1LL << 32) + 5,
                                  1LL << 53,
                                  -(1LL << 53) - 1,
                                  1234567890123456,
                                  most,
                                  -most,
                                  -most - 1};

TEST(Words, GoThereAndBack) {
  for (const std::int64_t word : words) {
    EXPECT_TRUE(Integer(word).fits_slong_p()) << word;
    EXPECT_EQ(Integer(word).get_si(), word);
    EXPECT_EQ(Integer(word).get_str(), std::to_string(word));
    EXPECT_EQ(Rational(word).get_num().get_str(), std::to_string(word));
  }
}

TEST(Words, OfNoSignGoThereAndBack) {
  constexpr std::uint64_t all = std::numeric_limits<std::uint64_t>::max();
  for (const std::uint64_t word : {std::uint64_t{0}, std::uint64_t{1} << 33U, all}) {
    EXPECT_EQ(Integer(word).get_ui(), word);
    EXPECT_EQ(Integer(word).get_str(), std::to_string(word));
  }
}

TEST(Words, BeyondOneDoNotFit) {
  EXPECT_FALSE(Integer(Integer(most) + 1).fits_slong_p());
  EXPECT_FALSE(Integer(Integer(-most) - 2).fits_slong_p());
}

TEST(Words, InArithmetic) {
  const Integer ten = 10;
  for (const std::int64_t word : words) {
    EXPECT_EQ(ten + word - word, ten) << word;
    EXPECT_EQ(Integer(ten * word).get_str(), Integer(Integer(word) * 10).get_str());
    EXPECT_TRUE(Integer(word) == word && !(Integer(word) + 1 == word)) << word;
  }
}

TEST(Words, AsDivisorsAndFactorsOfGmp) {
  const std::uint64_t word = (std::uint64_t{1} << 40U) + 1;
  Integer product = 7;
  mpz_addmul_ui(product.get_mpz_t(), Integer(3).get_mpz_t(), word);
  EXPECT_EQ(product.get_str(), std::to_string(3 * word + 7));
  EXPECT_EQ(mpz_fdiv_ui(product.get_mpz_t(), word), 7U);
  EXPECT_EQ(modulo(Integer(modular_prime) * 5 + 3), 3U);
}

}  // namespace
}  // namespace halfspace
