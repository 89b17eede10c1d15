// separate() and verify() as callers of the library see them, and damage to the certificates that separate() makes.
#include "halfspace/certify.hpp"

#include <cfenv>
#include <cmath>
#include <set>

#include <gtest/gtest.h>

#include "api/text_file.hpp"
#include "certify/certificate_truth.hpp"
#include "certify/mutations.hpp"
#include "halfspace/halfspace.h"

namespace halfspace {
namespace {

const std::vector<double> corners = {0, 0, 0, 1, 1, 0, 1, 1};
const std::vector<double> both = {-1, -1, -1, 1};
const std::vector<double> either = {-1, 1, 1, -1};
constexpr const char* xor_text = "x1,x2,label\n0,0,no\n0,1,yes\n1,0,yes\n1,1,no\n";

TEST(Separate, RowsInMemory) {
  const auto found = separate(DenseRows{corners, 4, 2}, both);
  ASSERT_TRUE(found.ok()) << found.error().text();
  EXPECT_TRUE(found.value().separable());
  EXPECT_EQ(found.value().rows, 4);
  EXPECT_TRUE(found.value().witness.empty());
  EXPECT_LE(found.value().margin_at_least,
            std::sqrt(0.125));  // from (1, 1) to the line through the middles: 1/(2 sqrt 2)
  EXPECT_GE(found.value().margin_at_most, std::sqrt(0.125));
  EXPECT_NEAR(found.value().margin_at_least, found.value().margin_at_most, 1e-15);
  EXPECT_EQ(found.value().certificate, "");

  const auto not_so = separate(DenseRows{corners, 4, 2}, either);
  ASSERT_TRUE(not_so.ok());
  EXPECT_EQ(not_so.value().verdict, "overlapping");
  ASSERT_EQ(not_so.value().witness.size(), 4U);
  for (const WitnessRow& w : not_so.value().witness) EXPECT_EQ(w.multiplier, "1");
  EXPECT_EQ(not_so.value().margin_at_most, 0);
}

/// As SupportRow does: rows that are left out count.
TEST(Separate, WitnessesAreRowsOfTheCaller) {
  std::vector<double> x = {9, 9};
  x.insert(x.end(), corners.begin(), corners.end());
  std::vector<double> y = {1};
  y.insert(y.end(), either.begin(), either.end());
  const std::vector<double> weights = {0, 1, 1, 1, 1};
  DenseRows rows{x, 5, 2};
  rows.weights = weights;
  const auto found = separate(rows, y);
  ASSERT_TRUE(found) << found.error().text();
  EXPECT_EQ(found.value().rows, 4);
  ASSERT_EQ(found.value().witness.size(), 4U);
  std::set<std::int64_t> seen;
  for (const WitnessRow& w : found.value().witness) seen.insert(w.row);
  EXPECT_EQ(seen, (std::set<std::int64_t>{1, 2, 3, 4}));

  const test::TextFile text("x1,x2,label\n\n0,0,no\n0,1,yes\n1,0,yes\n1,1,no\n");
  const auto from_file = separate_file(text.path());
  ASSERT_TRUE(from_file) << from_file.error().text();
  seen.clear();
  for (const WitnessRow& w : from_file.value().witness) seen.insert(w.row);
  EXPECT_EQ(seen, (std::set<std::int64_t>{3, 4, 5, 6}));  // lines
}

TEST(Separate, EndsWhenItsWatchSaysSo) {
  int calls = 0;
  const Watch end = [&](const TrainProgress&) { return ++calls < 1; };
  const auto ended = separate(DenseRows{corners, 4, 2}, either, Options{}, end);
  ASSERT_TRUE(ended || ended.error().code == Code::interrupted) << ended.error().text();
}

TEST(Separate, DoublesInMemoryAreTheirShortestDecimals) {
  const std::vector<double> x = {0.1 + 0.2, 0.3};  // 0.30000000000000004 and 0.3
  const auto found = separate(DenseRows{x, 2, 1}, std::vector<double>{1, -1});
  ASSERT_TRUE(found.ok()) << found.error().text();
  EXPECT_TRUE(found.value().separable());
  EXPECT_NEAR(found.value().margin_at_least, 2e-17, 1e-30);
}

TEST(Separate, MarginsAreThoseOfDoublesWhoseSquaresAreNone) {
  for (const double v : {1e200, 1e150, 1.0, 1e-150, 1e-200}) {
    const auto found = separate(DenseRows{std::vector<double>{v, -v}, 2, 1}, std::vector<double>{1, -1});
    ASSERT_TRUE(found.ok()) << found.error().text();
    EXPECT_LE(found.value().margin_at_least, v);
    EXPECT_GE(found.value().margin_at_most, v);
    EXPECT_NEAR(found.value().margin_at_least / v, 1, 1e-15);
    EXPECT_NEAR(found.value().margin_at_most / v, 1, 1e-15);
  }
}

TEST(Separate, SparseRowsAnswerAsDenseOnes) {
  const std::vector<std::int64_t> start = {0, 0, 1, 2, 4};
  const std::vector<std::int64_t> column = {1, 0, 0, 1};
  const std::vector<double> ones = {1, 1, 1, 1};
  const auto sparse = separate(CsrRows{start, column, ones, 4, 2}, either);
  const auto dense = separate(DenseRows{corners, 4, 2}, either);
  ASSERT_TRUE(sparse.ok() && dense.ok());
  EXPECT_EQ(sparse.value().verdict, dense.value().verdict);
  EXPECT_EQ(sparse.value().witness.size(), dense.value().witness.size());
}

TEST(Separate, WhatIsWrongIsSaid) {
  const std::vector<double> three = {0, 1, 2, 1};
  EXPECT_EQ(separate(DenseRows{corners, 4, 2}, three).error().code, Code::usage);
  EXPECT_EQ(separate(DenseRows{corners, 4, 2}, both, {{"preset", "pocket"}}).error().code, Code::usage);
  EXPECT_EQ(separate(DenseRows{corners, 4, 2}, both, {{"label", "1"}}).error().code, Code::usage);
  EXPECT_EQ(separate(DenseRows{corners, 4, 2}, both, {{"bias", "maybe"}}).error().code, Code::usage);
  EXPECT_EQ(separate_file("no/such.csv").error().code, Code::io);
  EXPECT_EQ(separate_file("-").error().code, Code::usage);
  EXPECT_EQ(verify("{}", "no/such.csv").error().code, Code::bad_data);
  EXPECT_EQ(verify_file("no/such.json", "no/such.csv").error().code, Code::io);
}

TEST(Separate, CertificatesOfFilesAreAcceptedForThemAndNoOthers) {
  const test::TextFile text(xor_text);
  const auto found = separate_file(text.path(), {{"min-mistakes", ""}});
  ASSERT_TRUE(found.ok()) << found.error().text();
  const std::string certificate = found.value().certificate;
  const auto checked = verify(certificate, text.path());
  ASSERT_TRUE(checked.ok()) << checked.error().text();
  EXPECT_TRUE(checked.value().accepted) << checked.value().reason;
  EXPECT_EQ(checked.value().statement, "overlapping");
  std::ofstream(text.path()) << "x1,x2,label\n0,0,no\n0,1,yes\n1,0,yes\n1,1,yes\n";
  EXPECT_FALSE(verify(certificate, text.path()).value().accepted);
}

TEST(Separate, FromC) {
  const test::TextFile text(xor_text);
  hs_context* context = hs_context_new();
  hs_text* report = nullptr;
  hs_text* certificate = nullptr;
  EXPECT_EQ(hs_separate_dense(context, 4, 2, corners.data(), both.data(), nullptr, &report), HS_OK);
  EXPECT_NE(std::string(hs_text_data(report)).find("\"separable\""), std::string::npos);
  hs_text_free(report);
  EXPECT_EQ(hs_separate_dense(context, 4, 2, corners.data(), either.data(), nullptr, nullptr), HS_NO);
  EXPECT_EQ(hs_separate_dense(context, 4, 2, nullptr, either.data(), nullptr, &report), HS_USAGE);
  EXPECT_EQ(report, nullptr);
  const std::vector<std::int64_t> start = {0, 0, 1, 2, 4};
  const std::vector<std::int64_t> column = {1, 0, 0, 1};
  EXPECT_EQ(hs_separate_csr(context, 4, 2, start.data(), column.data(), std::vector<double>(4, 1).data(), both.data(),
                            nullptr, nullptr),
            HS_OK);
  EXPECT_EQ(hs_separate_file(context, text.path().c_str(), nullptr, nullptr, nullptr, &report, &certificate), HS_NO);
  hs_text_free(report);
  EXPECT_EQ(hs_verify(context, hs_text_data(certificate), text.path().c_str(), &report), HS_OK);
  EXPECT_NE(std::string(hs_text_data(report)).find("\"accepted\":true"), std::string::npos) << hs_text_data(report);
  hs_text_free(report);
  std::ofstream(text.path()) << "x1,x2,label\n0,0,no\n0,1,yes\n1,0,yes\n1,1,yes\n";
  EXPECT_EQ(hs_verify(context, hs_text_data(certificate), text.path().c_str(), nullptr), HS_NO);
  EXPECT_EQ(hs_verify_file(context, nullptr, text.path().c_str(), &report), HS_USAGE);
  EXPECT_EQ(hs_verify_file(context, text.path().c_str(), "no/such.csv", &report), HS_BAD_DATA);  // no certificate
  EXPECT_NE(std::string(hs_last_error(context)), "");
  hs_text_free(certificate);
  hs_context_free(context);
}

TEST(Mutation, CertificatesOfSeparateAreRefusedOrTrueWhenDamaged) {
  Rng rng(4, Stream::holdout);
  int tried = 0;
  int accepted = 0;
  while (tried < 10000) {
    const test::LabelledPoints p = test::random_points(rng);
    const test::TextFile text(p.csv());
    const auto found =
        separate_file(text.path(), {{"bias", tried % 3 == 0 ? "none" : "augmented"}, {"min-mistakes", ""}});
    if (!found) continue;  // one class only
    ASSERT_NE(found.value().certificate, "");
    ASSERT_TRUE(verify(found.value().certificate, text.path()).value().accepted);
    for (int k = 0; k < 40; ++k, ++tried) {
      const auto parsed = parse_certificate(test::mutated(found.value().certificate, rng), "damaged");
      if (!parsed) continue;
      const auto v = test::verified(parsed.value(), p.csv());
      ASSERT_TRUE(v.ok());
      EXPECT_EQ(v.value().accepted, test::Truth(parsed.value(), p.csv()).holds())
          << v.value().reason << "\n"
          << certificate_text(parsed.value()) << p.csv();
      accepted += v.value().accepted ? 1 : 0;
    }
  }
  EXPECT_GT(accepted, 100);
}

/// Proofs lean on rounding to the nearest: a caller's other mode is set aside, and is his again afterwards.
TEST(Certify, UnderACallersRoundingMode) {
  const std::vector<double> x = {0, -1.3, 1.3, 2, -0.6, -0.2, 1.8, -1.7, 0.6, -0.8, 0.8, -0.9, -1.8, 0.6};
  const std::vector<std::int32_t> codes = {0, 1, 1, 0, 0, 1, 0};
  const std::vector<std::string> names = {"no", "yes"};
  const DenseRows rows{x, 7, 2};
  const RowLabels y = CodedLabels{codes, names};
  for (const int mode : {FE_TONEAREST, FE_UPWARD, FE_DOWNWARD, FE_TOWARDZERO}) {
    ASSERT_EQ(std::fesetround(mode), 0);
    const auto found = separate_certified(rows, y);
    const auto checked = found ? verify(found.value().certificate, rows, y) : Result<Verified>(found.error());
    const auto fitted = train(rows, y, {{"algorithm", "logistic"}});
    EXPECT_EQ(std::fegetround(), mode);
    std::fesetround(FE_TONEAREST);
    ASSERT_TRUE(checked) << checked.error().text();
    EXPECT_EQ(found.value().verdict, "overlapping");
    EXPECT_TRUE(checked.value().accepted) << checked.value().reason;
    ASSERT_TRUE(fitted) << fitted.error().text();
    EXPECT_EQ(fitted.value().status, "converged");
  }
}

}  // namespace
}  // namespace halfspace
