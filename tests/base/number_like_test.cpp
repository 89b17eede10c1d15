#include "base/number_like.hpp"

#include <gtest/gtest.h>

namespace halfspace {
namespace {

TEST(NumberLike, NamesWhatPeopleReadAsNumbers) {
  for (const char* text : {"1,200.50", "1,200,300", "-12,000", "1.234,50", "1 200", "1'000'000.5"})
    EXPECT_EQ(number_like(text), "a number with thousands separators") << text;
  for (const char* text : {"$5", "$1,234.00", "-$ 3.5", "7 \xE2\x82\xAC",
                           "\xC2\xA3"
                           "12,5"})
    EXPECT_EQ(number_like(text), "an amount of money") << text;
  for (const char* text : {"10 %", "10%", "-0.5 %", "1,5%"}) EXPECT_EQ(number_like(text), "a percentage") << text;
  for (const char* text : {"2024-01-31", "2024/1/31", "31.12.2023", "12/31/23", "3 Mar 2024", "Mar 3, 2024",
                           "03-Sep-99", "2024-01-31 14:05", "2024-01-31T14:05:59Z"})
    EXPECT_EQ(number_like(text), "a date") << text;
  for (const char* text : {"14:05", "1:02:03"}) EXPECT_EQ(number_like(text), "a time") << text;
}

TEST(NumberLike, OtherTextsAreNone) {
  for (const char* text : {"", "a", "20-25", "3/4", "1.2.3", "60+", "$", "%", "a,b", "1,2", "12,34,56", "45/45/2020",
                           "0.0.0.0", "12:75", "x 10 %", "May", "1-2-345", "v1.2.10"})
    EXPECT_EQ(number_like(text), "") << text;
}

}  // namespace
}  // namespace halfspace
