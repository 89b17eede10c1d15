// The unit of exact arithmetic: zeros at the end of a decimal change nothing, and do not make it longer than the limits of
// decimals.
#include <gtest/gtest.h>

#include "codec/source.hpp"
#include "format/read.hpp"
#include "separate/separation.hpp"

namespace halfspace {
namespace {

/// The exact features of all rows, products of two columns with them.
std::vector<std::pair<std::uint64_t, Rational>> exact_products(const std::string& zeros, int& decimals) {
  const std::string csv = "x,z,label\n0.12345678901234567891" + zeros + ",1.5,a\n2.5,1e-3,b\n1,7,a\n";
  const auto data = read_dataset(memory_source(csv), "made.csv", {});
  FeatureOptions features;
  features.features = Expansion::poly2;
  const TextAgain text("made.csv", [&csv]() -> Result<std::unique_ptr<Source>> { return memory_source(csv); });
  const auto made = SeparationRows::make(data.value(), {1, -1, 1}, true, features, "", 0, text);
  const SignedRows& z = made.value()->signed_rows();
  EXPECT_TRUE(z.need({0, 1, 2}));
  decimals = z.decimals();
  std::vector<std::pair<std::uint64_t, Rational>> out;
  for (std::uint64_t i = 0; i < 3; ++i) {
    for (const auto& [j, value] : z.exact(i)) {
      out.emplace_back(j, Rational(value, z.unit()));
      out.back().second.canonicalize();
    }
  }
  return out;
}

TEST(SignedRows, ZerosAtTheEndOfDecimalsChangeNothing) {
  int decimals = 0;
  const auto plain = exact_products("", decimals);
  EXPECT_EQ(decimals, 40);
  for (const std::size_t zeros : {1U, 3000U, 90'000U, 200'000U}) {
    EXPECT_EQ(exact_products(std::string(zeros, '0'), decimals), plain) << zeros;
    EXPECT_LE(decimals, 2 * (400 + 800 - 1)) << zeros;
  }
}

}  // namespace
}  // namespace halfspace
