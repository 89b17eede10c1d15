// decide() on ten thousand small sets: the reference agrees, and every answer carries its proof, checked here by sums
// and ranks alone.
#include <algorithm>
#include <set>

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include "certify/cases.hpp"
#include "certify/find/decide.hpp"
#include "certify/signed_rows_of.hpp"
#include "test_folder.hpp"

namespace halfspace::test {
namespace {

using reference::Rows;
using reference::Vector;

Decision decided(const SolverRows& rows) {
  auto decision = decide(*rows, {});
  EXPECT_TRUE(decision.ok()) << decision.error().text();
  return decision.ok() ? std::move(decision).value() : Decision{};
}

Decision decided(const Points& points, Form form = Form::dense) {
  const Rows x = plain_rows(points);
  return decided(SolverRows(x, x, points.y, points.bias, form));
}

const char* name_of(Verdict verdict) {
  switch (verdict) {
    case Verdict::separable:
      return "separable";
    case Verdict::quasi_separable:
      return "quasi-separable";
    case Verdict::overlapping:
      return "overlapping";
    case Verdict::undecided:
      return "undecided";
  }
  return "";
}

/// "" when the rows listed are distinct, the multipliers positive and sum lambda_i z_i = 0; else what is wrong.
std::string wrong_dependence(const Rows& z, const std::vector<Multiplier>& listed) {
  if (listed.empty()) return "no rows listed";
  std::set<std::uint64_t> seen;
  Vector lambda(z.size());
  for (const Multiplier& m : listed) {
    if (m.row >= z.size()) return "row " + std::to_string(m.row) + " does not exist";
    if (!seen.insert(m.row).second) return "row " + std::to_string(m.row) + " twice";
    if (m.value <= 0) return "multiplier of row " + std::to_string(m.row) + " is not positive";
    lambda[m.row] = m.value;
  }
  for (const mpq_class& value : reference::combination(z, lambda)) {
    if (value != 0) return "the sum is not 0";
  }
  return "";
}

/// "" when every w.z_i is above 0 (`strictly`), or all are at least 0 and one is above; else what is wrong.
std::string wrong_weights(const Rows& z, const std::vector<Integer>& weights, bool strictly) {
  if (weights.size() != z[0].size()) return std::to_string(weights.size()) + " weights";
  bool above = false;
  for (std::size_t i = 0; i < z.size(); ++i) {
    const mpq_class score = reference::dot(Vector(weights.begin(), weights.end()), z[i]);
    if (score < 0 || (strictly && score == 0)) return "row " + std::to_string(i) + " has margin " + score.get_str();
    above = above || score > 0;
  }
  return above ? "" : "all margins are 0";
}

std::size_t rank_of(const Rows& z, const std::vector<Multiplier>& listed) {
  Rows rows;
  for (const Multiplier& m : listed) rows.push_back(z[m.row]);
  return reference::rank(rows);
}

/// "" when the decision's lists prove its verdict of z.
std::string wrong_proof(const Rows& z, const Decision& decision) {
  std::string wrong;
  if (decision.verdict == Verdict::undecided) return "undecided: " + decision.reason;
  if (decision.verdict != Verdict::overlapping)
    wrong = wrong_weights(z, decision.weights, decision.verdict == Verdict::separable);
  if (decision.verdict == Verdict::separable || !wrong.empty()) return wrong;
  wrong = wrong_dependence(z, decision.witness);
  // No row can be spared: without any one of them the others are linearly independent, so there are at most D + 1.
  if (wrong.empty() && rank_of(z, decision.witness) + 1 != decision.witness.size())
    wrong = "a witness of too many rows";
  if (decision.verdict == Verdict::quasi_separable || !wrong.empty()) return wrong;
  wrong = wrong_dependence(z, decision.span);
  if (wrong.empty() && rank_of(z, decision.span) != reference::rank(z)) wrong = "the span rows do not span";
  return wrong;
}

void expect_right(const Points& points, const std::string& from, Form form = Form::dense) {
  const Rows z = signed_rows(points);
  const Decision decision = decided(points, form);
  ASSERT_STREQ(name_of(decision.verdict), reference::name(reference::reference_verdict(z).verdict)) << from << '\n'
                                                                                                    << text_of(points);
  ASSERT_EQ(wrong_proof(z, decision), "") << from << '\n' << text_of(points);
}

TEST(Decide, AgreesWithTheReferenceOnTenThousandSets) {
  for (std::uint64_t seed = 0; seed < 10000 && !HasFatalFailure(); seed += 10000 / sets(10000)) {
    const bool small = seed < 7000;
    expect_right(random_points(seed, small ? 12 : 30, small ? 3 : 5), "seed " + std::to_string(seed),
                 static_cast<Form>(seed % 3));
  }
}

/// How many Boolean functions of so many variables are separable: 104 of 256, 1,882 of 65,536 (OEIS A000609).
std::size_t separable_functions(std::size_t variables) {
  const std::size_t corners = std::size_t{1} << variables;
  Points points;
  for (std::size_t c = 0; c < corners; ++c) {
    points.x.emplace_back();
    for (std::size_t j = 0; j < variables; ++j) points.x.back().push_back(static_cast<std::int64_t>(c >> j & 1U));
  }
  std::size_t count = 0;
  for (std::size_t f = 0; f < std::size_t{1} << corners; ++f) {
    points.y.clear();
    for (std::size_t c = 0; c < corners; ++c) points.y.push_back((f >> c & 1U) != 0 ? 1 : -1);
    const Decision d = decided(points);
    EXPECT_NE(d.verdict, Verdict::undecided) << d.reason;
    count += d.verdict == Verdict::separable ? 1 : 0;
  }
  return count;
}

TEST(Decide, BooleanFunctionsOfThreeVariables) {
  EXPECT_EQ(separable_functions(2), 14U);
  EXPECT_EQ(separable_functions(3), 104U);
}

TEST(LongDecide, BooleanFunctionsOfFourVariables) { EXPECT_EQ(separable_functions(4), 1882U); }

TEST(Decide, NearDegenerateTexts) {
  const auto cases = near_degenerate();
  ASSERT_GE(cases.size(), 30U);
  for (const NearDegenerate& c : cases) {
    const Rows z = signed_rows(c.x, c.y, c.bias);
    const Decision decision = decided(SolverRows(c.x, c.rounded_x, c.y, c.bias, Form::fetched));
    EXPECT_EQ(name_of(decision.verdict), c.exact) << c.file;
    EXPECT_EQ(wrong_proof(z, decision), "") << c.file;
  }
}

RC_GTEST_PROP(Decide, ProvesItsVerdict, ()) {
  const Points points = arbitrary_points(20, 5);
  const Rows z = signed_rows(points);
  const Decision decision = decided(points, *rc::gen::element(Form::dense, Form::sparse, Form::fetched));
  RC_LOG() << text_of(points) << decision.reason;
  RC_ASSERT(std::string(name_of(decision.verdict)) == reference::name(reference::reference_verdict(z).verdict));
  RC_ASSERT(wrong_proof(z, decision) == "");
}

/// The points in tenths, then columns that doubles take for sums of those before: their last digits are off.
Rows with_sums(const Points& points, std::size_t sums) {
  Rows x = plain_rows(points);
  const mpq_class last(1, mpz_class("10000000000000000"));
  for (auto& row : x) {
    for (mpq_class& v : row) v /= 10;
  }
  const std::size_t cols = x[0].size();
  for (std::size_t s = 0; s < sums; ++s) {
    std::vector<int> factors;
    for (std::size_t j = 0; j < cols; ++j) factors.push_back(*rc::gen::element(0, 1, 1, 2, 18));
    const int constant = *rc::gen::element(0, 32);
    for (auto& row : x) {
      mpq_class sum = constant;
      for (std::size_t j = 0; j < cols; ++j) sum += factors[j] * row[j];
      row.push_back(sum + *rc::gen::inRange(-2, 3) * last);
    }
  }
  return x;
}

RC_GTEST_PROP(Decide, ProvesItsVerdictWhereColumnsAreSumsButForTheirLastDigit, ()) {
  const Points points = arbitrary_points(24, 4);
  const Rows x = with_sums(points, *rc::gen::inRange<std::size_t>(1, 3));
  Rows doubles = x;
  for (auto& row : doubles) {
    for (mpq_class& v : row) v = nearest_double(v);
  }
  const Rows z = signed_rows(x, points.y, points.bias);
  const Decision decision = decided(SolverRows(x, doubles, points.y, points.bias, Form::fetched));
  RC_LOG() << text_of(points) << decision.reason;
  RC_ASSERT(std::string(name_of(decision.verdict)) == reference::name(reference::reference_verdict(z).verdict));
  RC_ASSERT(wrong_proof(z, decision) == "");
}

// The order of the rows and of the columns, and which class is called +1, decide nothing.
RC_GTEST_PROP(Decide, VerdictKeepsUnderReordering, ()) {
  Points points = arbitrary_points(12, 4);
  const Verdict verdict = decided(points).verdict;
  std::reverse(points.y.begin(), points.y.end());
  std::reverse(points.x.begin(), points.x.end());
  for (auto& row : points.x) std::reverse(row.begin(), row.end());
  RC_ASSERT(decided(points).verdict == verdict);
  for (int& y : points.y) y = -y;
  RC_ASSERT(decided(points).verdict == verdict);
}

TEST(Decide, IsTheSameTwice) {
  for (std::uint64_t seed = 0; seed < 50; ++seed) {
    const Points points = random_points(seed, 20, 4);
    const Decision a = decided(points);
    const Decision b = decided(points);
    EXPECT_EQ(a.weights, b.weights);
    ASSERT_EQ(a.witness.size(), b.witness.size());
    for (std::size_t k = 0; k < a.witness.size(); ++k) {
      EXPECT_EQ(a.witness[k].row, b.witness[k].row);
      EXPECT_EQ(a.witness[k].value, b.witness[k].value);
    }
  }
}

// Hilbert's matrix rows scaled to whole numbers, and their negated sum: a dependence with lambda = 1 in an
// ill-conditioned span. Without the sum the rows are linearly independent, hence separable.
TEST(Decide, HilbertRows) {
  for (const bool closed : {false, true}) {
    constexpr std::int64_t common = 360360;  // lcm(1, ..., 15)
    Points points;
    points.bias = false;
    std::vector<std::int64_t> sum(8, 0);
    for (std::int64_t i = 0; i < 7; ++i) {
      points.x.emplace_back();
      points.y.push_back(1);
      for (std::int64_t j = 0; j < 8; ++j) points.x.back().push_back(common / (i + j + 1));
      for (std::size_t j = 0; j < 8; ++j) sum[j] += points.x.back()[j];
    }
    if (closed) {
      points.x.push_back(sum);
      points.y.push_back(-1);
    }
    expect_right(points, closed ? "closed" : "open");
    EXPECT_EQ(decided(points).verdict, closed ? Verdict::overlapping : Verdict::separable);
  }
}

// Points k -> (k, k^2, ..., k^d) alternate in label: a hyperplane meets the moment curve in at most d points, so n > d
// + 1 alternating points are not separable, while n = d + 1 are.
TEST(Decide, AlternatingPointsOfTheMomentCurve) {
  for (int d = 1; d <= 8; ++d) {
    for (const int n : {d + 1, d + 2}) {
      Points points;
      for (int k = 0; k < n; ++k) {
        points.x.emplace_back();
        points.y.push_back(k % 2 == 0 ? 1 : -1);
        std::int64_t power = 1;
        for (int j = 0; j < d; ++j) points.x.back().push_back(power *= 3 * k - n);
      }
      expect_right(points, "d = " + std::to_string(d));
      EXPECT_EQ(decided(points).verdict, n == d + 1 ? Verdict::separable : Verdict::overlapping) << d;
    }
  }
}

}  // namespace
}  // namespace halfspace::test
