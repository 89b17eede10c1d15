// JSON texts: numbers are the shortest decimals that read back, the rest is as the library writes it.
#include <array>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <limits>
#include <string>
#include <vector>

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include "base/json.hpp"

namespace halfspace {
namespace {

/// Do the digits of `text` number more than those of some other decimal that reads back as `v`?
bool is_longer_than_needed(const std::string& text, double v) {
  const std::string digits = text.substr(0, text.find('e'));
  std::string plain;
  for (const char c : digits) {
    if (c >= '0' && c <= '9') plain += c;
  }
  plain.erase(0, plain.find_first_not_of('0'));
  plain.erase(plain.find_last_not_of('0') + 1);
  if (plain.size() < 2) return false;
  std::array<char, 40> shorter{};
  std::snprintf(shorter.data(), shorter.size(), "%.*e", static_cast<int>(plain.size()) - 2, v);
  return std::strtod(shorter.data(), nullptr) == v;
}

TEST(JsonText, NumbersThatGrisu2MakesLongOrWritesFromTheFarSide) {
  EXPECT_EQ(json_text(5.547e-06), "5.547e-06");
  EXPECT_EQ(json_text(1.1094e-05), "1.1094e-05");
  EXPECT_EQ(json_text(13786 * 1e-9), "1.3786000000000002e-05");
  EXPECT_EQ(json_text(4027 * 1e-9), "4.027000000000001e-06");
}

TEST(JsonText, NumbersHaveAPointOrAnExponent) {
  EXPECT_EQ(json_text(0.0), "0.0");
  EXPECT_EQ(json_text(-0.0), "-0.0");
  EXPECT_EQ(json_text(3.0), "3.0");
  EXPECT_EQ(json_text(0.0001), "0.0001");
  EXPECT_EQ(json_text(0.00001), "1e-05");
  EXPECT_EQ(json_text(999999999999999.0), "999999999999999.0");
  EXPECT_EQ(json_text(1e15), "1e+15");
  EXPECT_EQ(json_text(-1.5e300), "-1.5e+300");
  EXPECT_EQ(json_text(5e-324), "5e-324");
  EXPECT_EQ(json_text(Json(3)), "3");
  EXPECT_EQ(json_text(std::numeric_limits<double>::infinity()), "null");
}

RC_GTEST_PROP(JsonText, NumbersReadBackAndAreShortest, (std::uint64_t bits)) {
  double v = 0;
  std::memcpy(&v, &bits, sizeof v);
  RC_PRE(std::isfinite(v));
  const std::string text = json_text(v);
  RC_ASSERT(parse_json(text).get<double>() == v);
  RC_ASSERT(!is_longer_than_needed(text, v));
}

RC_GTEST_PROP(JsonText, DocumentsWithoutFractionsAreAsTheLibraryWritesThem,
              (int depth, std::vector<std::string> texts)) {
  Json doc = Json::array({nullptr, true, -3, 18446744073709551615U, Json::array(), Json::object()});
  for (const std::string& text : texts) {
    doc = depth % 2 == 0 ? Json{{text, doc}, {"list", texts}} : Json::array({doc, text, "\n\"\x80"});
  }
  for (const int indent : {-1, 0, 2, 5}) {
    RC_ASSERT(json_text(doc, indent) == doc.dump(indent, ' ', false, nlohmann::detail::error_handler_t::replace));
  }
}

/// RFC 8259 has no NUL, and one text is one value; the library's parser ends at a NUL.
TEST(JsonText, NothingFollowsTheValue) {
  const std::string plain = R"({"a": [1, "x"]})";
  EXPECT_FALSE(parse_json(plain + " \n").is_discarded());
  for (const std::string& tail :
       {std::string(1, '\0'), std::string("\0{}", 3), std::string(" \0x", 3), std::string("x")})
    EXPECT_TRUE(parse_json(plain + tail).is_discarded());
}

TEST(JsonText, HostileDepthIsNoJson) {
  EXPECT_FALSE(parse_json(std::string(64, '[') + std::string(64, ']')).is_discarded());
  EXPECT_TRUE(parse_json(std::string(65, '[') + std::string(65, ']')).is_discarded());
}

}  // namespace
}  // namespace halfspace
