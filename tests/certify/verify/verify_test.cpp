// Certificates small enough to check by hand, of every statement; and what the verifier says when they are wrong.
#include "certify/verify/verify.hpp"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include "certify/certificate_cases.hpp"
#include "certify/verify/exact_features.hpp"
#include "feature/row_encoder.hpp"

namespace halfspace {
namespace {

using test::LabelledPoints;

/// A certificate about this text, whose columns are a and b.
Certificate about(const std::string& text, const std::string& statement) {
  Certificate c = test::about({{{0, 0}}, {1}}, true);
  c.statement = statement;
  c.data.sha256 = test::sha256(text);
  c.data.rows = static_cast<std::uint64_t>(std::count(text.begin(), text.end(), '\n')) - 1;
  return c;
}

std::string refusal(const Certificate& c, const std::string& text) {
  const auto v = test::verified(c, text);
  if (!v) return "error: " + v.error().text();
  return v.value().accepted ? "" : v.value().reason;
}

const std::string xor_text = "a,b,label\n0,0,n\n0,1,p\n1,0,p\n1,1,n\n";

Certificate xor_certificate() {
  Certificate c = about(xor_text, "not-separable");
  c.witness = {{0, 2, Rational(1, 4)}, {1, 3, Rational(1, 4)}, {2, 4, Rational(1, 4)}, {3, 5, Rational(1, 4)}};
  return c;
}

TEST(Verify, Xor) {
  EXPECT_EQ(refusal(xor_certificate(), xor_text), "");
  Certificate c = xor_certificate();
  c.statement = "overlapping";
  c.span = c.witness;
  EXPECT_EQ(refusal(c, xor_text), "");
  c.witness[3].multiplier = Rational(1, 5);
  EXPECT_EQ(refusal(c, xor_text), "witness: the sum of multiplier times z is 1/20 in 'a', expected 0");
  c.witness[3].multiplier = 0;
  EXPECT_EQ(refusal(c, xor_text), "witness: row 3 (line 5): the multiplier is 0, expected more than 0");
  c.witness[3] = c.witness[2];
  EXPECT_EQ(refusal(c, xor_text), "witness: row 2 (line 4) is a duplicate");
  c.witness[3].row = 4;
  EXPECT_EQ(refusal(c, xor_text), "witness: row 4 (line 4), but data.rows is 4");
  c = xor_certificate();
  c.witness[3].line = 6;
  EXPECT_EQ(refusal(c, xor_text), "witness: row 3 is given as line 6, but is in line 5");
  c.witness.clear();
  EXPECT_EQ(refusal(c, xor_text), "witness: no row is listed");
}

TEST(Verify, XorIsSeparableByAProduct) {
  Certificate c = about(xor_text, "separable");
  c.features = "interactions";
  c.weights = {2, 2, -4};
  c.bias_weight = -1;
  EXPECT_EQ(refusal(c, xor_text), "");
  c.weights[2] = -3;
  EXPECT_EQ(refusal(c, xor_text), "row 3 (line 5): w.z is 0, expected more than 0");
  c.weights.pop_back();
  EXPECT_EQ(refusal(c, xor_text), "weights: 2 numbers, expected one for each of 3 features");
}

TEST(Verify, DecimalsAreExact) {
  const std::string text = "a,b,label\n0.1,0.2,p\n0.3,0,n\n";  // 3 times 0.1 is 0.3, though not in doubles
  Certificate c = about(text, "not-separable");
  c.augmented = false;
  c.columns = {{"a", {}}};
  c.witness = {{0, 2, 3}, {1, 3, 1}};
  EXPECT_EQ(refusal(c, text), "");
  c.statement = "separable";
  c.columns = {{"a", {}}, {"b", {}}};
  c.weights = {1, 1};
  EXPECT_EQ(refusal(c, text), "row 1 (line 3): w.z is -3/10, expected more than 0");
  c.weights = {Rational("-1"), Rational(1, 2)};
  EXPECT_EQ(refusal(c, text), "row 0 (line 2): w.z is 0, expected more than 0");
  c.weights[1] = Rational("50000000000000000000000001/100000000000000000000000000");
  EXPECT_EQ(refusal(c, text), "");
}

TEST(Verify, QuasiSeparableNeedsAStrictRow) {
  const std::string text = "a,b,label\n0,0,p\n0,0,n\n1,0,p\n";
  Certificate c = about(text, "quasi-separable");
  c.weights = {1, 0};
  c.witness = {{0, 2, 1}, {1, 3, 1}};
  EXPECT_EQ(refusal(c, text), "");
  c.weights = {0, 0};
  EXPECT_EQ(refusal(c, text), "w.z is 0 in every row, expected more than 0 in one of them");
  c.weights = {-1, 0};
  EXPECT_EQ(refusal(c, text), "row 2 (line 4): w.z is -1, expected at least 0");
}

TEST(Verify, OverlappingNeedsTheWholeSpan) {
  const std::string text = "a,b,label\n0,0,p\n0,0,n\n1,0,p\n";  // quasi-separable
  Certificate c = about(text, "overlapping");
  c.witness = c.span = {{0, 2, 1}, {1, 3, 1}};
  EXPECT_EQ(refusal(c, text), "span: all its rows have 0 in 'a', but line 4 does not");
  const std::string equal = "a,b,label\n1,2,p\n1,2,n\n2,4,p\n2,4,n\n";  // a line: rank 2 of 3
  c = about(equal, "overlapping");
  c.witness = {{0, 2, 1}, {1, 3, 1}};
  c.span = {{0, 2, 1}, {1, 3, 1}};
  EXPECT_EQ(refusal(c, equal), "span: row 2 (line 4) is not a combination of its rows");
  c.span = {{0, 2, 1}, {1, 3, 1}, {2, 4, Rational(1, 3)}, {3, 5, Rational(1, 3)}};
  EXPECT_EQ(refusal(c, equal), "");
}

TEST(Verify, OneHotColumnsAreDependent) {
  const std::string text = "colour,a,label\nred,0.5,p\nblue,1,n\nred,0.5,n\nblue,1.0,p\n,2,p\nNA,2,n\n";
  Certificate c = about(text, "overlapping");
  c.columns = {{"colour", {"", "blue", "red"}}, {"a", {}}};
  c.data.missing = "category";
  for (std::uint64_t k = 0; k < 6; ++k) c.span.push_back({k, k + 2, 1});
  c.witness = {{0, 2, 1}, {2, 4, 1}};
  EXPECT_EQ(refusal(c, text), "");
  c.columns[0].levels = {"blue", "red"};
  EXPECT_EQ(refusal(c, text), "data:6:1: '' is not a level of the certificate");
  c.data.missing = "error";
  EXPECT_EQ(refusal(c, text), "data:6:1: a missing value, but the certificate's \"missing\" is 'error'");
}

TEST(Verify, MarginsAreBounds) {
  const std::string text = "a,b,label\n0,0,n\n3,4,p\n";
  Certificate c = about(text, "separable");
  c.weights = {6, 8};
  c.bias_weight = -25;
  MarginClaim m{"geometric", {6, 8}, -25, {{0, 2, 1}, {1, 3, 1}}, Rational(25, 4), Rational(25, 4)};  // half of 5
  c.margin = m;
  EXPECT_EQ(refusal(c, text), "");
  c.margin->lower_squared = Rational(13, 2);
  EXPECT_EQ(refusal(c, text), "margin.lower_squared is 13/2, but these weights give 25/4");
  c.margin = m;
  c.margin->upper_squared = 6;
  EXPECT_EQ(refusal(c, text), "margin.upper_squared is 6, but these multipliers give 25/4");
  c.margin = m;
  c.margin->lambda[0].multiplier = Rational(1, 2);
  EXPECT_NE(refusal(c, text), "");
  c.margin->upper_squared = 100;
  EXPECT_EQ(refusal(c, text),
            "margin.lambda: the multipliers sum to 1 (positive) and 1/2 (negative class), expected 1 and 1");
  c.margin = m;
  c.margin->bias_weight = -50;
  EXPECT_EQ(refusal(c, text), "margin.weights: the least w.z is 0, expected more than 0");
  c.margin = m;
  c.margin->kind = "augmented";  // |z_2 - z_1|^2 / 4 for lambda = 1/2, 1/2; the direction (3, 4, 0) is not feasible
  c.margin->lambda = {{0, 2, Rational(25, 27)}, {1, 3, Rational(2, 27)}};
  c.margin->weights = {6, 8};
  c.margin->bias_weight = -23;
  c.margin->lower_squared = Rational(23 * 23, 629);
  c.margin->upper_squared = Rational(629, 729);
  EXPECT_EQ(refusal(c, text), "");
}

TEST(Verify, DisjointWitnessesCountMistakes) {
  const std::string text = "a,b,label\n0,0,p\n0,0,n\n1,0,p\n1,0,n\n";
  Certificate c = about(text, "not-separable");
  c.witness = {{0, 2, 1}, {1, 3, 1}};
  c.disjoint_witnesses = {{{0, 2, 1}, {1, 3, 1}}, {{2, 4, 5}, {3, 5, 5}}};
  EXPECT_EQ(refusal(c, text), "");
  c.disjoint_witnesses->push_back({{0, 2, 1}, {1, 3, 1}});
  EXPECT_EQ(refusal(c, text), "disjoint_witnesses: row 0 is in two of them");
  c.disjoint_witnesses = std::vector<Terms>(1);
  EXPECT_EQ(refusal(c, text), "disjoint_witnesses: no row is listed");
}

TEST(Verify, OneClassIsSeparableByTheBias) {
  const std::string text = "a,b,label\n5,0,p\n-5,7,p\n";
  Certificate c = about(text, "separable");
  c.negative.clear();
  c.weights = {0, 0};
  c.bias_weight = 1;
  EXPECT_EQ(refusal(c, text), "");
  c.positive.clear();
  EXPECT_EQ(refusal(c, text), "classes: no class is named");
}

TEST(Verify, LibsvmLabelsAreNumbers) {
  const std::string text = "+1 2:1 # one\n\n-1.0 1:2.5\n3 9:1\n1e0 2:3\n";
  Certificate c = about(text, "separable");
  c.data.format = "libsvm";
  c.columns.clear();
  c.column_count = 2;
  c.numeric_classes = true;
  c.negative = {"-1"};
  c.positive = {"1"};
  c.data.rows = 3;
  c.weights = {-1, 1};
  c.bias_weight = 0;
  EXPECT_EQ(refusal(c, text), "");
  c.column_count = 1;
  c.weights = {-1};
  EXPECT_EQ(refusal(c, text), "data:1:2: index 2, but the certificate has 1 column");
  c.positive = {"1", "+1"};
  EXPECT_EQ(refusal(c, text), "classes: '+1' is named twice");
}

TEST(Verify, AnotherTextIsRefusedByItsHashFirst) {
  const Certificate c = xor_certificate();
  const std::string other = "a,b,label\n0,0,n\n\"\n";  // reads strangely, too
  EXPECT_EQ(refusal(c, other),
            "data is another text: its SHA-256 is " + test::sha256(other) + ", expected " + c.data.sha256);
  Certificate fewer = c;
  fewer.data.rows = 5;
  EXPECT_EQ(refusal(fewer, xor_text), "data.rows is 5, but 4 rows are used");
  Certificate renamed = c;
  renamed.columns[0].name = "z";
  EXPECT_EQ(refusal(renamed, xor_text), "data:1:1: no column 'z', which the certificate names");
}

TEST(Verify, ATextThatCannotBeReadIsAnError) {
  EXPECT_EQ(verify(xor_certificate(), "no/such/file.csv").error().code, Code::io);
  const auto damaged = test::verified(xor_certificate(), std::string("\x1f\x8b\x08\x00", 4));
  ASSERT_FALSE(damaged.ok());
  EXPECT_EQ(damaged.error().code, Code::bad_data);
}

TEST(Verify, CertificatesMadeInMemoryAreHeldAgainstTheFormatToo) {
  Certificate c = xor_certificate();
  c.statement = "true";
  EXPECT_EQ(refusal(c, xor_text).substr(0, 9), "statement");
}

TEST(Verify, HugeNumbersEndInBoundedMemory) {
  std::string text = "a,b,label\n" + std::string(1000000, '7') + ",0,p\n";
  Certificate c = about(text, "separable");
  c.weights = {1, 0};
  EXPECT_NE(refusal(c, text).find("data:2:1: "), std::string::npos) << refusal(c, text);
  text = "a,b,label\n1e-999999999,0,p\n";
  c.data.sha256 = test::sha256(text);
  EXPECT_EQ(refusal(c, text),
            "data:2:1: '1e-999999999' is a decimal with an exponent beyond 400; exact arithmetic takes -400 to 400");
  text = "a,b,label\n1e-400,1e400,p\n";
  c.data.sha256 = test::sha256(text);
  EXPECT_EQ(refusal(c, text), "");
}

/// Products stand where predictions look for them.
RC_GTEST_PROP(Verify, ProductsAreInTheOrderOfTheFeatureMap, ()) {
  const auto d = *rc::gen::inRange<std::size_t>(1, 7);
  const auto kind = *rc::gen::element(Expansion::poly2, Expansion::poly3, Expansion::interactions);
  Dataset data;
  DenseMatrix<double> x;
  x.rows = data.rows = 1;
  x.cols = data.cols = d;
  Certificate c;
  c.features = std::string(Names<Expansion>::list[static_cast<std::size_t>(kind)]);
  std::vector<ExactEntry> entries;
  for (std::size_t j = 0; j < d; ++j) {
    const int v = *rc::gen::inRange(-2, 4);
    x.value.push_back(v);
    data.columns.push_back("c" + std::to_string(j));
    c.columns.push_back({data.columns.back(), {}});
    if (v != 0) entries.push_back({j, {v, 0}});
  }
  data.x = std::move(x);
  FeatureMap map;
  map.options.features = kind;
  map.input_cols = d;
  for (const std::string& name : data.columns) map.inputs.push_back({name, {}, {}});
  std::map<std::uint64_t, double> fast;
  RowEncoder encode(map, data);
  for (const auto& e : encode(std::get<DenseMatrix<double>>(data.x).row(0))) fast[e.column] = e.value;
  std::map<std::uint64_t, double> exact;
  const ExactFeatures features(c);
  features.for_each(entries, [&](std::uint64_t j, const Decimal& v) { exact[j] = v.value().get_d(); });
  RC_ASSERT(exact == fast);
  RC_ASSERT(features.size() == map.size());
}

}  // namespace
}  // namespace halfspace
