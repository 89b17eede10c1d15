// Working sets of a few rows on small problems: what they end with is proven by the textbook's formulas and is what the
// steps on all rows find.
#include "solver/kernel/solve_blocks.hpp"

#include <cmath>

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include "solver/kernel/box_of.hpp"
#include "solver/kernel/kernel_cases.hpp"

namespace halfspace {
namespace {

using test::drawn_case;
using test::KernelCase;

struct Drawn {
  KernelCase rows = drawn_case();
  Matrix x = rows.rows.matrix();
  LinearOptions options;
  KernelChoices kernel;

  Drawn() {
    kernel.kernel = KernelKind::rbf;
    kernel.gamma = *rc::gen::element(0.1, 0.5, 2.0);
    options.loss = *rc::gen::element(LossKind::hinge, LossKind::squared_hinge, LossKind::modified_huber);
    options.bias = *rc::gen::element(Bias::free, Bias::augmented, Bias::none);
    options.C = *rc::gen::element(1e-4, 0.01, 1.0, 100.0);
  }
  BoxProblem problem() const {
    const auto q = box_of({x, rows.y, rows.weight}, options, kernel);
    RC_ASSERT(q.ok());
    return q.value();
  }
};

struct Ended {
  bool ended;
  BoxSolution s;
};

template <class T>
Ended in_blocks(const BoxProblem& q, const BoxOptions& options, std::size_t block) {
  BoxScores scores(q);
  Ended out;
  out.s.alpha.assign(q.y.size(), 0.0);
  RC_ASSERT(fits_blocks(q, scores));
  RC_ASSERT(scores.follow(out.s.alpha, 1, {}));
  scores.judge(out.s);
  out.ended = solve_in_blocks<T>(q, options, std::fabs(out.s.dual), block, scores, out.s);
  return out;
}

/// Primal at (α, b) less dual at α, by the formulas, in long double.
double gap_of(const BoxProblem& q, const KernelCase& c, const BoxSolution& s) {
  long double gap = 0;
  for (std::size_t t = 0; t < c.n(); ++t) {
    long double f = 0;
    for (std::size_t i = 0; i < c.n(); ++i)
      f += s.alpha[i] * q.y[i] * static_cast<long double>(test::kernel_value(q.kernel, c.rows, i, t, q.constant));
    const double r = q.ridge.empty() ? 0 : q.ridge[t];
    const long double slack = -q.p[t] - q.y[t] * (f + s.level[1]);
    const long double xi = std::max(0.0L, slack);
    // max over 0 <= a <= cap of a ξ - r a^2 / 2
    const long double a = r > 0 ? std::min<long double>(xi / r, q.cap[t]) : q.cap[t];
    gap += (xi > 0 ? a * xi - r * a * a / 2 : 0) - s.alpha[t] * slack + r * s.alpha[t] * s.alpha[t] / 2;
  }
  return static_cast<double>(gap);
}

RC_GTEST_PROP(SolveBlocks, EndsWithAProvenGapAtTheOptimumOfTheOtherSteps, ()) {
  const Drawn d;
  const BoxProblem q = d.problem();
  BoxOptions options;
  options.tol = *rc::gen::element(1e-3, 1e-7);
  options.cache_bytes = 0;  // more rounds before other steps take over
  const auto block = static_cast<std::size_t>(*rc::gen::inRange(2, 12));
  const Ended e = in_blocks<double>(q, options, block);
  RC_ASSERT(e.s.f.size() == d.rows.n());
  double balance = 0;
  for (std::size_t t = 0; t < d.rows.n(); ++t) {
    RC_ASSERT(e.s.alpha[t] >= 0);
    RC_ASSERT(e.s.alpha[t] <= q.cap[t]);
    balance += q.y[t] * e.s.alpha[t];
  }
  const BoxSolution other = solve_box(q, options);
  const double size = 1e-10 * (1 + std::fabs(other.dual));
  if (q.equality == Equality::sum) RC_ASSERT(std::fabs(balance) <= size);
  RC_ASSERT(gap_of(q, d.rows, e.s) <= e.s.gap + size);
  RC_ASSERT(e.s.dual <= other.dual + other.gap + size);
  RC_ASSERT(other.dual <= e.s.dual + e.s.gap + size);
  if (e.ended) RC_ASSERT(e.s.end == BoxEnd::solved);
  RC_CLASSIFY(e.ended, "ended by blocks");
}

RC_GTEST_PROP(SolveBlocks, FloatsComeNearTheOptimumToo, ()) {
  const Drawn d;
  const BoxProblem q = d.problem();
  BoxOptions options;
  options.tol = 1e-2;
  const Ended e = in_blocks<float>(q, options, 6);
  const BoxSolution other = solve_box(q, options);
  RC_ASSERT(other.dual <= (e.s.dual + e.s.gap) * (1 + 1e-10));
  RC_ASSERT(e.s.dual <= (other.dual + other.gap) * (1 + 1e-10));
}

RC_GTEST_PROP(SolveBlocks, AnEarlyEndKeepsAProof, ()) {
  const Drawn d;
  const BoxProblem q = d.problem();
  BoxOptions options;
  options.tol = 1e-9;
  int left = *rc::gen::inRange(0, 4);  // looks
  options.stop = StopToken({}, [&](std::uint64_t) { return left-- > 0 ? Halt::go_on : Halt::interrupt; });
  const Ended e = in_blocks<double>(q, options, 4);
  RC_ASSERT(std::isfinite(e.s.gap));
  RC_ASSERT(gap_of(q, d.rows, e.s) <= e.s.gap + 1e-10 * (1 + std::fabs(e.s.dual)));
  if (e.s.end == BoxEnd::halted && e.ended) RC_ASSERT(e.s.halt == Halt::interrupt);
}

RC_GTEST_PROP(SolveBlocks, NoMoreStepsThanAsked, ()) {
  const Drawn d;
  const BoxProblem q = d.problem();
  BoxOptions options;
  options.tol = 1e-9;
  options.most_steps = static_cast<std::uint64_t>(*rc::gen::inRange(1, 20));
  const Ended e = in_blocks<double>(q, options, 4);
  RC_ASSERT(e.s.steps <= options.most_steps);
  if (e.ended && e.s.steps == options.most_steps) RC_ASSERT(e.s.end == BoxEnd::steps || e.s.end == BoxEnd::solved);
}

TEST(SolveBlocks, AreForRbfMachinesWithCapsAndWithoutClassSums) {
  const KernelCase c = test::on_a_line({-1, 1}, {-1, 1});
  const Matrix x = c.rows.matrix();
  BoxProblem q{x, {KernelKind::rbf, 1.0}, 0, c.y, {-1, -1}, {1, 1}, {}, {}, Equality::sum};
  EXPECT_TRUE(fits_blocks(q, BoxScores(q)));
  q.equality = Equality::classes;
  EXPECT_FALSE(fits_blocks(q, BoxScores(q)));
  q.equality = Equality::sum;
  q.cap = {INFINITY, INFINITY};
  EXPECT_FALSE(fits_blocks(q, BoxScores(q)));
  q.ridge = {1, 1};
  EXPECT_TRUE(fits_blocks(q, BoxScores(q)));
  q.kernel.kind = KernelKind::polynomial;
  EXPECT_FALSE(fits_blocks(q, BoxScores(q)));
}

}  // namespace
}  // namespace halfspace
