// Dual coordinate descent: what a run that ends early answers, and its bias.
#include <cmath>
#include <limits>

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include "solver/linear/best_bias.hpp"
#include "solver/linear/linear_cases.hpp"

namespace halfspace {
namespace {

constexpr std::uint64_t caps = 12;

/// P(0, b) at the best b: Σ C_i loss(y_i b).
double at_zero(const LinearCase& c, const LinearOptions& o) {
  const Matrix x = c.dense();
  const Design z({x, c.y, {}}, o);
  const double b = z.bias() ? best_bias(z, std::vector<double>(z.n())) : 0;
  double f = o.bias == Bias::augmented ? b * b / 2 : 0;
  for (const auto y : c.y) f += o.C * std::visit([&](auto loss) { return loss.value(y * b); }, loss_of(o.loss));
  return f;
}

RC_GTEST_PROP(DualCd, ALaterCapIsNeverWorse, ()) {
  const LinearCase c = random_case();
  LinearOptions o = random_choice();
  o.solver = LinearSolver::dual_cd;
  double before = at_zero(c, o) * (1 + 1e-12);
  for (o.max_rounds = 1; o.max_rounds <= caps; ++o.max_rounds) {
    const LinearResult r = train_case(c, o);
    RC_ASSERT(r.primal <= before);
    before = r.primal * (1 + 1e-12);
  }
}

// Round 3 ends on a face of the box at w = -1/2, P = 6.375; round 4 proves w = -2/5, P = 6.38, by less of a gap.
TEST(DualCd, APointOfAFaceIsRememberedByLaterCaps) {
  LinearCase c;
  c.values = {0.5, 0, -2, -2.75, 0, 0, -2.5, -2, -2.75, 0, -2, -0.25, -1.75, 1, -1.25};
  c.y = {1, -1, 1, 1, -1, 1, 1, 1, -1, -1, -1, 1, 1, 1, 1};
  c.rows = c.y.size();
  c.cols = 1;
  LinearOptions o;
  o.loss = LossKind::hinge;
  o.bias = Bias::none;
  o.C = 0.5;
  o.tol = 1e-10;
  o.solver = LinearSolver::dual_cd;
  for (o.max_rounds = 3; o.max_rounds <= caps; ++o.max_rounds) {
    const auto r = train_linear({c.dense(), c.y, {}}, o, {});
    ASSERT_TRUE(r.ok());
    EXPECT_DOUBLE_EQ(r.value().primal, 6.375) << o.max_rounds;
  }
}

RC_GTEST_PROP(DualCd, AnInterruptedRunAnswersWithItsBest, ()) {
  const LinearCase c = random_case();
  LinearOptions o = random_choice();
  o.solver = LinearSolver::dual_cd;
  const std::uint64_t last = *rc::gen::inRange<std::uint64_t>(1, 20);
  LinearObserver observer;
  std::uint64_t rounds = 0;
  observer.round = [&](const LinearProgress& p) { rounds = p.rounds; };
  observer.stop = StopToken([&] { return rounds == last ? Halt::interrupt : Halt::go_on; });
  const auto r = train_linear({c.dense(), c.y, {}}, o, observer);
  RC_ASSERT(r.ok());
  RC_ASSERT(r.value().primal <= at_zero(c, o) * (1 + 1e-12));
  RC_ASSERT(std::isfinite(r.value().gap));
}

RC_GTEST_PROP(BestBias, NoOtherBiasIsBetter, ()) {
  const LinearCase c = random_case();
  LinearOptions o = random_choice();
  if (o.bias == Bias::none) o.bias = Bias::free;
  const Matrix x = c.dense();
  const Design z({x, c.y, {}}, o);
  std::vector<double> s(z.n());
  const auto& rows = std::get<DenseMatrix<double>>(z.matrix());
  for (std::size_t i = 0; i < z.n(); ++i) s[i] = rows.row(z.row(i)).value[0];
  constexpr double unit = 4 * std::numeric_limits<double>::epsilon();
  const auto f = [&](double b, double roundings) {  // of margins raised by so many roundings
    std::vector<double> m(z.n());
    for (std::size_t i = 0; i < z.n(); ++i)
      m[i] = z.sign(i) * (s[i] + b) + roundings * unit * (std::fabs(s[i]) + std::fabs(b) + 1);
    return loss_sum(z, m) + (o.bias == Bias::augmented ? b * b / 2 : 0);
  };
  const double b = best_bias(z, s);
  for (const double step : {1e-6, 1e-3, 0.1, 1.0}) {
    RC_ASSERT(f(b, 1) <= f(b + step, 0) * (1 + 1e-12));
    RC_ASSERT(f(b, 1) <= f(b - step, 0) * (1 + 1e-12));
  }
}

}  // namespace
}  // namespace halfspace
