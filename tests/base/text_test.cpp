// Numbers for reading: bounds are never rounded to the wrong side.
#include "base/text.hpp"

#include <cmath>
#include <cstdlib>
#include <limits>

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

namespace halfspace {
namespace {

RC_GTEST_PROP(ShortBound, IsTheNextShortNumberFromTheValueOn, ()) {
  const double value = std::ldexp(1 + *rc::gen::inRange(0, 1 << 20) / 1048576.0, *rc::gen::inRange(-1000, 1000));
  const int digits = *rc::gen::inRange(1, 12);
  const double bound = std::strtod(short_bound(value, digits).c_str(), nullptr);
  RC_ASSERT(bound >= value);
  RC_ASSERT(bound <= value * (1 + 2 * std::pow(10, 1 - digits)));
}

TEST(ShortBound, HasAnAnswerForEveryNumber) {
  EXPECT_EQ(short_bound(1.2345e-7, 3), "1.24e-07");
  EXPECT_EQ(short_bound(1.23e-7, 3), "1.23e-07");
  EXPECT_EQ(short_bound(0, 3), "0");
  EXPECT_EQ(short_bound(-1.2367, 3), short_number(-1.2367, 3));
  EXPECT_EQ(short_bound(std::numeric_limits<double>::infinity(), 3), "inf");
  for (const double edge :
       {std::numeric_limits<double>::max(), std::numeric_limits<double>::denorm_min(), 9.995, 0.9996})
    EXPECT_GE(std::strtod(short_bound(edge, 3).c_str(), nullptr), edge);
  EXPECT_EQ(short_bound(std::nan(""), 3), short_number(std::nan(""), 3));
}

}  // namespace
}  // namespace halfspace
