// Result: what a temporary holds is given by value, so that nothing dangles.
#include "halfspace/result.hpp"

#include <type_traits>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

namespace halfspace {
namespace {

using Numbers = Result<std::vector<int>>;

template <class R>
concept GivesValue = requires(R r) { static_cast<R>(r).value(); };

static_assert(std::is_same_v<decltype(std::declval<Numbers>().value()), std::vector<int>>);
static_assert(std::is_same_v<decltype(std::declval<Numbers>().error()), Error>);
static_assert(std::is_same_v<decltype(std::declval<Numbers&>().value()), std::vector<int>&>);
static_assert(std::is_same_v<decltype(std::declval<const Numbers&>().value()), const std::vector<int>&>);
static_assert(std::is_same_v<decltype(std::declval<Result<void>>().error()), Error>);
static_assert(GivesValue<Numbers> && GivesValue<const Numbers&> && !GivesValue<const Numbers>);

Numbers three() { return std::vector<int>{1, 2, 3}; }

TEST(Result, OfATemporaryLastsThroughALoop) {
  int sum = 0;
  for (const int n : three().value()) sum += n;
  EXPECT_EQ(sum, 6);
}

}  // namespace
}  // namespace halfspace
