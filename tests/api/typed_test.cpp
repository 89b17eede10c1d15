// Typed options ask for what their names and values ask for; what a training carries satisfies its own identities.
#include "api/typed.hpp"

#include <cmath>
#include <limits>
#include <memory>

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include "api/clouds.hpp"
#include "api/members.hpp"
#include "base/json.hpp"
#include "halfspace/halfspace.hpp"
#include "solver/kernel/options.hpp"
#include "solver/linear/options.hpp"
#include "solver/perceptron/options.hpp"

namespace halfspace {
namespace {

/// A text that a field takes and that is not its default.
template <class S>
std::string some_text(const Field<S>& field) {
  const std::size_t bar = field.metavar.rfind('|');
  return bar == std::string::npos ? "0.75" : field.metavar.substr(bar + 1);
}

/// Sets one member by its text, as a caller would.
struct SetMember {
  std::string name;
  std::string text;

  template <class T>
  void operator()(const char* member_name, std::optional<T>& member) const {
    T value{};
    (*this)(member_name, value);
    if (name == member_name) member = value;
  }
  void operator()(const char* member_name, std::uint64_t& member) const {
    if (name == member_name) member = std::stoull(text);
  }
  void operator()(const char* member_name, double& member) const {
    if (name == member_name) member = std::stod(text);
  }
  template <Named E>
  void operator()(const char* member_name, E& member) const {
    if (name == member_name) member = choice_of<E>(text, name).value();
  }
};

/// Sets each field, alone, by its text, and expects the typed options to give that setting. (Inlined, g++ 12 takes an
/// empty optional for one that is read.)
template <class O, class S, class Each, class Made>
[[gnu::noinline]] void expect_each_field(const O& options, const S& base, std::span<const Field<S>> fields, Each each,
                                         Made made) {
  for (const Field<S>& field : fields) {
    S changed = base;
    std::string text = some_text(field);
    if (!field.set(changed, text)) {
      text = "7";
      if (!field.set(changed, text)) text = "1";
    }
    ASSERT_TRUE(field.set(changed, text)) << field.name;
    O typed = options;
    each(typed, SetMember{field.name, text});
    const auto settings = api::settings_of(made(typed));
    ASSERT_TRUE(settings) << settings.error().text();
    S again = base;
    if (settings.value().has(field.name)) {
      ASSERT_TRUE(field.set(again, settings.value().get(field.name))) << field.name;
    }
    EXPECT_TRUE(field.get(again) == field.get(changed)) << field.name;
  }
}

TrainOptions with_learner(const ObjectiveOptions& o) {
  TrainOptions out;
  out.learner = o;
  return out;
}

TEST(TypedOptions, HaveEveryFieldOfTheTables) {
  expect_each_field(
      PerceptronOptions{.preset = "pocket"}, find_preset("pocket").value(), perceptron_fields(),
      [](auto& o, const auto& set) { api::each_perceptron_member(o, set); },
      [](const PerceptronOptions& o) {
        TrainOptions out;
        out.learner = o;
        return out;
      });
  expect_each_field(
      KernelOptions{}, KernelChoices{}, kernel_fields(),
      [](auto& o, const auto& set) { api::each_kernel_member(o, set); },
      [](const KernelOptions& o) {
        ObjectiveOptions objective;
        objective.kernel = o;
        return with_learner(objective);
      });
  expect_each_field(
      ObjectiveOptions{}, LinearOptions{}, linear_fields(),
      [](auto& o, const auto& set) { api::each_objective_member(o, set); }, with_learner);
}

struct Pair {
  TrainOptions typed;
  Options named;
};

std::vector<Pair> pairs() {
  std::vector<Pair> out;
  const auto add = [&](auto learner, Options named) {
    TrainOptions typed;
    typed.learner = learner;
    out.push_back({typed, std::move(named)});
  };
  PerceptronOptions pocket = perceptron_preset("pocket").value();
  pocket.rounds = 300;
  pocket.seed = 7;
  add(pocket, {{"algorithm", "perceptron"}, {"preset", "pocket"}, {"rounds", "300"}, {"seed", "7"}});
  add(ObjectiveOptions{}, {{"algorithm", "logistic"}});
  ObjectiveOptions svm;
  svm.loss = LossKind::hinge;
  svm.C = 10;
  add(svm, {{"algorithm", "svm"}, {"C", "10"}});
  svm.kernel.kernel = KernelKind::rbf;
  svm.kernel.gamma = 0.5;
  add(svm, {{"algorithm", "svm"}, {"C", "10"}, {"kernel", "rbf"}, {"gamma", "0.5"}});
  ObjectiveOptions sparse;
  sparse.penalty = PenaltyKind::l1;
  sparse.lambda = 0.05;
  add(sparse, {{"algorithm", "logistic"}, {"penalty", "l1"}, {"lambda", "0.05"}});
  out.back().typed.features.scale = Scaling::standard;
  out.back().named.emplace_back("scale", "standard");
  add(AutomaticOptions{}, {});
  return out;
}

TEST(TypedOptions, LearnWhatTheirNamesLearn) {
  const test::Clouds t(3);
  for (const Pair& p : pairs()) {
    const auto typed = train(t.rows(), t.y, p.typed);
    const auto named = train(t.rows(), t.y, p.named);
    ASSERT_TRUE(typed) << typed.error().text();
    ASSERT_TRUE(named) << named.error().text();
    const Json a = parse_json(typed.value().classifier.settings());
    const Json b = parse_json(named.value().classifier.settings());
    EXPECT_EQ(typed.value().classifier.bytes(), named.value().classifier.bytes()) << a.dump() << "\n" << b.dump();
  }
}

TEST(TypedOptions, OutOfRangeAreErrorsThatNameTheOption) {
  const test::Clouds t(1);
  const auto refusal = [&](auto learner) { return test::refusal(t, learner); };
  PerceptronOptions p;
  p.step = Step::rate;
  p.eta = -1;
  EXPECT_NE(refusal(p).find("option eta"), std::string::npos) << refusal(p);
  p.eta = std::nan("");
  EXPECT_NE(refusal(p).find("option eta"), std::string::npos) << refusal(p);
  ObjectiveOptions o;
  o.C = 0;
  EXPECT_NE(refusal(o).find("option C"), std::string::npos) << refusal(o);
  o.C = 1;
  o.l1_ratio = 0.3;
  EXPECT_NE(refusal(o).find("option l1-ratio"), std::string::npos) << refusal(o);
}

TEST(TypedOptions, NumbersThatAreNoneOfAChoiceAreErrorsThatNameTheOption) {
  const test::Clouds t(1);
  const auto refusal = [&](auto learner) { return test::refusal(t, learner); };
  for (const int number : {-1, 7, 99, 100000}) {
    PerceptronOptions p;
    p.step = static_cast<Step>(number);
    EXPECT_NE(refusal(p).find("option step"), std::string::npos) << refusal(p);
    ObjectiveOptions o;
    o.loss = static_cast<LossKind>(number);
    EXPECT_NE(refusal(o).find("option "), std::string::npos) << refusal(o);
    ObjectiveOptions of_solver;
    of_solver.solver = static_cast<LinearSolver>(100 + number);
    EXPECT_NE(refusal(of_solver).find("option solver"), std::string::npos) << refusal(of_solver);
  }
}

/// w = Σ α_i y_i x_i, Σ α_i y_i = 0, and P - D is the gap.
TEST(Training, CarriesItsMultipliers) {
  const test::Clouds t(5);
  TrainOptions o;
  ObjectiveOptions svm;
  svm.loss = LossKind::hinge;
  svm.tol = 1e-10;
  o.learner = svm;
  const auto trained = train(t.rows(), t.y, o);
  ASSERT_TRUE(trained) << trained.error().text();
  const Training& run = trained.value();
  ASSERT_EQ(run.runs.size(), 1U);
  const RunSummary& r = run.runs[0];
  ASSERT_TRUE(r.primal && r.dual && r.gap);
  EXPECT_NEAR(*r.primal - *r.dual, *r.gap, 1e-9 * *r.primal);
  EXPECT_EQ(run.objective, r.primal);
  std::vector<double> w(3);
  double sum = 0;
  for (const SupportRow& s : r.support) {
    const auto i = static_cast<std::size_t>(s.row);
    sum += s.alpha * t.y[i];
    for (std::size_t j = 0; j < 3; ++j) w[j] += s.alpha * t.y[i] * t.x[i * 3 + j];
  }
  EXPECT_NEAR(sum, 0, 1e-6);
  for (std::size_t j = 0; j < 3; ++j) EXPECT_NEAR(w[j], run.classifier.weights()[j], 1e-5);
}

TEST(Training, TellsSupportRowsOfTheCaller) {
  test::Clouds t(5);
  t.x.insert(t.x.begin(), {9, 9, 9});
  t.y.insert(t.y.begin(), 1);
  ++t.n;
  std::vector<double> weights(t.y.size(), 1);
  weights[0] = 0;  // left out
  DenseRows rows = t.rows();
  rows.weights = weights;
  const auto trained = train(rows, t.y, Options{{"algorithm", "svm"}, {"kernel", "rbf"}});
  ASSERT_TRUE(trained) << trained.error().text();
  const auto& support = trained.value().runs.at(0).support;
  ASSERT_FALSE(support.empty());
  for (const SupportRow& s : support) EXPECT_GT(s.row, 0);
  EXPECT_LE(support.back().row, 40);
}

TEST(Training, WritesItsReportWhenTheRowsAreGone) {
  auto t = std::make_unique<test::Clouds>(2);
  const auto trained = train(t->rows(), t->y, Options{{"algorithm", "logistic"}});
  ASSERT_TRUE(trained) << trained.error().text();
  t.reset();
  const Json json = parse_json(trained.value().report.json());
  EXPECT_EQ(json["algorithm"], "logistic");
  EXPECT_EQ(json["data"]["rows"], 40);
  EXPECT_NE(trained.value().report.text().find("status"), std::string::npos);
}

TEST(Training, StartsFromAClassifier) {
  const test::Clouds t(7);
  const auto first = train(t.rows(), t.y, Options{{"preset", "averaged"}, {"passes", "5"}});
  ASSERT_TRUE(first) << first.error().text();
  auto warm = warm_start(PerceptronOptions{}, first.value().classifier);
  ASSERT_TRUE(warm) << warm.error().text();
  warm.value().max_updates = 1;
  TrainOptions o;
  o.learner = warm.value();
  const auto second = train(t.rows(), t.y, o);
  ASSERT_TRUE(second) << second.error().text();
  double moved = 0;
  for (std::size_t j = 0; j < 3; ++j)
    moved = std::max(moved, std::fabs(second.value().classifier.weights()[j] - first.value().classifier.weights()[j]));
  EXPECT_LE(moved, 3.0);  // one update
  EXPECT_FALSE(warm_start(PerceptronOptions{},
                          train(t.rows(), t.y, Options{{"kernel", "rbf"}, {"algorithm", "svm"}}).value().classifier));
}

TEST(Watching, SeesObjectiveAndGapAndEndsTheRun) {
  const test::Clouds t(11, 20000);
  TrainOptions o;
  ObjectiveOptions svm;
  svm.loss = LossKind::hinge;
  svm.kernel.kernel = KernelKind::rbf;
  svm.C = 1000;
  o.learner = svm;
  o.threads = 1;
  int calls = 0;
  const auto trained = train(t.rows(), t.y, o, [&](const TrainProgress& p) {
    ++calls;
    EXPECT_GE(p.seconds, 0);
    return calls < 20;
  });
  ASSERT_TRUE(trained || trained.error().code == Code::interrupted);
  if (trained) {
    EXPECT_EQ(trained.value().status, "interrupted");
  }
  EXPECT_EQ(calls, 20);
}

}  // namespace
}  // namespace halfspace
