// Multinomial regression over partitions: the same bits however rows are cut, the optimum that the run in memory proves, and
// gaps that hold wherever a run ends.
#include <ostream>

#include <gtest/gtest.h>

#include "driver/linear_choices.hpp"
#include "driver/partition_rows.hpp"
#include "feature/learner_rows.hpp"
#include "shard/shard.hpp"

namespace halfspace {
namespace {

struct SoftmaxProblem {
  const char* name;
  Options options;
  int classes = 3;
  bool weighted = false;
  std::int64_t cols = 6;

  friend void PrintTo(const SoftmaxProblem& p, std::ostream* out) { *out << p.name; }
};

const std::vector<SoftmaxProblem>& softmax_problems() {
  static const std::vector<SoftmaxProblem> all = {
      {"free bias", {{"tol", "1e-6"}}},
      {"large C", {{"C", "300"}, {"tol", "1e-5"}}},
      {"small C", {{"C", "1e-4"}, {"tol", "1e-8"}}},
      {"no bias", {{"bias", "none"}}, 4},
      {"augmented bias", {{"bias", "augmented"}, {"tol", "1e-6"}}, 5},
      {"mean form", {{"lambda", "0.01"}}},
      {"row weights", {{"tol", "1e-6"}}, 3, true},
      {"class weights", {{"class-weight", "class 0=1e-3,class 1=2,class 2=1"}, {"tol", "1e-4"}}, 3, true},
      {"balanced classes", {{"class-weight", "balanced"}}, 7, true},
      {"products", {{"tol", "1e-6"}}, 4, false, 400},
      {"products, large C", {{"C", "20"}, {"tol", "1e-5"}}, 3, true, 500},
      {"products without a bias", {{"bias", "none"}, {"tol", "1e-6"}}, 3, false, 500},
      {"products of many columns", {{"tol", "1e-5"}}, 3, false, 1100},
  };
  return all;
}

Options multinomial(Options more) {
  more.emplace_back("algorithm", "logistic");
  more.emplace_back("multiclass", "multinomial");
  return more;
}

MadeRows rows_of(const SoftmaxProblem& p, unsigned seed, std::int64_t n) {
  return made_rows(seed, n, p.cols, p.classes, p.cols > 100 ? 0.95 : 0.3);
}

class PartitionedSoftmax : public testing::TestWithParam<SoftmaxProblem> {};

TEST_P(PartitionedSoftmax, GivesTheSameModelHoweverRowsAreCut) {
  const SoftmaxProblem& p = GetParam();
  for (const Kind kind : {Kind::dense, Kind::sparse}) {
    const MadeRows rows = rows_of(p, 1, 300);
    const auto one = driven(partitions_of(rows, 1, kind, p.weighted), multinomial(p.options));
    ASSERT_TRUE(one.ok()) << one.error().text();
    EXPECT_EQ(one.value().status, "converged") << one.value().stop_reason;
    const std::string bytes = one.value().classifier.bytes();
    unsigned seed = 0;
    for (const int parts : {2, 3, 7, 50}) {
      const auto more = driven(partitions_of(rows, parts, kind, p.weighted), multinomial(p.options), ++seed,
                               1 + parts % 3, parts == 3);
      ASSERT_TRUE(more.ok()) << more.error().text();
      EXPECT_TRUE(more.value().classifier.bytes() == bytes) << parts << " partitions";
    }
  }
}

/// P in long doubles, from the rows and the weights of the model alone.
long double objective_of(const MadeRows& rows, const Training& run, bool weighted, long double C,
                         const std::vector<long double>& class_weight, bool augmented) {
  const Classifier& c = run.classifier;
  const auto d = static_cast<std::size_t>(rows.cols);
  const auto K = rows.texts.size();
  const auto w = c.weights();
  const auto b = c.bias();
  long double sum = 0;
  for (const double v : w) sum += static_cast<long double>(v) * v / 2;
  for (const double v : b) sum += augmented ? static_cast<long double>(v) * v / 2 : 0;
  for (std::size_t i = 0; i < rows.codes.size(); ++i) {
    std::vector<long double> s(K);
    for (std::size_t k = 0; k < K; ++k) {
      s[k] = b[k];
      for (std::size_t j = 0; j < d; ++j) s[k] += static_cast<long double>(w[k * d + j]) * rows.values[i * d + j];
    }
    const auto y = static_cast<std::size_t>(rows.codes[i]);
    long double others = 0;
    for (std::size_t k = 0; k < K; ++k) others += std::exp(s[k] - s[y]);
    sum += C * class_weight[y] * (weighted ? rows.weights[i] : 1) * std::log(others);
  }
  return sum;
}

TEST(SoftmaxPartitions, WhereverARunEndsItsObjectiveAndItsGapHold) {
  for (const std::int64_t cols : {6, 400}) {
    for (const bool weighted : {false, true}) {
      const MadeRows rows = made_rows(3, 400, cols, 4, cols > 100 ? 0.95 : 0.3);
      for (const std::string bias : {"free", "augmented", "none"}) {
        const Options options = multinomial({{"C", "3"}, {"bias", bias}});
        Options exact = options;
        exact.emplace_back("tol", "1e-11");
        DenseRows all{std::span<const double>(rows.values), rows.rows(), rows.cols};
        if (weighted) all.weights = rows.weights;
        const auto best = train(all, CodedLabels{rows.codes, rows.texts}, exact);
        ASSERT_TRUE(best.ok()) << best.error().text();
        const std::vector<long double> alike(4, 1);
        for (int most = 1; most < 40; most += cols > 100 ? 3 : 1) {
          Options cut = exact;
          cut.emplace_back("max-rounds", std::to_string(most));
          const auto run = driven(partitions_of(rows, 3, Kind::dense, weighted), cut);
          ASSERT_TRUE(run.ok()) << run.error().text();
          const long double P = objective_of(rows, run.value(), weighted, 3, alike, bias == "augmented");
          EXPECT_NEAR(static_cast<double>(P), *run.value().objective, 1e-11 * static_cast<double>(P));
          EXPECT_LE(static_cast<double>(P) - *run.value().gap, *best.value().objective)
              << most << " rounds, bias " << bias;
        }
      }
    }
  }
}

/// Columns that go together: an inverse of the diagonal alone takes three times as many rounds.
TEST(SoftmaxPartitions, OfCorrelatedColumnsTakeFewRounds) {
  MadeRows rows = made_rows(4, 600, 400, 3);
  for (std::size_t at = 0; at < rows.values.size(); at += 400)
    for (std::size_t j = 20; j < 400; ++j)
      rows.values[at + j] = 0.3 * rows.values[at + j] + rows.values[at + j % 20] + rows.values[at + j % 19];
  const auto run = driven(partitions_of(rows, 3, Kind::dense), multinomial({{"C", "0.1"}, {"tol", "1e-6"}}));
  ASSERT_TRUE(run.ok()) << run.error().text();
  EXPECT_EQ(run.value().status, "converged");
  EXPECT_LE(run.value().rounds, 60);
}

/// Classes of very different sizes, some of a row or two, at a large C: probabilities are soon 0 or 1, and wrong for some.
TEST(SoftmaxPartitions, OfRareClassesConverge) {
  MadeRows rows = made_rows(6, 900, 100, 12);
  for (std::size_t i = 0; i < rows.codes.size(); ++i)
    rows.codes[i] = static_cast<std::int32_t>(i < 24 ? i % 12 : i % 97 == 0 ? 1 + i % 7 : 0);
  for (const std::string C : {"1", "100"}) {
    const auto run = driven(partitions_of(rows, 2, Kind::sparse), multinomial({{"C", C}, {"tol", "1e-5"}}));
    ASSERT_TRUE(run.ok()) << run.error().text();
    EXPECT_EQ(run.value().status, "converged") << run.value().stop_reason;
    EXPECT_LE(run.value().rounds, 250) << C;
  }
}

TEST_P(PartitionedSoftmax, IsWithinItsGapOfTheRunInMemory) {
  const SoftmaxProblem& p = GetParam();
  const MadeRows made = rows_of(p, 2, 350);
  const auto over = driven(partitions_of(made, 3, Kind::dense, p.weighted), multinomial(p.options));
  ASSERT_TRUE(over.ok()) << over.error().text();
  DenseRows rows{std::span<const double>(made.values), made.rows(), made.cols};
  if (p.weighted) rows.weights = made.weights;
  Options exact = multinomial(p.options);
  std::erase_if(exact, [](const auto& o) { return o.first == "tol"; });
  exact.emplace_back("tol", "1e-9");
  const auto in_memory = train(rows, CodedLabels{made.codes, made.texts}, exact);
  ASSERT_TRUE(in_memory.ok()) << in_memory.error().text();
  const double optimum = *in_memory.value().objective;
  const double found = *over.value().objective;
  EXPECT_GE(found, optimum - 2e-9 * optimum);
  EXPECT_LE(found - *over.value().gap, optimum * (1 + 1e-12));
  EXPECT_EQ(over.value().rows, made.rows());
  EXPECT_NEAR(static_cast<double>(over.value().mistakes), static_cast<double>(in_memory.value().mistakes), 10);
  double sum = 0;  // of the biases, as in memory
  for (const double b : over.value().classifier.bias()) sum += b;
  EXPECT_TRUE(p.options[0].first == "bias" || std::fabs(sum) < 1e-9) << sum;
}

std::string name_of_softmax_problem(const testing::TestParamInfo<SoftmaxProblem>& tested) {
  std::string name = tested.param.name;
  std::erase_if(name, [](char c) { return std::isalnum(static_cast<unsigned char>(c)) == 0; });
  return name;
}

INSTANTIATE_TEST_SUITE_P(Problems, PartitionedSoftmax, testing::ValuesIn(softmax_problems()), name_of_softmax_problem);

/// Two classes have one weight vector by the program; of the method itself they may have two, w/2 and -w/2:
/// C Σ loss + |w|^2/4 is half of 2 C Σ loss + |w|^2/2.
TEST(SoftmaxPartitions, OfTwoClassesAreHalfOfTheBinaryObjective) {
  const MadeRows made = made_rows(5, 300, 4, 2);
  ShardRows rows;
  DenseMatrix<double> x;
  x.rows = 300;
  x.cols = 4;
  for (const double v : made.values) x.value.push_back(v);
  rows.x = std::move(x);
  for (const std::int32_t k : made.codes) rows.label.push_back(static_cast<std::uint32_t>(k));
  rows.labels = made.texts;
  const Shard shard(std::move(rows));
  const auto facts = ShardFacts::of(shard.answer(Question{}));
  ASSERT_TRUE(facts.ok());
  TrainRequest request;
  request.algorithm = Algorithm::logistic;
  request.linear.options.tol = 1e-10;
  const Targets targets{made.texts, {}};
  const auto method = fit_method(facts.value(), {request, targets, Multiclass::multinomial, {}});
  while (!method->done()) ASSERT_TRUE(method->tell(shard.answer(method->ask())).ok());
  const auto joint = method->trained(facts.value().described());
  ASSERT_TRUE(joint.ok()) << joint.error().text();
  const auto binary =
      driven(partitions_of(made, 1, Kind::dense), {{"algorithm", "logistic"}, {"C", "2"}, {"tol", "1e-10"}});
  ASSERT_TRUE(binary.ok());
  const Model& two = joint.value().model;
  EXPECT_NEAR(2 * joint.value().linear()->runs[0].result.primal, *binary.value().objective, 1e-8);
  for (std::size_t j = 0; j < 4; ++j) {
    EXPECT_NEAR(two.w[4 + j] - two.w[j], binary.value().classifier.weights()[j], 1e-5);
    EXPECT_NEAR(two.w[4 + j], -two.w[j], 1e-9);
  }
  EXPECT_NEAR(two.b[1] - two.b[0], binary.value().classifier.bias()[0], 1e-5);
}

TEST(SoftmaxPartitions, DamagedBytesAreRefusedOrHarmless) {
  for (const std::int64_t cols : {4, 360}) {  // by a factor, and by products
    const std::vector<Partition> parts =
        partitions_of(made_rows(8, 40, cols, 3, cols > 100 ? 0.95 : 0.3), 2, Kind::sparse);
    PartitionedRun run = PartitionedRun::begin(multinomial({{"max-rounds", "6"}})).value();
    Rng rng(9, Stream::probe);
    while (!run.done()) {
      const std::string question = run.ask();
      const std::string answer = summed(parts, question, 0, 1);
      const std::string state = run.state();
      for (int k = 0; k < 100; ++k) {
        const auto spoiled = [&](std::string text) {
          if (k % 2 == 0)
            text.resize(rng.bounded(text.size()));
          else
            text[rng.bounded(text.size())] ^= static_cast<char>(1 + rng.bounded(255));
          return text;
        };
        EXPECT_TRUE(k % 2 == 1 || !parts[0].answer(spoiled(question)).ok());
        static_cast<void>(parts[0].answer(spoiled(question)));
        static_cast<void>(add_answers(spoiled(answer), answer));
        auto resumed = PartitionedRun::resume(spoiled(state));
        if (resumed && !resumed.value().done()) static_cast<void>(resumed.value().tell(answer));
      }
      ASSERT_TRUE(run.tell(answer).ok());
      EXPECT_FALSE(run.done() ? false : run.tell(answer).ok());  // to the question before
    }
  }
}

TEST(SoftmaxPartitions, OtherWaysToManyClassesAreRefusedByName) {
  const MadeRows three = made_rows(6, 60, 3, 3);
  for (const char* way : {"one-vs-one", "crammer-singer"}) {
    const auto refused =
        driven(partitions_of(three, 2, Kind::dense),
               {{"algorithm", way == std::string("one-vs-one") ? "logistic" : "svm"}, {"multiclass", way}});
    ASSERT_FALSE(refused.ok()) << way;
    EXPECT_NE(refused.error().text().find(way), std::string::npos) << refused.error().text();
  }
  const auto two = driven(partitions_of(made_rows(6, 60, 3, 2), 2, Kind::dense), multinomial({}));
  ASSERT_FALSE(two.ok());
  EXPECT_NE(two.error().text().find("three classes or more"), std::string::npos) << two.error().text();
}

}  // namespace
}  // namespace halfspace
