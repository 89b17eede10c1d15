// Rows dealt out by stratum: every row once, strata even over the parts, the same for a seed.
#include "data/strata.hpp"

#include <algorithm>

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

namespace halfspace {
namespace {

RC_GTEST_PROP(Strata, AreDealtOutEvenly, ()) {
  const auto stratum = *rc::gen::container<std::vector<std::size_t>>(rc::gen::inRange<std::size_t>(0, 4));
  const auto parts = *rc::gen::inRange<std::uint64_t>(1, 9);
  const auto seed = *rc::gen::inRange<std::uint64_t>(0, 1000);
  const auto of = [&](std::uint64_t i) { return stratum[i]; };
  Rng rng(seed, Stream::folds);
  Rng again(seed, Stream::folds);
  const auto part = dealt(stratum.size(), 4, of, parts, rng);
  RC_ASSERT(part == dealt(stratum.size(), 4, of, parts, again));
  for (std::size_t s = 0; s <= 4; ++s) {  // 4: all of them
    std::vector<std::uint64_t> rows(parts);
    for (std::size_t i = 0; i < part.size(); ++i) rows[part[i]] += s == 4 || stratum[i] == s ? 1U : 0U;
    const auto [least, most] = std::minmax_element(rows.begin(), rows.end());
    RC_ASSERT(*most - *least <= 1U);
  }
}

RC_GTEST_PROP(Strata, AreShuffledWhole, ()) {
  const auto stratum = *rc::gen::container<std::vector<std::size_t>>(rc::gen::inRange<std::size_t>(0, 3));
  Rng rng(5, Stream::folds);
  std::vector<bool> seen(stratum.size());
  const auto strata = shuffled_strata(stratum.size(), 3, [&](std::uint64_t i) { return stratum[i]; }, rng);
  for (std::size_t s = 0; s < 3; ++s) {
    for (const std::uint64_t i : strata[s]) {
      RC_ASSERT(stratum[i] == s && !seen[i]);
      seen[i] = true;
    }
  }
  RC_ASSERT(std::all_of(seen.begin(), seen.end(), [](bool b) { return b; }));
}

}  // namespace
}  // namespace halfspace
