// Certificate files: writing and reading undo each other; what is no certificate, or a damaged one, is refused in
// little memory.
#include "certify/certificate.hpp"

#include <gtest/gtest.h>

#include "certify/certificate_cases.hpp"

namespace halfspace {
namespace {

Certificate xor_by_hand() {
  const test::LabelledPoints p{{{0, 0}, {0, 1}, {1, 0}, {1, 1}}, {-1, 1, 1, -1}};
  return test::certificates(p, true).front();
}

std::string problem_of(const std::string& text) {
  const auto c = parse_certificate(text, "x.cert");
  return c ? "" : c.error().text();
}

std::string replaced(std::string text, const std::string& from, const std::string& to) {
  const std::size_t at = text.find(from);
  EXPECT_NE(at, std::string::npos) << from;
  return text.replace(at, from.size(), to);
}

TEST(Certificate, ReadingUndoesWriting) {
  const test::LabelledPoints apart{{{0, 0}, {2, 1}, {3, 1}}, {-1, 1, 1}};
  const test::LabelledPoints mixed{{{0, 0}, {1, 1}, {2, 2}, {0, 0}, {1, 1}, {2, 2}, {0, 2}}, {1, 1, 1, -1, -1, -1, 1}};
  for (const test::LabelledPoints& p : {apart, mixed}) {
    for (const bool augmented : {true, false}) {
      for (Certificate c : test::certificates(p, augmented)) {
        c.columns[1].levels = {"red", "\"blue\"\n", ""};
        const std::string text = certificate_text(c);
        const auto again = parse_certificate(text, "");
        ASSERT_TRUE(again.ok()) << again.error().text() << text;
        EXPECT_EQ(certificate_text(again.value()), text);
      }
    }
  }
  Certificate c = xor_by_hand();
  c.data.format = "libsvm";
  c.data.zero_based = true;
  c.columns.clear();
  c.column_count = 2;
  EXPECT_EQ(certificate_text(parse_certificate(certificate_text(c), "").value()), certificate_text(c));
}

TEST(Certificate, WhatIsNoCertificateSaysSo) {
  for (const char* text :
       {"", "{", "[]", "1", "{\"format\": \"other\"}", "null", "{}", "{\"format\": 1}", "[{}]x", "\xFF"}) {
    EXPECT_NE(problem_of(text), "") << text;
    EXPECT_FALSE(is_certificate(text)) << text;
  }
  EXPECT_TRUE(is_certificate("{\"format\": \"halfspace-certificate\", \"version\": 2}"));
}

TEST(Certificate, EveryMemberIsAsDocumented) {
  const std::string good = certificate_text(xor_by_hand());
  ASSERT_EQ(problem_of(good), "");
  const auto refused = [&](const std::string& from, const std::string& to, const std::string& message) {
    EXPECT_NE(problem_of(replaced(good, from, to)).find(message), std::string::npos)
        << problem_of(replaced(good, from, to)) << "\nfor " << to;
    EXPECT_TRUE(is_certificate(replaced(good, from, to)));
  };
  refused("\"version\": 1", "\"version\": 2",
          "x.cert: version: 2 is unknown; this program checks version 1; use a newer halfspace");
  refused("\"version\": 1", "\"version\": 1.0", "expected a whole number");
  refused("\"version\": 1", "\"version\": -0", "expected a whole number");
  refused("\"version\": 1", "\"version\": 1, \"version\": 1", "'version' is a duplicate");
  refused("\"row\": 0", "\"row\": 0, \"\\u0072ow\": 0", "'row' is a duplicate");
  refused("\"features\": \"none\"", "\"features\": \"none\", \"note\": 1", "unknown member 'note'");
  refused("  \"features\": \"none\",\n", "", "'features' is missing");
  refused("not-separable", "inseparable", "'inseparable' is none of separable");
  refused("\"not-separable\"", "\"separable\"", "'weights' is missing");
  refused("\"augmented\"", "\"free\"", "'free' is none of augmented, none");
  refused("\"row\": 0", "\"row\": \"0\"", "witness[0].row: expected a whole number");
  refused("\"row\": 0", "\"row\": 18446744073709551616", "expected a whole number");
  refused("\"multiplier\": \"1\"", "\"multiplier\": 1", "expected an exact number in quotes");
  refused("\"multiplier\": \"1\"", "\"multiplier\": \"1/0\"",
          "x.cert: witness[0].multiplier: '1/0' has the denominator 0");
  refused("\"delimiter\": \",\"", "\"delimiter\": \",,\"", "not one character");
  refused("\"header\": true", "\"header\": 1", "expected true or false");
  refused("\"format\": \"csv\"", "\"format\": \"libsvm\"", "data: ");
  refused("\"sha256\": \"", "\"sha256\": \"A", "64 hex digits");
  refused("{\"name\": \"a\"}", "{\"name\": \"a\", \"levels\": []}", "the list is empty");
}

TEST(Certificate, HostileTextsAreRefusedInLittleMemory) {
  const std::string good = certificate_text(xor_by_hand());
  EXPECT_NE(problem_of(std::string(50000000, '[')), "");
  EXPECT_NE(problem_of(replaced(good, "\"none\"", std::string(100000, '[') + std::string(100000, ']'))), "");
  EXPECT_NE(
      problem_of(replaced(good, "\"multiplier\": \"1\"", "\"multiplier\": \"" + std::string(1000000, '7') + "\"")), "");
  EXPECT_NE(problem_of(replaced(good, "\"multiplier\": \"1\"", "\"multiplier\": \"1e-999999999\"")), "");
  EXPECT_NE(problem_of(replaced(good, "\"multiplier\": \"1\"", "\"multiplier\": \"1e401\"")), "");
  EXPECT_NE(
      problem_of(replaced(good, "\"multiplier\": \"1\"", "\"multiplier\": \"1/" + std::string(1000000, '7') + "\"")),
      "");
  EXPECT_EQ(problem_of(replaced(good, "\"multiplier\": \"1\"", "\"multiplier\": \"1e400\"")), "");
}

}  // namespace
}  // namespace halfspace
