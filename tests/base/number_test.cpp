// The number parser against the C library, and what it refuses.
#include "base/number.hpp"

#include <bit>
#include <cstdlib>

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include "base/rng.hpp"
#include "base/text.hpp"

namespace halfspace {
namespace {

RC_GTEST_PROP(Number, EqualsStrtodBitForBit, ()) {
  const auto digits = [](int most) {
    return *rc::gen::container<std::string>(static_cast<std::size_t>(*rc::gen::inRange(0, most)),
                                            rc::gen::inRange('0', static_cast<char>('9' + 1)));
  };
  std::string text = *rc::gen::element(std::string(), std::string("-"), std::string("+")) + digits(25);
  if (*rc::gen::arbitrary<bool>()) text += "." + digits(25);
  if (*rc::gen::arbitrary<bool>()) text += "e" + std::to_string(*rc::gen::inRange(-340, 300));
  Number n;
  char* end = nullptr;
  const double expected = std::strtod(text.c_str(), &end);
  const bool whole = end == text.c_str() + text.size() && end != text.c_str() && std::isfinite(expected);
  RC_ASSERT(parse_number(text, n) == whole);
  if (whole) RC_ASSERT(std::bit_cast<std::uint64_t>(n.value) == std::bit_cast<std::uint64_t>(expected));
}

RC_GTEST_PROP(Number, ShortestTextReadsBack, (double v)) {
  Number n;
  RC_PRE(std::isfinite(v) && v != 0);
  RC_ASSERT(parse_number(number_text(v), n) && n.value == v);
}

TEST(Number, DecimalsAndExactness) {
  struct Case {
    const char* text;
    int decimals;
    bool exact;
  };
  for (const Case& c : {Case{"12.50", 2, true},
                        {"1e-3", 3, true},
                        {"1.5e2", 0, true},
                        {"-7", 0, true},
                        {"0.1234567890123456", 16, false},
                        {"123456789012345", 0, true},
                        {"1000000000000000000000", 0, true}}) {
    Number n;
    ASSERT_TRUE(parse_number(c.text, n)) << c.text;
    EXPECT_EQ(n.decimals, c.decimals) << c.text;
    EXPECT_EQ(n.exact, c.exact) << c.text;
  }
}

TEST(Number, RefusedWithItsReason) {
  struct Case {
    const char* text;
    const char* reason;
  };
  for (const Case& c : {Case{"inf", "infinity"},
                        {"-Infinity", "infinity"},
                        {"nan", "not a number"},
                        {"0x10", "hexadecimal"},
                        {"1_000", "separator"},
                        {"0,5", "decimal comma"},
                        {"1e999", "too large"},
                        {"", "empty"},
                        {"0xf00d", "hexadecimal"},
                        {"Infant", "not a number"},
                        {"nancy", "not a number"},
                        {"0xford", "not a number"},
                        {"1e", "not a number"},
                        {"1.2.3", "not a number"},
                        {"+-1", "not a number"},
                        {".", "not a number"}}) {
    Number n;
    EXPECT_FALSE(parse_number(c.text, n)) << c.text;
    EXPECT_NE(number_problem(c.text).find(c.reason), std::string::npos) << c.text << ": " << number_problem(c.text);
  }
}

TEST(Rng, KnownAnswersOfRandom123) {
  EXPECT_EQ(philox4x32({0, 0, 0, 0}, {0, 0}),
            (std::array<std::uint32_t, 4>{0x6627e8d5, 0xe169c58d, 0xbc57ac4c, 0x9b00dbd8}));
  EXPECT_EQ(philox4x32({0x243f6a88, 0x85a308d3, 0x13198a2e, 0x03707344}, {0xa4093822, 0x299f31d0}),
            (std::array<std::uint32_t, 4>{0xd16cfe09, 0x94fdcceb, 0x5001e420, 0x24126ea1}));
}

TEST(Rng, BoundedStaysBelowItsBoundAlsoBeyond32Bits) {
  Rng rng(3, Stream::order);
  for (const std::uint64_t n : {std::uint64_t{1}, std::uint64_t{7}, std::uint64_t{1} << 32U,
                                (std::uint64_t{1} << 32U) + 1, ~std::uint64_t{0}}) {
    for (int k = 0; k < 200; ++k) EXPECT_LT(rng.bounded(n), n);
  }
}

}  // namespace
}  // namespace halfspace
