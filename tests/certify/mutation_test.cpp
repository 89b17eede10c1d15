// Thirty thousand damaged certificates: each is refused, or what it then says is true by definition.
#include <gtest/gtest.h>

#include "certify/certificate_truth.hpp"
#include "certify/mutations.hpp"

namespace halfspace {
namespace {

using test::below;
using test::LabelledPoints;
using test::mutated;
using test::random_points;

TEST(Mutation, EveryCertificateOfTheSearchIsAccepted) {
  Rng rng(1, Stream::holdout);
  std::map<std::string, int> seen;
  for (int k = 0; k < 400; ++k) {
    const LabelledPoints p = random_points(rng);
    for (const Certificate& c : test::certificates(p, k % 3 != 0)) {
      const auto v = test::verified(c, p.csv());
      ASSERT_TRUE(v.ok());
      EXPECT_TRUE(v.value().accepted) << v.value().reason << "\n" << certificate_text(c) << p.csv();
      EXPECT_TRUE(test::Truth(c, p.csv()).holds());
      ++seen[c.statement + (c.margin ? " " + c.margin->kind : c.disjoint_witnesses ? " disjoint" : "")];
    }
  }
  EXPECT_EQ(seen.size(), 7U);
  for (const auto& [kind, count] : seen) EXPECT_GT(count, 10) << kind;
}

TEST(Mutation, DamagedCertificatesAreRefusedOrTrue) {
  Rng rng(2, Stream::holdout);
  int tried = 0;
  int read = 0;
  int accepted = 0;
  while (tried < 30000) {
    const LabelledPoints p = random_points(rng);
    const std::string csv = p.csv();
    for (const Certificate& c : test::certificates(p, tried % 3 != 0)) {
      const std::string text = certificate_text(c);
      for (int k = 0; k < 40; ++k, ++tried) {
        std::string damaged = mutated(text, rng);
        if (k % 4 == 0) damaged = mutated(std::move(damaged), rng);
        const auto parsed = parse_certificate(damaged, "damaged");
        if (!parsed) continue;
        ++read;
        const auto v = test::verified(parsed.value(), csv);
        ASSERT_TRUE(v.ok());
        EXPECT_EQ(v.value().accepted, test::Truth(parsed.value(), csv).holds()) << v.value().reason << "\n"
                                                                                << damaged << csv;
        accepted += v.value().accepted ? 1 : 0;
      }
    }
  }
  EXPECT_GT(read, 3000);
  EXPECT_GT(accepted, 300);
}

/// Any used value of the data changed, and the hash with it: refused, or still true.
TEST(Mutation, ChangedDataIsRefusedOrTheStatementIsStillTrue) {
  Rng rng(3, Stream::holdout);
  for (int k = 0; k < 300; ++k) {
    const LabelledPoints p = random_points(rng);
    for (Certificate c : test::certificates(p, k % 3 != 0)) {
      LabelledPoints other = p;
      const std::size_t i = below(rng, p.x.size());
      if (below(rng, 3) == 0)
        other.y[i] = -other.y[i];
      else
        other.x[i][below(rng, p.x[0].size())] += below(rng, 2) == 0 ? 1 : -1;
      EXPECT_FALSE(test::verified(c, other.csv()).value().accepted);
      c.data.sha256 = test::sha256(other.csv());
      EXPECT_EQ(test::verified(c, other.csv()).value().accepted, test::Truth(c, other.csv()).holds());
    }
  }
}

}  // namespace
}  // namespace halfspace
