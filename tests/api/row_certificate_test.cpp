// Certificates of rows in memory: about the text that the rows stand for, checked by the verifier of files.
#include <cmath>

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include "api/text_file.hpp"
#include "halfspace/halfspace.hpp"

namespace halfspace {
namespace {

const std::vector<double> unit_square = {0, 0, 0, 1, 1, 0, 1, 1};
const std::vector<std::string> two_words = {"no", "yes, it is"};
const std::vector<std::int32_t> crossed = {0, 1, 1, 0};

/// What the command line says of the same text.
void expect_accepted_in_a_file(const std::string& certificate, const std::string& text) {
  const test::TextFile file(text);
  const auto checked = verify(certificate, file.path());
  ASSERT_TRUE(checked) << checked.error().text();
  EXPECT_TRUE(checked.value().accepted) << checked.value().reason << "\n" << text;
}

TEST(RowCertificate, SpeaksOfTheTextOfTheRows) {
  const DenseRows rows{unit_square, 4, 2};
  const RowLabels y = CodedLabels{crossed, two_words};
  const auto text = text_of(rows, y);
  ASSERT_TRUE(text) << text.error().text();
  EXPECT_EQ(text.value(), "0,0,no\n0,1,\"yes, it is\"\n1,0,\"yes, it is\"\n1,1,no\n");
  const auto found = separate_certified(rows, y, {{"min-mistakes", ""}});
  ASSERT_TRUE(found) << found.error().text();
  EXPECT_EQ(found.value().verdict, "overlapping");
  const auto checked = verify(found.value().certificate, rows, y);
  ASSERT_TRUE(checked) << checked.error().text();
  EXPECT_TRUE(checked.value().accepted) << checked.value().reason;
  expect_accepted_in_a_file(found.value().certificate, text.value());
}

/// Whole numbers beyond 2^53 stand for themselves: (2^57, 2^56) and (2, 1) are on one line through the origin.
TEST(RowCertificate, WholeNumbersBeyondTheDigitsOfDoublesAreExact) {
  const std::vector<double> x = {0x1p57, 0x1p56, 2, 1};
  const DenseRows rows{x, 2, 2};
  const std::vector<std::int32_t> code = {1, 0};
  const RowLabels y = CodedLabels{code, two_words};
  EXPECT_EQ(text_of(rows, y).value(), "144115188075855872,72057594037927936,\"yes, it is\"\n2,1,no\n");
  const auto found = separate_certified(rows, y, {{"bias", "none"}});
  ASSERT_TRUE(found) << found.error().text();
  EXPECT_EQ(found.value().verdict, "overlapping");
  expect_accepted_in_a_file(found.value().certificate, text_of(rows, y).value());
}

RC_GTEST_PROP(RowCertificate, OfLargeNumbersIsAccepted, ()) {
  std::vector<double> x;
  for (const int e : *rc::gen::container<std::vector<int>>(12, rc::gen::inRange(50, 100)))
    x.push_back(std::ldexp(*rc::gen::element(1.0, 3.0, -1.0, 76725425625497.3), e - 40));
  const std::vector<std::int32_t> code = {0, 1, 1, 0};
  const RowLabels y = CodedLabels{code, two_words};
  const DenseRows rows{x, 4, 3};
  const auto found = separate_certified(rows, y, {{"bias", *rc::gen::element<std::string>("none", "augmented")}});
  RC_ASSERT(found.ok());
  const test::TextFile file(text_of(rows, y).value());
  const auto checked = verify(found.value().certificate, file.path());
  RC_ASSERT(checked.ok());
  RC_ASSERT(checked.value().accepted);
}

/// A text has levels without blanks at their ends, and so has its certificate; two that become one are refused.
TEST(RowCertificate, LevelsAreThoseOfTheText) {
  const std::vector<double> codes = {0, 0, 1};
  const std::vector<std::string> padded = {" s\t", "p"};
  const std::vector<CategoryColumn> categories = {{0, padded}};
  DenseRows rows{codes, 3, 1};
  rows.categories = categories;
  const std::vector<std::int32_t> code = {1, 0, 1};
  const std::vector<std::string> labels = {" a\"b\"", "c"};
  const RowLabels y = CodedLabels{code, labels};
  EXPECT_EQ(text_of(rows, y).value(), "s,c\ns,\" a\"\"b\"\"\"\np,c\n");
  const auto found = separate_certified(rows, y);
  ASSERT_TRUE(found) << found.error().text();
  expect_accepted_in_a_file(found.value().certificate, text_of(rows, y).value());
  const std::vector<std::string> alike = {" s", "s"};
  const std::vector<CategoryColumn> merged = {{0, alike}};
  rows.categories = merged;
  EXPECT_NE(separate_certified(rows, y).error().text().find("one level in a text"), std::string::npos);
}

TEST(RowCertificate, OfOtherRowsIsRejected) {
  const RowLabels y = CodedLabels{crossed, two_words};
  const auto found = separate_certified(DenseRows{unit_square, 4, 2}, y);
  ASSERT_TRUE(found) << found.error().text();
  const std::vector<double> moved = {0, 0, 0, 1, 1, 0, 1, 2};
  const auto checked = verify(found.value().certificate, DenseRows{moved, 4, 2}, y);
  ASSERT_TRUE(checked) << checked.error().text();
  EXPECT_FALSE(checked.value().accepted);
}

/// Names make a header, a row of weight 0 is a blank line, texts with blanks at their ends are quoted.
TEST(RowCertificate, KeepsTheLinesOfRowsThatAreLeftOut) {
  const std::vector<double> x = {0, 7, 0, 0, 0, 1, 1, 0, 1, 1};
  const std::vector<std::int32_t> y = {1, 0, 1, 1, 0};
  const std::vector<double> weights = {0, 1, 1, 1, 1};
  const std::vector<std::string> names = {"a, or so", "b"};
  DenseRows rows{x, 5, 2};
  rows.weights = weights;
  rows.columns = names;
  const RowLabels labels = CodedLabels{y, two_words};
  const auto found = separate_certified(rows, labels);
  ASSERT_TRUE(found) << found.error().text();
  EXPECT_EQ(text_of(rows, labels).value().substr(0, 31), "\"a, or so\",b,label\n\n0,0,no\n0,1,");
  EXPECT_NE(found.value().certificate.find("\"line\": 3"), std::string::npos);
  expect_accepted_in_a_file(found.value().certificate, text_of(rows, labels).value());
}

TEST(RowCertificate, SparseRowsHaveLibsvmText) {
  const std::vector<std::int64_t> start = {0, 0, 1, 2, 4};
  const std::vector<std::int32_t> column = {1, 0, 0, 1};
  const std::vector<float> ones = {1, 1, 1, 1};
  const std::vector<std::string> numbers = {"-1", "1"};
  const CsrRows rows{start, column, ones, 4, 2};
  const RowLabels y = CodedLabels{crossed, numbers};
  EXPECT_EQ(text_of(rows, y).value(), "-1\n1 2:1\n1 1:1\n-1 1:1 2:1\n");
  const auto found = separate_certified(rows, y);
  ASSERT_TRUE(found) << found.error().text();
  EXPECT_TRUE(verify(found.value().certificate, rows, y).value().accepted);
  expect_accepted_in_a_file(found.value().certificate, text_of(rows, y).value());
  EXPECT_EQ(text_of(rows, CodedLabels{crossed, two_words}).error().code, Code::bad_data);
}

/// Not of texts that would read back as something else.
TEST(RowCertificate, IsRefusedWhereTheTextWouldNotReadBack) {
  const std::vector<std::string> na_words = {"NA", "yes"};
  EXPECT_EQ(text_of(DenseRows{unit_square, 4, 2}, CodedLabels{crossed, na_words}).error().code, Code::bad_data);
  const std::vector<std::string> names = {" a", "b"};
  DenseRows rows{unit_square, 4, 2};
  rows.columns = names;
  EXPECT_EQ(text_of(rows, CodedLabels{crossed, two_words}).error().where, "columns");
}

RC_GTEST_PROP(RowCertificate, OfAnyRowsIsAccepted, ()) {
  const auto n = *rc::gen::inRange<std::int64_t>(2, 9);
  const auto d = *rc::gen::inRange<std::int64_t>(1, 4);
  std::vector<double> x;
  for (std::int64_t k = 0; k < n * d; ++k) x.push_back(*rc::gen::inRange(-40, 40) / 7.0);
  std::vector<std::int32_t> y = {0, 1};
  while (static_cast<std::int64_t>(y.size()) < n) y.push_back(*rc::gen::inRange(0, 2));
  const DenseRows rows{x, n, d};
  const RowLabels labels = CodedLabels{y, two_words};
  const auto found = separate_certified(rows, labels);
  RC_ASSERT(found.ok());
  RC_ASSERT(verify(found.value().certificate, rows, labels).value().accepted);
}

TEST(CodedLabels, LearnWhatTheirTextsLearn) {
  const std::vector<double> x = {1, 2, 3, 4, 5, 6};
  const std::vector<std::string> texts = {"b", "unused", "a"};
  const std::vector<std::int32_t> codes = {2, 2, 2, 0, 0, 0};
  const std::vector<std::string> written = {"a", "a", "a", "b", "b", "b"};
  const auto coded = train(DenseRows{x, 6, 1}, CodedLabels{codes, texts}, {{"algorithm", "logistic"}});
  const auto plain = train(DenseRows{x, 6, 1}, written, {{"algorithm", "logistic"}});
  ASSERT_TRUE(coded && plain) << coded.error().text();
  EXPECT_EQ(coded.value().classifier.bytes(), plain.value().classifier.bytes());
}

TEST(CodedLabels, WhatIsNoNumberOfATextIsRefused) {
  const std::vector<double> x = {1, 2};
  const std::vector<std::string> texts = {"a", "b"};
  for (const std::int32_t wrong : {-1, 2}) {
    const std::vector<std::int32_t> codes = {0, wrong};
    const auto refused = train(DenseRows{x, 2, 1}, CodedLabels{codes, texts});
    ASSERT_FALSE(refused);
    EXPECT_EQ(refused.error().where, "labels[1]");
  }
}

}  // namespace
}  // namespace halfspace
