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

TEST(Text, AlternativesEndWithOr) {
  using List = std::vector<std::string>;
  EXPECT_EQ(alternatives(List{}), "");
  EXPECT_EQ(alternatives(List{"a"}), "a");
  EXPECT_EQ(alternatives(List{"a", "b"}), "a or b");
  EXPECT_EQ(alternatives(List{"a", "b", "c"}), "a, b or c");
}

TEST(Text, MarksOfDirectionAreShownEscaped) {
  EXPECT_EQ(shown("a\u202egnp.exe"), "a\\u202egnp.exe");
  EXPECT_EQ(shown("\u061c\u200e\u200f\u202a\u202e\u2066\u2069"), "\\u061c\\u200e\\u200f\\u202a\\u202e\\u2066\\u2069");
  EXPECT_EQ(shown("\u05d0\u200d\u0627\u2065\u202f"),
            "\u05d0\u200d\u0627\u2065\u202f");  // letters, a joiner, neighbours
}

TEST(Text, ATerminalGetsLinesAndNoControlCharacters) {
  EXPECT_EQ(for_terminal("two\tcells\nand \u00fc \U0001f600\n"), "two\tcells\nand \u00fc \U0001f600\n");
  EXPECT_EQ(for_terminal("\x1b]0;t\x07\r\x7f"), "\\u001b]0;t\\u0007\\u000d\\u007f");
  EXPECT_EQ(for_terminal("\u009b31m\u202e"), "\\u009b31m\\u202e");
  EXPECT_EQ(for_terminal("\xff\x9b"), "\\xff\\x9b");
  EXPECT_EQ(for_terminal("\x1b[38;5;1mred\x1b[0m"), "\\u001b[38;5;1mred\\u001b[0m");
  EXPECT_EQ(for_terminal("\x1b[38;5;1mred\x1b[0m\x1b[2J\x1b[1", true), "\x1b[38;5;1mred\x1b[0m\\u001b[2J\\u001b[1");
}

}  // namespace
}  // namespace halfspace
