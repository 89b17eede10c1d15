// train() on thousands of small sets: what it says of separability is the exact reference's verdict, which runs a proof
// ends, and no bound is ever violated.
#include "train/perceptron/race.hpp"

#include <set>

#include <gtest/gtest.h>

#include "base/rng.hpp"
#include "certify/cases.hpp"
#include "certify/reference_margin.hpp"
#include "certify/signed_rows_of.hpp"

namespace halfspace::test {
namespace {

/// Uniform among the values of a list.
template <class T>
T one_of(Rng& rng, std::initializer_list<T> list) {
  return list.begin()[rng.bounded(list.size())];
}

/// Choices that do not contradict each other, capped.
PerceptronChoices random_choices(Rng& rng, std::uint64_t n) {
  PerceptronChoices o;
  o.mistake = static_cast<Mistake>(rng.bounded(3));
  o.step = static_cast<Step>(rng.bounded(7));
  o.order = static_cast<Order>(rng.bounded(6));
  o.stop = one_of(rng, {Stop::clean_pass, Stop::clean_pass, Stop::no_mistake, Stop::passes, Stop::rounds});
  o.start = one_of(rng, {Start::zero, Start::zero, Start::random});
  o.keep = one_of(rng, {Keep::last, Keep::last, Keep::pocket, Keep::average});
  o.eta = one_of(rng, {0.5, 1.0, 3.0});
  o.margin = o.step == Step::delta ? 0 : one_of(rng, {0.0, 0.0, 1.0, 2.5});
  o.batch = 1 + rng.bounded(n);
  o.seed = rng.bounded(100);
  o.max_updates = 20000;
  if (o.stop == Stop::rounds) o.rounds = 200;
  if (o.step == Step::minibatch && o.order == Order::random) o.batch_order = BatchOrder::random;
  return o;
}

TrainRequest request_of(PerceptronChoices o, bool bias) {
  TrainRequest request;
  o.bias = bias ? Bias::augmented : Bias::none;
  request.perceptron.options = std::move(o);
  request.source = "points";
  return request;
}

/// "" when the report's bound holds and its margins enclose the reference's.
std::string wrong_bound(const Trained& t, const Points& p) {
  const auto& bound = t.perceptron()->bound;
  if (!bound) return "no bound";
  const mpq_class square = reference::squared_margin(signed_rows(p)).squared;
  if (bound->margin_at_least && mpq_class(*bound->margin_at_least) * mpq_class(*bound->margin_at_least) > square)
    return "margin_at_least is more than the margin";
  if (bound->margin_at_most &&
      mpq_class(*bound->margin_at_most) * mpq_class(*bound->margin_at_most) < square * mpq_class(1 - 1e-12))
    return "margin_at_most is less than the margin";
  if (bound->slack() && *bound->slack() < 0) return "slack " + std::to_string(*bound->slack());
  return "";
}

TEST(Race, SaysWhatTheReferenceSaysAndBreaksNoBound) {
  std::set<Status> ends;
  std::set<BoundRule> rules;
  for (std::uint64_t seed = 0; seed < 4000; ++seed) {
    const Points points = random_points(seed, 10, 3);
    auto data = two_class_data(points);
    if (!data) continue;
    Rng rng(seed, Stream::order);
    const PerceptronChoices o = random_choices(rng, data->rows);
    if (!check_choices(o, {})) continue;
    for (std::uint64_t i = 0; i < data->rows && seed % 5 == 0; ++i)
      data->weight.push_back(one_of(rng, {0.5, 1.0, 2.0}));
    const auto trained = train(*data, request_of(o, points.bias), {});
    if (!trained) continue;  // a score overflowed
    const Trained& t = trained.value();
    const std::string where = "seed " + std::to_string(seed) + "\n" + text_of(points);
    const bool separable = reference::reference_verdict(signed_rows(points)).verdict == reference::Verdict::separable;
    ASSERT_EQ(t.separable(), separable) << where;
    ASSERT_EQ(t.known.not_separable(), !separable) << where;
    if (t.perceptron()->run.status == Status::not_separable) {
      ASSERT_FALSE(separable) << where;
    }
    if (t.perceptron()->run.status == Status::converged && t.perceptron()->run.exact &&
        clean_pass_means_separable(t.perceptron()->options)) {
      ASSERT_TRUE(separable) << where;
    }
    const bool waits = o.stop == Stop::clean_pass || o.stop == Stop::no_mistake;
    if (!separable && waits && clean_pass_means_separable(t.perceptron()->options)) {
      ASSERT_LE(t.perceptron()->run.visits, 64 * data->rows) << where;
    }
    if (separable) {
      ASSERT_EQ(wrong_bound(t, points), "") << where;
    }
    ends.insert(t.perceptron()->run.status);
    if (t.perceptron()->bound && separable) rules.insert(t.perceptron()->bound->rule);
  }
  EXPECT_EQ(rules.size(), 7U);
  EXPECT_TRUE(ends.contains(Status::not_separable) && ends.contains(Status::converged) &&
              ends.contains(Status::rounds));
}

/// The margin of the rows as a scaled run sees them, by the reference on their doubles; no bound is broken.
TEST(Race, ScaledRunsAreHeldAgainstTheMarginOfTheirRows) {
  std::size_t held = 0;
  for (std::uint64_t seed = 0; seed < 2000; ++seed) {
    const Points points = random_points(seed, 10, 3);
    const auto data = two_class_data(points);
    if (!data) continue;
    Rng rng(seed, Stream::order);
    TrainRequest request = request_of(random_choices(rng, data->rows), points.bias);
    request.features.scale =
        points.bias ? one_of(rng, {Scaling::standard, Scaling::minmax, Scaling::max_norm}) : Scaling::max_norm;
    if (!check_choices(request.perceptron.options, {})) continue;
    const auto trained = train(*data, request, {});
    if (!trained || trained.value().separable() != true || !trained.value().perceptron()->bound) continue;
    const MistakeBound& bound = *trained.value().perceptron()->bound;
    const auto rows = LearnerRows::fit(*data, request.features, "", 0, "points");
    reference::Rows scaled;
    std::visit(
        [&](const auto& x) {
          for (std::size_t i = 0; i < x.rows; ++i) {
            scaled.emplace_back(x.cols, mpq_class(0));
            for_each_entry(x.row(i), [&](std::size_t j, double v) { scaled.back()[j] = v; });
          }
        },
        rows.value().learned().x);
    const std::string where = "seed " + std::to_string(seed) + "\n" + text_of(points);
    const mpq_class square = reference::squared_margin(signed_rows(scaled, points.y, points.bias)).squared;
    ASSERT_TRUE(bound.best || square == 0) << where;
    if (!bound.best) continue;
    ASSERT_LE(mpq_class(*bound.margin_at_least) * mpq_class(*bound.margin_at_least), square) << where;
    ASSERT_GE(mpq_class(*bound.margin_at_most) * mpq_class(*bound.margin_at_most), square * mpq_class(1 - 1e-12))
        << where;
    ASSERT_GE(*bound.margin_at_least, *bound.margin_at_most * (1 - 1e-9)) << where;
    if (bound.slack()) {
      ASSERT_GE(*bound.slack(), 0) << where;
    }
    ++held;
  }
  EXPECT_GT(held, 300U);
}

/// Hard passive-aggressive steps meet their bound with equality where the rows are orthogonal: each is a mistake once.
TEST(Race, OrthogonalRowsMeetTheBound) {
  Points points;
  points.bias = false;
  for (std::size_t i = 0; i < 5; ++i) {
    points.x.emplace_back(5, 0);
    points.x.back()[i] = i % 2 == 0 ? 3 : -3;
    points.y.push_back(i % 2 == 0 ? 1 : -1);
  }
  const auto data = two_class_data(points);
  for (const Step step : {Step::unit, Step::rate, Step::pa}) {
    PerceptronChoices o;
    o.step = step;
    const Trained t = train(*data, request_of(o, false), {}).value();
    EXPECT_EQ(t.perceptron()->bound->counted, 5U);
    EXPECT_EQ(t.perceptron()->bound->most, 5.0);  // R^2 = 9, γ^2 = 9/5
    EXPECT_EQ(t.perceptron()->bound->slack(), 0.0);
  }
}

TEST(Race, DecideOffLooksAtNothing) {
  Points points;
  points.x = {{0}, {1}, {2}};
  points.y = {1, -1, 1};
  const auto data = two_class_data(points);
  PerceptronChoices o;
  o.decide = Decide::off;
  o.passes = 100;
  const Trained t = train(*data, request_of(o, true), {}).value();
  EXPECT_EQ(t.perceptron()->run.status, Status::not_converged);
  EXPECT_EQ(t.separable(), std::nullopt);
  o.decide = Decide::automatic;
  EXPECT_EQ(train(*data, request_of(o, true), {}).value().separable(), false);
}

/// The proof ends no run of fixed length.
TEST(Race, RunsOfFixedLengthRunToTheirEnd) {
  Points points;
  points.x = {{0}, {1}, {2}};
  points.y = {1, -1, 1};
  const auto data = two_class_data(points);
  PerceptronChoices o;
  o.stop = Stop::passes;
  o.passes = 100;
  const Trained t = train(*data, request_of(o, true), {}).value();
  EXPECT_EQ(t.perceptron()->run.status, Status::passes);
  EXPECT_EQ(t.perceptron()->run.passes, 100U);
  EXPECT_EQ(t.known.decision->witness.size(), 3U);
}

}  // namespace
}  // namespace halfspace::test
