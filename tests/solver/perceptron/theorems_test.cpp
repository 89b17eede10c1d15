// Theorems of docs/algorithms.md section 4, held against runs on random integer data with a planted separator.
#include <cmath>
#include <numeric>

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include "solver/perceptron/perceptron.hpp"
#include "solver/perceptron/recurrence.hpp"

namespace halfspace {
namespace {

/// Integer rows with labels by the sign of w*.x + b*, none of them on the boundary.
struct Planted {
  Matrix x;
  std::vector<std::int8_t> y;
  std::vector<double> z;     // signed augmented rows, one after another
  std::vector<double> star;  // w*, b* at length 1
  std::size_t d = 0;
  double margin = 0;   // of the unit separator w*
  double radius2 = 0;  // R^2

  double along(std::span<const double> w) const { return std::inner_product(w.begin(), w.end(), star.begin(), 0.0); }
};

Planted planted() {
  Planted p;
  p.d = *rc::gen::inRange<std::size_t>(1, 5);
  const auto star = *rc::gen::suchThat(rc::gen::container<std::vector<int>>(p.d + 1, rc::gen::inRange(-5, 6)),
                                       [](const std::vector<int>& v) { return v[0] != 0; });
  const auto rows = *rc::gen::container<std::vector<std::vector<int>>>(
      12, rc::gen::container<std::vector<int>>(p.d, rc::gen::inRange(-9, 10)));
  const double length = std::sqrt(std::inner_product(star.begin(), star.end(), star.begin(), 0.0));
  DenseMatrix<double> m;
  m.cols = p.d;
  p.margin = INFINITY;
  for (const auto& row : rows) {
    const int s = std::inner_product(row.begin(), row.end(), star.begin(), 0) + star[p.d];
    if (s == 0) continue;
    const int y = s > 0 ? 1 : -1;
    p.y.push_back(static_cast<std::int8_t>(y));
    double norm = 1;
    for (const int v : row) {
      m.value.push_back(v);
      p.z.push_back(y * v);
      norm += v * v;
    }
    p.z.push_back(y);
    p.margin = std::min(p.margin, std::abs(s) / length);
    p.radius2 = std::max(p.radius2, norm);
  }
  RC_PRE(!p.y.empty());
  m.rows = p.y.size();
  p.x = std::move(m);
  for (const int v : star) p.star.push_back(v / length);
  return p;
}

PerceptronResult run(const Planted& p, const PerceptronChoices& options, const PerceptronObserver& observer = {}) {
  auto result = train_perceptron({p.x, p.y, {}, {}, 2, 0, true}, resolve(options, p.y.size()).value(), 1, 0, observer);
  RC_ASSERT(result.ok());
  return std::move(result).value();
}

RC_GTEST_PROP(Theorem, CleanPassRunsConvergeWithinTheirBound, ()) {
  const Planted p = planted();
  PerceptronChoices o;
  o.order = static_cast<Order>(*rc::gen::inRange(0, 6));
  o.step = *rc::gen::element(Step::unit, Step::rate, Step::delta);
  o.eta = *rc::gen::element(0.5, 1.0, 3.0);
  o.margin = o.step == Step::delta ? 0 : *rc::gen::element(0.0, 1.0, 2.5);
  o.seed = *rc::gen::inRange<std::uint64_t>(0, 100);
  const PerceptronResult r = run(p, o);
  RC_ASSERT(r.status == Status::converged);
  RC_ASSERT(r.exact);
  const double eta = o.step == Step::unit ? 1 : o.eta;
  const double factor = o.step == Step::delta ? 9.0 / 8.0 * p.radius2 : p.radius2 + 2 * o.margin / eta;
  RC_ASSERT(static_cast<double>(r.updates) <= factor / (p.margin * p.margin) * (1 + 1e-12));
  for (std::size_t i = 0; i < p.y.size(); ++i) {
    double m = p.y[i] * r.b[0];
    for (std::size_t j = 0; j < p.d; ++j) m += p.z[i * (p.d + 1) + j] * r.w[j];
    RC_ASSERT(m > o.margin);
  }
}

RC_GTEST_PROP(Theorem, EachUpdateGrowsAlongTheSeparatorAndNotMuchInLength, ()) {
  const Planted p = planted();
  PerceptronChoices o;
  o.step = Step::rate;
  o.margin = *rc::gen::element(0.0, 2.0);
  o.eta = *rc::gen::element(0.25, 1.0, 2.0);
  o.order = *rc::gen::element(Order::cyclic, Order::shuffled, Order::random_mistake);
  double along = 0;
  double squared = 0;
  double steps = 0;
  PerceptronObserver observer;
  observer.update = [&](const UpdateEvent& e) {
    const double c = e.multipliers[0];
    const double now = p.along(e.weights);
    RC_ASSERT(now - along >= c * p.margin - 1e-9 * (1 + std::fabs(now)));
    RC_ASSERT(e.squared_norm - squared <= (c * c * p.radius2 + 2 * c * o.margin) * (1 + 1e-12));
    along = now;
    squared = e.squared_norm;
    steps += c;
    RC_ASSERT(std::sqrt(squared) / steps >= p.margin * (1 - 1e-12));  // the margin bound while running
    if (o.margin == 0 && o.eta == 1) {                                // cosine of the angle to w*
      const auto k = static_cast<double>(steps);
      RC_ASSERT(along / std::sqrt(squared) >= std::sqrt(k) * p.margin / std::sqrt(p.radius2) * (1 - 1e-9));
    }
  };
  const PerceptronResult r = run(p, o, observer);
  RC_ASSERT(r.status == Status::converged);
  RC_ASSERT(r.margin_at_most >= p.margin * (1 - 1e-12));
}

RC_GTEST_PROP(Theorem, WeightsAreTheStartPlusTheSumOfAlphaZ, ()) {
  const Planted p = planted();
  PerceptronChoices o;
  o.order = Order::random;
  o.stop = Stop::rounds;
  o.rounds = *rc::gen::inRange<std::uint64_t>(1, 60);
  o.start = Start::given;
  o.start_weights = std::vector<double>(p.d + 1, 2);
  const PerceptronResult r = run(p, o);
  for (std::size_t j = 0; j <= p.d; ++j) {
    double w = 2;
    for (std::size_t i = 0; i < p.y.size(); ++i) w += r.alpha[i] * p.z[i * (p.d + 1) + j];
    RC_ASSERT(w == (j < p.d ? r.w[j] : r.b[0]));
  }
}

RC_GTEST_PROP(Theorem, ThePocketIsNeverWorseThanAnyWeightsSeen, ()) {
  Planted p = planted();
  for (auto& y : p.y) y = *rc::gen::inRange(0, 4) == 0 ? static_cast<std::int8_t>(-y) : y;
  PerceptronChoices o;
  o.order = *rc::gen::element(Order::cyclic, Order::random_mistake, Order::random);
  o.stop = Stop::rounds;
  o.rounds = 40;
  o.keep = Keep::pocket;
  const auto mistakes = [&](std::span<const double> w) {
    const auto& m = std::get<DenseMatrix<double>>(p.x);
    int count = 0;
    for (std::size_t i = 0; i < p.y.size(); ++i) count += p.y[i] * (dot(m.row(i), w.data()) + w[p.d]) <= 0 ? 1 : 0;
    return count;
  };
  int best = static_cast<int>(p.y.size());  // of the zero start
  PerceptronObserver observer;
  observer.update = [&](const UpdateEvent& e) { best = std::min(best, mistakes(e.weights)); };
  const PerceptronResult r = run(p, o, observer);
  std::vector<double> kept = r.w;
  kept.push_back(r.b[0]);
  RC_ASSERT(mistakes(kept) == best);
}

RC_GTEST_PROP(Theorem, RecurrenceIsNeverFoundOnSeparableData, ()) {
  PerceptronChoices o;
  o.stop = Stop::passes;
  o.passes = 50;
  o.start = *rc::gen::element(Start::zero, Start::random);
  RC_ASSERT(!run(planted(), o).not_separable);
}

TEST(Recurrence, FindsACycleWithRoomForOneVectorOnly) {
  Recurrence tight(1);
  std::optional<std::uint64_t> found;
  std::uint64_t pass = 0;
  while (!found && pass < 100) {
    ++pass;
    const std::vector<double> w = {static_cast<double>(pass <= 10 ? pass : 10 + pass % 7), 1};
    found = tight.add(pass, pass, w);
  }
  ASSERT_TRUE(found);
  EXPECT_EQ((pass - *found) % 7, 0U);
}

TEST(Recurrence, WeightsThatDidNotMoveAreNoRecurrence) {
  Recurrence r;
  const std::vector<double> w = {1, 2};
  EXPECT_FALSE(r.add(1, 5, w));
  EXPECT_FALSE(r.add(2, 5, w));
  EXPECT_EQ(r.add(3, 7, w), 1U);
}

}  // namespace
}  // namespace halfspace
