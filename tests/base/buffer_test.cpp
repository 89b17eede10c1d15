// Memory taken before it is needed is advice.
#include "base/buffer.hpp"

#include <algorithm>
#include <new>
#include <vector>

#include <gtest/gtest.h>

#include "base/huge_pages.hpp"
#include "simd/text_ops.hpp"

namespace halfspace {
namespace {

TEST(Buffer, StaysAsItIsWhereTheSystemHasNoSuchMemory) {
  Buffer<double> values;
  values.push_back(1);
  EXPECT_FALSE(values.try_reserve(std::size_t{1} << 62U));
  EXPECT_THROW(values.reserve(std::size_t{1} << 62U), std::bad_alloc);
  for (const double count : {-1.0, 0.0, 1e18, 1e30, 1e308}) expect_values(values, count);
  ASSERT_EQ(values.size(), 1U);
  EXPECT_EQ(values[0], 1);
  expect_values(values, 1000);
  const double* const at = values.data();
  for (int k = 1; k < 1000; ++k) values.push_back(k);
  EXPECT_EQ(values.data(), at);
}

TEST(Buffer, OfAViewIsACopyOnceItGrows) {
  const std::vector<int> own = {1, 2, 3};
  Buffer<int> values = Buffer<int>::view(own);
  values.push_back(4);
  EXPECT_EQ(std::vector<int>(values.begin(), values.end()), (std::vector<int>{1, 2, 3, 4}));
  EXPECT_NE(values.data(), own.data());
}

TEST(TextPlaces, LetMemoryGoBehindALongLine) {
  constexpr std::size_t longest = std::size_t{32} << 20U;
  constexpr std::size_t usual = std::size_t{256} << 10U;
  TokenPlaces tokens;
  CellPlaces cells;
  for (const std::size_t bytes : {longest, usual, usual / 2}) {
    tokens.make_room(bytes);
    cells.make_room(bytes);
    for (const Buffer<std::uint32_t>* places :
         {&tokens.colon, &tokens.end, &tokens.label_first, &tokens.label_end, &tokens.row_end, &cells.end}) {
      EXPECT_GE(places->size(), bytes);
      EXPECT_LT(places->size(), 2 * std::max(bytes, usual));
    }
  }
}

}  // namespace
}  // namespace halfspace
