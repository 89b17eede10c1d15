#include "certify/find/fewest_search.hpp"

#include <algorithm>

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include "certify/fewest_cases.hpp"
#include "certify/find/fewest_plane.hpp"
#include "certify/find/witness_packing.hpp"

namespace halfspace {
namespace {

std::vector<bool> all_but(std::size_t n, const std::vector<std::uint64_t>& rows) {
  std::vector<bool> alive(n, true);
  for (const std::uint64_t i : rows) alive[i] = false;
  return alive;
}

void expect_fewest(const test::Points& p) {
  const auto z = test::signed_rows(p);
  const FewestInterval found = search_fewest(z.size(), test::witness_finder(z));
  ASSERT_TRUE(found.exact()) << test::text_of(p);
  ASSERT_TRUE(std::is_sorted(found.rows.begin(), found.rows.end()));
  ASSERT_TRUE(test::separable(test::chosen(z, all_but(z.size(), found.rows)))) << test::text_of(p);
  ASSERT_EQ(found.rows.size(), test::fewest_by_subsets(z)) << test::text_of(p);
}

TEST(SearchFewest, IsTheMinimumOverSubsetsOfTightSets) {
  for (std::uint64_t seed = 0; seed < 600; ++seed) {
    const std::int64_t size = 1 + static_cast<std::int64_t>(seed % 3);
    ASSERT_NO_FATAL_FAILURE(expect_fewest(test::tight_points(seed, 1 + seed % 9, 1 + seed % 4, size, seed % 5 != 0)));
  }
}

TEST(SearchFewest, IsTheMinimumOverSubsetsOfRandomSets) {
  for (std::uint64_t seed = 0; seed < 600; ++seed) {
    ASSERT_NO_FATAL_FAILURE(expect_fewest(test::random_points(seed, 12, 4))) << seed;
  }
}

TEST(SearchFewest, NoRows) {
  const reference::Rows none;
  const FewestInterval found = search_fewest(0, test::witness_finder(none));
  EXPECT_TRUE(found.exact());
  EXPECT_TRUE(found.rows.empty());
}

// Any three of six rows are a witness: four must go, while no more than two witnesses are disjoint.
TEST(SearchFewest, PackingsAreOnlyABound) {
  const WitnessFinder three_of_six = [](const std::vector<bool>& alive) -> std::optional<Witness> {
    Witness w;
    for (std::uint64_t i = 0; i < alive.size() && w.size() < 3; ++i) {
      if (alive[i]) w.push_back(i);
    }
    return w.size() == 3 ? std::optional(w) : std::nullopt;
  };
  const FewestInterval found = search_fewest(6, three_of_six);
  EXPECT_TRUE(found.exact());
  EXPECT_EQ(found.rows.size(), 4U);
  FewestSearchOptions short_search;
  short_search.max_nodes = 0;
  EXPECT_EQ(search_fewest(6, three_of_six, short_search).lower, 2U);
}

TEST(SearchFewest, EndedEarlyItsIntervalHoldsTheMinimum) {
  for (std::uint64_t seed = 0; seed < 60; ++seed) {
    const test::Points p = test::tight_points(seed, 12, 3, 3, true);
    const auto z = test::signed_rows(p);
    const auto find = test::witness_finder(z);
    const std::size_t minimum = search_fewest(z.size(), find).rows.size();
    for (const std::uint64_t calls : {1U, 2U, 5U, 10U, 20U, 40U}) {
      std::uint64_t left = calls;
      FewestSearchOptions options;
      options.stop = StopToken().part([&left] { return left == 0 || --left == 0; });
      const FewestInterval found = search_fewest(z.size(), find, options);
      ASSERT_LE(found.lower, minimum) << test::text_of(p);
      ASSERT_GE(found.rows.size(), minimum) << test::text_of(p);
      ASSERT_TRUE(test::separable(test::chosen(z, all_but(z.size(), found.rows)))) << test::text_of(p);
    }
  }
}

// A finder that gives up answers as if the rows were separable; `stop` keeps that from being believed.
TEST(SearchFewest, AFinderThatGivesUpIsNotBelieved) {
  for (std::uint64_t seed = 0; seed < 40; ++seed) {
    const auto z = test::signed_rows(test::tight_points(seed, 12, 3, 3, true));
    const auto find = test::witness_finder(z);
    const std::size_t minimum = search_fewest(z.size(), find).rows.size();
    for (const std::uint64_t calls : {0U, 1U, 3U, 6U, 12U}) {
      std::uint64_t left = calls;
      bool gave_up = false;
      const WitnessFinder tired = [&](const std::vector<bool>& alive) -> std::optional<Witness> {
        gave_up = gave_up || left == 0;
        if (gave_up) return std::nullopt;
        --left;
        return find(alive);
      };
      FewestSearchOptions options;
      options.stop = StopToken().part([&gave_up] { return gave_up; });
      const FewestInterval found = search_fewest(z.size(), tired, options);
      ASSERT_LE(found.lower, minimum);
      ASSERT_TRUE(test::separable(test::chosen(z, all_but(z.size(), found.rows))));
      gave_up = false;
      left = calls;
      const WitnessPacking packing = pack_witnesses(z.size(), tired, z.size(), options.stop);
      ASSERT_LE(packing.witnesses.size(), minimum);
      ASSERT_EQ(packing.complete, !gave_up);
    }
  }
}

TEST(SearchFewest, KnownMistakesOfTheLeastNumberStay) {
  const test::Points p = test::tight_points(3, 12, 3, 3, true);
  const auto z = test::signed_rows(p);
  const auto find = test::witness_finder(z);
  FewestSearchOptions options;
  options.known = search_fewest(z.size(), find).rows;
  const FewestInterval again = search_fewest(z.size(), find, options);
  EXPECT_TRUE(again.exact());
  EXPECT_EQ(again.rows, *options.known);
}

TEST(SearchFewest, AgreesWithThePlane) {
  for (std::uint64_t seed = 0; seed < 120; ++seed) {
    const test::Points p = test::tight_points(seed, 14, 2, 3, seed % 3 != 0);
    const auto z = test::signed_rows(p);
    std::vector<std::vector<Rational>> columns(2);
    for (const auto& x : test::plain_rows(p)) {
      columns[0].push_back(x[0]);
      columns[1].push_back(x[1]);
    }
    const std::vector<std::int8_t> y(p.y.begin(), p.y.end());
    const FewestInterval found = search_fewest(z.size(), test::witness_finder(z));
    ASSERT_TRUE(found.exact());
    ASSERT_EQ(found.rows.size(), fewest_in_plane(columns, y, p.bias).rows.size()) << test::text_of(p);
  }
}

RC_GTEST_PROP(SearchFewestProperty, NoneExactlyWhenSeparable, ()) {
  const auto z = test::signed_rows(test::arbitrary_points(12, 4));
  const FewestInterval found = search_fewest(z.size(), test::witness_finder(z));
  RC_ASSERT(found.exact());
  RC_ASSERT(found.rows.empty() == test::separable(z));
}

}  // namespace
}  // namespace halfspace
