// Texts of exact numbers: what they stand for, which are refused, and that writing and reading undo each other.
#include "exact/rational.hpp"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

namespace halfspace {
namespace {

Rational fraction(long p, long q) {
  Rational r(p, q);
  r.canonicalize();
  return r;
}

std::string refusal(std::string_view text) {
  const auto number = parse_rational(text, "here");
  return number ? "" : number.error().text();
}

TEST(Rational, DecimalsMeanWhatTheySay) {
  EXPECT_EQ(decimal_rational("0.1", "").value(), fraction(1, 10));
  EXPECT_EQ(decimal_rational("+.5", "").value(), fraction(1, 2));
  EXPECT_EQ(decimal_rational("-1.", "").value(), -1);
  EXPECT_EQ(decimal_rational("-1.5e-3", "").value(), fraction(-3, 2000));
  EXPECT_EQ(decimal_rational("0025E+1", "").value(), 250);
  EXPECT_EQ(decimal_rational("123456789012345678.5", "").value(), Rational("246913578024691357/2"));
  EXPECT_EQ(decimal_rational("-0", "").value(), 0);
}

TEST(Rational, ZeroHasNoExponent) {
  EXPECT_EQ(decimal_rational("0e999999999999999999999", "").value(), 0);
  EXPECT_EQ(decimal_rational("0." + std::string(5000, '0'), "").value(), 0);
}

TEST(Rational, LimitsCountSignificantDigitsAndTheFirstDigitsPower) {
  EXPECT_TRUE(decimal_rational("1e400", "").ok());
  EXPECT_FALSE(decimal_rational("1e401", "").ok());
  EXPECT_TRUE(decimal_rational("99e-401", "").ok());
  EXPECT_FALSE(decimal_rational("9e-401", "").ok());
  EXPECT_FALSE(decimal_rational("1e-999999999999999999999999", "").ok());
  EXPECT_FALSE(decimal_rational("-1e-99999999999999999999", "").ok());
  EXPECT_TRUE(decimal_rational("0." + std::string(800, '7'), "").ok());
  EXPECT_FALSE(decimal_rational("0." + std::string(801, '7'), "").ok());
  EXPECT_EQ(decimal_rational("1." + std::string(5000, '0'), "").value(), 1);
  EXPECT_FALSE(decimal_rational("0." + std::string(400, '0') + "1", "").ok());
  EXPECT_EQ(decimal_rational("1" + std::string(500, '0') + "e-500", "").value(), 1);
}

TEST(Rational, WholeNumbersAroundAMachineWordAreExact) {
  for (const char* digits : {"999999999999999999", "9223372036854775807", "9223372036854775808", "9999999999999999999",
                             "18446744073709551616"}) {
    EXPECT_EQ(decimal_rational(digits, "").value(), Rational(digits));
    EXPECT_EQ(decimal_rational("-" + std::string(digits), "").value(), -Rational(digits));
  }
}

TEST(Rational, OtherTextsAreNoDecimals) {
  for (const char* text :
       {"", "+", "-", ".", "e5", "1e", "1e+", "1.5.2", "1,5", "0x1", "inf", "nan", "1_000", " 1", "1 "})
    EXPECT_FALSE(decimal_rational(text, "").ok()) << text;
}

TEST(Rational, CertificatesWriteNumbersStrictly) {
  EXPECT_EQ(parse_rational("-6/4", "").value(), fraction(-3, 2));
  EXPECT_EQ(parse_rational("0.125", "").value(), fraction(1, 8));
  for (const char* text : {"+1", ".5", "1.", "1/0", "1/-2", "1/", "/2", "1/2/3", "1.5/2", "1e2/3", "", "-", "1 /2"})
    EXPECT_NE(refusal(text), "") << text;
  EXPECT_EQ(refusal("1/0"), "here: '1/0' has the denominator 0");
  EXPECT_NE(refusal(std::string(1000001, '7')), "");
  EXPECT_NE(refusal(std::string(200001, '7') + "/3"), "");
  EXPECT_EQ(refusal(std::string(200000, '7') + "/" + std::string(200000, '3')), "");
}

TEST(Rational, WholeNumbersBeyondTheLimitsOfDecimalsAreFractionsOverOne) {
  EXPECT_EQ(rational_text(Rational(power_of_ten(400))), "1" + std::string(400, '0'));
  EXPECT_EQ(rational_text(Rational(power_of_ten(401))), "1" + std::string(401, '0') + "/1");
  EXPECT_EQ(rational_text(fraction(-3, 6)), "-1/2");
  EXPECT_EQ(rational_text(0), "0");
}

RC_GTEST_PROP(Rational, ReadingUndoesWriting, (long p, long q, std::uint16_t power)) {
  RC_PRE(q != 0);
  const Rational r = fraction(p, q) * power_of_ten(power % 1000);
  RC_ASSERT(parse_rational(rational_text(r), "").value() == r);
}

RC_GTEST_PROP(Rational, APointIsADivisionByAPowerOfTen, (std::int32_t digits, std::uint8_t places)) {
  const std::string text = std::to_string(digits) + "e-" + std::to_string(places);
  RC_ASSERT(decimal_rational(text, "").value() * power_of_ten(places) == digits);
}

}  // namespace
}  // namespace halfspace
