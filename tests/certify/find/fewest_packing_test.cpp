#include <algorithm>

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include "certify/fewest_cases.hpp"
#include "certify/find/fewest_search.hpp"
#include "certify/find/witness_packing.hpp"

namespace halfspace {
namespace {

std::vector<bool> only(std::size_t n, const Witness& rows) {
  std::vector<bool> which(n, false);
  for (const std::uint64_t i : rows) which[i] = true;
  return which;
}

RC_GTEST_PROP(WitnessPackingProperty, WitnessesAreDisjointAndTheRestIsSeparable, ()) {
  const auto z = test::signed_rows(test::arbitrary_points(14, 3));
  const WitnessPacking packing = pack_witnesses(z.size(), test::witness_finder(z));
  RC_ASSERT(packing.complete);
  std::vector<bool> rest(z.size(), true);
  for (const Witness& w : packing.witnesses) {
    RC_ASSERT(!test::separable(test::chosen(z, only(z.size(), w))));
    for (const std::uint64_t i : w) {
      RC_ASSERT(rest[i]);
      rest[i] = false;
    }
  }
  RC_ASSERT(test::separable(test::chosen(z, rest)));
}

RC_GTEST_PROP(WitnessPackingProperty, BoundsTheMinimumWhichBoundsAnyMistakes, (int seed)) {
  const test::Points p = test::arbitrary_points(14, 3);
  const auto z = test::signed_rows(p);
  const auto find = test::witness_finder(z);
  const std::size_t minimum = search_fewest(z.size(), find).rows.size();
  RC_ASSERT(pack_witnesses(z.size(), find).witnesses.size() <= minimum);
  SuspectOptions options;
  options.seed = static_cast<std::uint64_t>(seed);
  options.rounds = 5;
  RC_ASSERT(rank_suspects(z.size(), find, options).largest <= minimum);
  reference::Vector w;
  for (std::size_t j = 0; j < z[0].size(); ++j) w.emplace_back(*rc::gen::inRange(-5, 6));
  const auto mistakes = std::count_if(z.begin(), z.end(), [&](const auto& row) { return reference::dot(w, row) <= 0; });
  RC_ASSERT(minimum <= static_cast<std::size_t>(mistakes));
}

TEST(WitnessPacking, MostAndStopEndIt) {
  const auto z = test::signed_rows({{{0}, {0}, {1}, {1}, {2}, {2}}, {1, -1, 1, -1, 1, -1}, true});
  const auto find = test::witness_finder(z);
  EXPECT_EQ(pack_witnesses(z.size(), find).witnesses.size(), 3U);
  const WitnessPacking two = pack_witnesses(z.size(), find, 2);
  EXPECT_EQ(two.witnesses.size(), 2U);
  EXPECT_FALSE(two.complete);
  EXPECT_FALSE(pack_witnesses(z.size(), find, 9, StopToken([] { return Halt::timeout; })).complete);
}

// A flipped label among separable rows: the row without which the others are separable stands in every witness.
TEST(Suspects, TheOneWrongLabelStandsInEveryWitness) {
  for (std::uint64_t seed = 0; seed < 25; ++seed) {
    test::Points p = test::tight_points(seed, 14, 2, 9, true);
    for (std::size_t i = 0; i < p.y.size(); ++i) p.y[i] = 2 * p.x[i][0] + 3 * p.x[i][1] > 1 ? 1 : -1;
    const std::size_t wrong = static_cast<std::size_t>(seed) % p.y.size();
    p.y[wrong] = -p.y[wrong];
    const auto z = test::signed_rows(p);
    SuspectOptions options;
    options.rounds = 8;
    const Suspects suspects = rank_suspects(z.size(), test::witness_finder(z), options);
    ASSERT_EQ(suspects.rounds, 8U);
    if (test::separable(z)) {
      ASSERT_TRUE(suspects.ranked.empty());
      continue;
    }
    ASSERT_EQ(suspects.witnesses, 8U);
    const auto found =
        std::find_if(suspects.ranked.begin(), suspects.ranked.end(), [&](const Suspect& s) { return s.row == wrong; });
    ASSERT_NE(found, suspects.ranked.end());
    ASSERT_EQ(found->count, suspects.witnesses);
    ASSERT_EQ(suspects.ranked.front().count, suspects.witnesses);
  }
}

TEST(Suspects, AreRankedAndTheSameForOneSeed) {
  const auto z = test::signed_rows(test::tight_points(5, 16, 2, 5, true));
  const auto find = test::witness_finder(z);
  const Suspects once = rank_suspects(z.size(), find);
  const Suspects again = rank_suspects(z.size(), find);
  SuspectOptions other;
  other.seed = 1;
  const Suspects different = rank_suspects(z.size(), find, other);
  EXPECT_EQ(once.ranked, again.ranked);
  EXPECT_NE(once.ranked, different.ranked);
  EXPECT_TRUE(std::is_sorted(once.ranked.begin(), once.ranked.end(), [](const Suspect& a, const Suspect& b) {
    return a.count != b.count ? a.count > b.count : a.row < b.row;
  }));
}

}  // namespace
}  // namespace halfspace
