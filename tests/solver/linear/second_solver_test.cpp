// Every loss, penalty and bias mode beside a second solver: the optima agree within 1e-8 of themselves, and the gap is
// proven of the true optimum.
#include <algorithm>
#include <cmath>
#include <cstdint>
#include <numeric>
#include <string>
#include <vector>

#include <gtest/gtest.h>
#include <rapidcheck.h>

#include "base/text.hpp"
#include "solver/linear/linear_cases.hpp"
#include "solver/linear/reference_interior_point.hpp"

namespace halfspace {
namespace {

using reference::Real;

struct Drawn {
  LinearCase c;
  LinearOptions o;
};

/// Rows, weights, C and a bias mode. `overlapping`: each row has both labels, so that no penalty is needed.
Drawn drawn_problem(std::uint64_t seed, bool overlapping) {
  const auto draw = [&] {
    Drawn out{random_case(overlapping ? 20 : 40, 8), random_choice()};
    out.o.C = *rc::gen::element(1e-4, 0.01, 0.5, 1.0, 100.0, 1e4);
    LinearCase& c = out.c;
    if (overlapping || *rc::gen::arbitrary<bool>())
      c.weight = *rc::gen::container<std::vector<double>>(c.rows, rc::gen::element(0.5, 1.0, 2.0, 3.0));
    if (!overlapping) return out;
    for (std::size_t k = 0; k < c.rows * c.cols; ++k) c.values.push_back(c.values[k]);
    for (std::size_t i = 0; i < c.rows; ++i) {
      c.y.push_back(static_cast<std::int8_t>(-c.y[i]));
      c.weight.push_back(*rc::gen::element(0.25, 1.0));
    }
    c.rows *= 2;
    return out;
  };
  return rc::gen::exec(draw)(rc::Random(seed), 100).value();
}

reference::SmallLinear stated(const LinearCase& c, const LinearOptions& o) {
  const double l1 = o.penalty == PenaltyKind::l1 ? 1 : o.penalty == PenaltyKind::elastic_net ? o.l1_ratio : 0;
  const double l2 = o.penalty == PenaltyKind::l2 ? 1 : o.penalty == PenaltyKind::elastic_net ? 1 - o.l1_ratio : 0;
  reference::SmallLinear p;
  p.loss = o.loss;
  p.l1.assign(c.cols, l1);
  p.l2.assign(c.cols, l2);
  if (o.bias != Bias::none) {
    p.l1.push_back(o.bias == Bias::augmented ? l1 : 0);
    p.l2.push_back(o.bias == Bias::augmented ? l2 : 0);
  }
  for (std::size_t i = 0; i < c.rows; ++i) {
    reference::Reals z(p.l1.size(), c.y[i]);
    for (std::size_t j = 0; j < c.cols; ++j) z[j] = c.y[i] * c.at(i, j);
    p.z.push_back(std::move(z));
    p.c.push_back(static_cast<Real>(o.C) * (c.weight.empty() ? 1 : c.weight[i]));
  }
  return p;
}

/// What is wrong with one answer, empty where nothing is; `worst` is the largest relative difference so far.
std::string complaint(const LinearCase& c, const LinearOptions& o, double& worst) {
  const reference::SmallLinear p = stated(c, o);
  const reference::SmallOptimum best = reference::InteriorPoint(p).solve();
  if (!(best.error <= 1e-10L * best.value))
    return "the second solver ends at " + number_text(static_cast<double>(best.error / best.value));
  const auto answer = train_linear({c.dense(), c.y, c.weight}, o, {});
  if (!answer.ok()) return "refused: " + answer.error().message;
  const LinearResult& r = answer.value();
  if (r.status != Status::converged) return summary(r, o);
  reference::Reals w(r.w.begin(), r.w.end());
  if (o.bias != Bias::none) w.push_back(r.b);
  const Real value = p.value(w);
  const Real difference = (value - best.value) / std::min(value, best.value);
  worst = std::max(worst, static_cast<double>(std::fabs(difference)));
  if (!(std::fabs(difference) <= 1e-8L))
    return summary(r, o) + ": above the second solver's by " + number_text(static_cast<double>(difference));
  const Real rounding = 1e-12L * value + 1e-14L * std::accumulate(p.c.begin(), p.c.end(), Real{0});  // of each margin
  if (!(std::fabs(value - r.primal) <= rounding)) return summary(r, o) + ": not the objective of its weights";
  if (r.has_dual && (r.dual > best.value || r.gap < value - best.value))
    return summary(r, o) + ": its bound is above the second solver's objective";
  return "";
}

struct PenaltyChoice {
  PenaltyKind kind = PenaltyKind::none;
  double ratio = 0.5;
};

/// `each` problems of a loss and a penalty; of those that fail, the smallest is named.
void expect_agreement(LossKind loss, const PenaltyChoice& penalty, std::uint64_t first, std::uint64_t each,
                      double& worst) {
  std::uint64_t failed = 0;
  std::size_t size = 0;
  std::string smallest;
  for (std::uint64_t seed = first; seed < first + each; ++seed) {
    Drawn problem = drawn_problem(seed, penalty.kind == PenaltyKind::none);
    problem.o.loss = loss;
    problem.o.penalty = penalty.kind;
    problem.o.l1_ratio = penalty.ratio;
    problem.o.tol = 1e-9;
    const std::string what = complaint(problem.c, problem.o, worst);
    if (what.empty()) continue;
    if (++failed > 1 && problem.c.values.size() >= size) continue;
    size = problem.c.values.size();
    smallest = "seed " + std::to_string(seed) + ", " + std::to_string(problem.c.rows) + " x " +
               std::to_string(problem.c.cols) + ": " + what;
  }
  EXPECT_EQ(failed, 0U) << "of " << each << " of " << name_of(loss) << " with " << name_of(penalty.kind) << ", ratio "
                        << penalty.ratio << "; " << smallest;
}

void expect_agreement_everywhere(std::uint64_t each) {
  using P = PenaltyKind;
  double worst = 0;
  std::uint64_t pairs = 0;
  for (const LossKind loss : losses_with_an_optimum()) {
    for (const PenaltyChoice& penalty : std::vector<PenaltyChoice>{{P::none},
                                                                   {P::l2},
                                                                   {P::l1},
                                                                   {P::elastic_net, 0},
                                                                   {P::elastic_net, 0.1},
                                                                   {P::elastic_net, 0.5},
                                                                   {P::elastic_net, 0.9}}) {
      LinearOptions o;
      o.loss = loss;
      o.penalty = penalty.kind;
      o.l1_ratio = penalty.ratio;
      if (!check_linear_options(o)) continue;
      expect_agreement(loss, penalty, 1000000 * pairs++, each, worst);
    }
  }
  EXPECT_EQ(pairs, 2U + 3 * 7);  // the hinge has L2 alone, under two names
  testing::Test::RecordProperty("largest_relative_difference", number_text(worst));
}

TEST(SecondSolver, FindsTheSameOptima) { expect_agreement_everywhere(24); }

TEST(LongSecondSolver, FindsTheSameOptima) { expect_agreement_everywhere(1000); }

}  // namespace
}  // namespace halfspace
