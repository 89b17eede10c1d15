// decide() on ten thousand small sets: the reference agrees, and every answer carries its proof, checked here by sums
// and ranks alone.
#include <map>
#include <set>

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include "certify/cases.hpp"
#include "certify/decide.hpp"
#include "certify/margin.hpp"
#include "certify/reference_margin.hpp"

namespace halfspace::test {
namespace {

using reference::Rows;
using reference::Vector;

Dataset dataset_of(const Points& points) {
  Dataset data;
  data.rows = points.x.size();
  data.cols = points.x[0].size();
  data.short_decimals = false;
  DenseMatrix<double> x;
  x.rows = data.rows;
  x.cols = data.cols;
  for (const auto& row : points.x) {
    for (const std::int64_t v : row) x.value.push_back(static_cast<double>(v));
  }
  data.x = std::move(x);
  return data;
}

/// The integers as they are: doubles round those beyond 2^53.
SignedRows rows_of(const Dataset& data, const Points& points) {
  const auto fetch = [&points](const std::vector<std::uint64_t>& rows) {
    std::vector<std::vector<std::pair<std::uint64_t, Rational>>> out;
    for (const std::uint64_t i : rows) {
      out.emplace_back();
      for (std::size_t j = 0; j < points.x[i].size(); ++j) out.back().emplace_back(j, points.x[i][j]);
    }
    return Result(std::move(out));
  };
  return {data, 0, {points.y.begin(), points.y.end()}, points.bias, fetch};
}

Decision decided(const Points& points) {
  const Dataset data = dataset_of(points);
  return decide(rows_of(data, points), {}).value();
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
std::string wrong_weights(const Rows& z, const std::vector<Integer>& integers, bool strictly) {
  const Vector weights(integers.begin(), integers.end());
  if (weights.size() != z[0].size()) return std::to_string(weights.size()) + " weights";
  bool above = false;
  for (std::size_t i = 0; i < z.size(); ++i) {
    const mpq_class score = reference::dot(weights, z[i]);
    if (score < 0 || (strictly && score == 0)) return "row " + std::to_string(i) + " has margin " + score.get_str();
    above = above || score > 0;
  }
  return above ? "" : "all margins are 0";
}

std::string wrong_span(const Rows& z, const std::vector<Multiplier>& span) {
  Rows rows;
  for (const Multiplier& m : span) rows.push_back(z[m.row]);
  return reference::rank(rows) == reference::rank(z) ? "" : "the span rows do not span";
}

/// "" when the decision's lists prove its verdict of z.
std::string wrong_proof(const Rows& z, const Decision& decision) {
  std::string wrong;
  if (decision.verdict == Verdict::undecided) return "undecided: " + decision.reason;
  if (decision.verdict != Verdict::overlapping)
    wrong = wrong_weights(z, decision.weights, decision.verdict == Verdict::separable);
  if (decision.verdict == Verdict::separable || !wrong.empty()) return wrong;
  wrong = wrong_dependence(z, decision.witness);
  // Caratheodory: D + 1 rows are enough.
  if (wrong.empty() && decision.witness.size() > z[0].size() + 1) wrong = "a witness of too many rows";
  if (decision.verdict == Verdict::quasi_separable || !wrong.empty()) return wrong;
  wrong = wrong_dependence(z, decision.span);
  return wrong.empty() ? wrong_span(z, decision.span) : wrong;
}

void expect_right(const Points& points, const std::string& from) {
  const Rows z = signed_rows(points);
  const Decision decision = decided(points);
  ASSERT_STREQ(name_of(decision.verdict), reference::name(reference::reference_verdict(z).verdict)) << from << '\n'
                                                                                                    << text_of(points);
  ASSERT_EQ(wrong_proof(z, decision), "") << from << '\n' << text_of(points);
}

TEST(Decide, AgreesWithTheReferenceOnTenThousandSets) {
  for (std::uint64_t seed = 0; seed < 6000; ++seed)
    expect_right(random_points(seed, 12, 3), "seed " + std::to_string(seed));
  for (std::uint64_t seed = 6000; seed < 10000; ++seed)
    expect_right(random_points(seed, 30, 5), "seed " + std::to_string(seed));
}

RC_GTEST_PROP(Decide, ProvesItsVerdict, ()) {
  const Points points = arbitrary_points(20, 5);
  const Rows z = signed_rows(points);
  const Decision decision = decided(points);
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

/// The margin of separable points, which few rows carry, is exact and the reference's; "" or what is wrong.
std::string wrong_margin(const Points& points, MarginKind kind) {
  const Dataset data = dataset_of(points);
  const SignedRows z = rows_of(data, points);
  const auto separator = decide(z, {}).value();
  const auto found = find_margin(z, kind, separator.weights, {}).value();
  if (!found) return "no margin";
  const mpq_class right = kind == MarginKind::augmented
                              ? reference::squared_margin(signed_rows(points)).squared
                              : reference::squared_geometric_margin(plain_rows(points), points.y)->squared;
  if (found->lower_squared > right || found->upper_squared < right)
    return "interval " + found->lower_squared.get_str() + " .. " + found->upper_squared.get_str() + " without " +
           right.get_str();
  return found->exact() ? "" : "not exact: " + found->lower_squared.get_str() + " .. " + found->upper_squared.get_str();
}

TEST(FindMargin, AgreesWithTheReference) {
  int asked = 0;
  int inexact = 0;
  for (std::uint64_t seed = 0; seed < 1500; ++seed) {
    const Points points = random_points(seed, 9, 3);
    if (decided(points).verdict != Verdict::separable) continue;
    const std::set<int> classes(points.y.begin(), points.y.end());
    for (const MarginKind kind : {MarginKind::augmented, MarginKind::geometric}) {
      if (kind == MarginKind::geometric && (!points.bias || classes.size() < 2)) continue;
      ++asked;
      const std::string wrong = wrong_margin(points, kind);
      if (wrong.starts_with("not exact")) ++inexact;
      else ASSERT_EQ(wrong, "") << "seed " << seed << '\n' << text_of(points);
    }
  }
  EXPECT_GT(asked, 300);
  EXPECT_EQ(inexact, 0) << "of " << asked;
}

}  // namespace
}  // namespace halfspace::test
