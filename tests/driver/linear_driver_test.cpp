// Runs over partitions: the same bits however rows are cut, and the optimum that runs in memory prove.
#include <gtest/gtest.h>

#include "driver/partition_rows.hpp"

namespace halfspace {
namespace {

struct Problem {
  const char* name;
  Options options;
  int classes = 2;
  bool weighted = false;
};

const std::vector<Problem>& problems() {
  static const std::vector<Problem> all = {
      {"logistic", {{"algorithm", "logistic"}, {"tol", "1e-6"}}},
      {"free bias, large C", {{"algorithm", "logistic"}, {"C", "100"}, {"tol", "1e-5"}}},
      {"no bias", {{"algorithm", "logistic"}, {"bias", "none"}}},
      {"augmented bias", {{"algorithm", "logistic"}, {"bias", "augmented"}}},
      {"mean form", {{"algorithm", "logistic"}, {"lambda", "0.01"}}},
      {"hinge", {{"algorithm", "svm"}, {"tol", "1e-3"}}},
      {"hinge to six digits", {{"algorithm", "svm"}, {"tol", "1e-6"}, {"C", "0.1"}}},
      {"squared hinge", {{"algorithm", "svm"}, {"loss", "squared-hinge"}, {"tol", "1e-6"}}},
      {"modified Huber", {{"algorithm", "svm"}, {"loss", "modified-huber"}}},
      {"three classes", {{"algorithm", "logistic"}, {"multiclass", "one-vs-rest"}}, 3},
      {"row weights", {{"algorithm", "logistic"}}, 2, true},
      {"light classes", {{"algorithm", "logistic"}, {"class-weight", "class 0=1e-6,class 1=2e-6"}, {"tol", "1e-2"}}},
      {"L1", {{"algorithm", "logistic"}, {"penalty", "l1"}, {"C", "0.1"}, {"tol", "1e-6"}}},
      {"L1, all weights 0", {{"algorithm", "logistic"}, {"penalty", "l1"}, {"C", "0.001"}}},
      {"L1, no bias", {{"algorithm", "logistic"}, {"penalty", "l1"}, {"bias", "none"}, {"tol", "1e-8"}}},
      {"L1, augmented bias", {{"algorithm", "logistic"}, {"penalty", "l1"}, {"bias", "augmented"}}},
      {"L1, mean form", {{"algorithm", "logistic"}, {"penalty", "l1"}, {"lambda", "0.02"}}, 2, true},
      {"L1, squared hinge",
       {{"algorithm", "svm"}, {"loss", "squared-hinge"}, {"penalty", "l1"}, {"C", "10"}, {"tol", "1e-6"}}},
      {"L1, modified Huber", {{"algorithm", "svm"}, {"loss", "modified-huber"}, {"penalty", "l1"}, {"C", "0.05"}}},
      {"L1, balanced classes",
       {{"algorithm", "logistic"}, {"penalty", "l1"}, {"class-weight", "balanced"}, {"C", "0.3"}},
       3,
       true},
      {"elastic net", {{"algorithm", "logistic"}, {"penalty", "elastic-net"}, {"C", "0.1"}, {"tol", "1e-7"}}},
      {"elastic net, nearly L1",
       {{"algorithm", "svm"},
        {"loss", "squared-hinge"},
        {"penalty", "elastic-net"},
        {"l1-ratio", "0.99"},
        {"C", "0.02"}}},
      {"elastic net of ratio 0", {{"algorithm", "svm"}, {"penalty", "elastic-net"}, {"l1-ratio", "0"}}},
      {"balanced classes", {{"algorithm", "svm"}, {"class-weight", "balanced"}}, 3, true},
      {"standard", {{"algorithm", "logistic"}, {"scale", "standard"}, {"tol", "1e-6"}}, 2, true},
      {"standard, three classes", {{"algorithm", "svm"}, {"scale", "standard"}, {"class-weight", "balanced"}}, 3, true},
      {"minmax, softmax", {{"algorithm", "logistic"}, {"multiclass", "multinomial"}, {"scale", "minmax"}}, 3},
      {"max norm, L1",
       {{"algorithm", "logistic"}, {"penalty", "l1"}, {"scale", "max-norm"}, {"lambda", "0.01"}},
       2,
       true},
  };
  return all;
}

class Partitioned : public testing::TestWithParam<Problem> {};

TEST_P(Partitioned, GivesTheSameModelHoweverRowsAreCut) {
  const Problem& p = GetParam();
  for (const Kind kind : {Kind::dense, Kind::sparse}) {
    const MadeRows rows = made_rows(1, 700, 9, p.classes);
    const auto one = driven(partitions_of(rows, 1, kind, p.weighted), p.options);
    ASSERT_TRUE(one.ok()) << one.error().text();
    EXPECT_EQ(one.value().status, "converged") << one.value().stop_reason;
    const std::string bytes = one.value().classifier.bytes();
    unsigned seed = 0;
    for (const int parts : {2, 3, 7, 100}) {
      const auto more =
          driven(partitions_of(rows, parts, kind, p.weighted), p.options, ++seed, 1 + parts % 3, parts == 3);
      ASSERT_TRUE(more.ok()) << more.error().text();
      EXPECT_TRUE(more.value().classifier.bytes() == bytes) << parts << " partitions";
    }
  }
}

TEST_P(Partitioned, IsWithinItsGapOfTheRunInMemory) {
  const Problem& p = GetParam();
  const MadeRows made = made_rows(2, 500, 7, p.classes);
  const auto over = driven(partitions_of(made, 3, Kind::dense, p.weighted), p.options);
  ASSERT_TRUE(over.ok()) << over.error().text();
  DenseRows rows{std::span<const double>(made.values), made.rows(), made.cols};
  if (p.weighted) rows.weights = made.weights;
  Options exact = p.options;
  std::erase_if(exact, [](const auto& o) { return o.first == "tol"; });
  exact.emplace_back("tol", "1e-9");
  const auto in_memory = train(rows, CodedLabels{made.codes, made.texts}, exact);
  ASSERT_TRUE(in_memory.ok()) << in_memory.error().text();
  const double optimum = *in_memory.value().objective;
  const double found = *over.value().objective;
  EXPECT_GE(found, optimum - 2e-9 * optimum);
  EXPECT_LE(found - *over.value().gap, optimum * (1 + 1e-12));
  EXPECT_EQ(over.value().rows, made.rows());
  if (p.classes == 2) {
    EXPECT_NEAR(static_cast<double>(over.value().mistakes), static_cast<double>(in_memory.value().mistakes), 25);
  }
}

std::string name_of_problem(const testing::TestParamInfo<Problem>& tested) {
  std::string name = tested.param.name;
  std::erase_if(name, [](char c) { return std::isalnum(static_cast<unsigned char>(c)) == 0; });
  return name;
}

INSTANTIATE_TEST_SUITE_P(Problems, Partitioned, testing::ValuesIn(problems()), name_of_problem);

TEST(Partitions, ManyColumnsAreLearnedByProducts) {
  const MadeRows made = made_rows(3, 400, 700, 2, 0.97);
  for (const Options& options :
       {Options{{"algorithm", "logistic"}, {"tol", "1e-5"}}, Options{{"algorithm", "svm"}, {"tol", "1e-3"}}}) {
    const auto one = driven(partitions_of(made, 1, Kind::sparse), options);
    ASSERT_TRUE(one.ok()) << one.error().text();
    EXPECT_EQ(one.value().status, "converged") << one.value().stop_reason;
    const auto seven = driven(partitions_of(made, 7, Kind::sparse), options, 5, 2, true);
    EXPECT_TRUE(one.value().classifier.bytes() == seven.value().classifier.bytes());
  }
}

TEST(Partitions, SayWhatTheyCannotAnswer) {
  MadeRows made = made_rows(4, 50, 3, 2);
  std::fill(made.codes.begin(), made.codes.end(), 0);
  const auto one_class = driven(partitions_of(made, 2, Kind::dense), {});
  ASSERT_FALSE(one_class.ok());
  EXPECT_NE(one_class.error().text().find("training needs two classes"), std::string::npos) << one_class.error().text();

  made = made_rows(4, 50, 3, 2);
  const MadeRows wider = made_rows(5, 50, 4, 2);
  std::vector<Partition> parts = partitions_of(made, 1, Kind::dense);
  const CodedLabels labels{wider.codes, wider.texts};
  parts.push_back(Partition::of({std::span<const double>(wider.values), 50, 4}, labels, 1).value());
  const auto differ = driven(parts, {});
  ASSERT_FALSE(differ.ok());
  EXPECT_NE(differ.error().text().find("number of columns (3 and 4)"), std::string::npos) << differ.error().text();

  for (const auto& [name, value] :
       Options{{"penalty", "l1"}, {"C", "inf"}, {"kernel", "rbf"}, {"features", "poly2"}, {"solver", "gd"}}) {
    const auto refused = PartitionedRun::begin({{"algorithm", "svm"}, {name, value}});
    ASSERT_FALSE(refused.ok()) << name;
    EXPECT_EQ(refused.error().code, Code::usage);
    EXPECT_NE(refused.error().where.find(name), std::string::npos) << refused.error().text();
  }
}

TEST(Partitions, EveryOneAnswersOnce) {
  const std::vector<Partition> parts = partitions_of(made_rows(4, 50, 3, 2), 3, Kind::dense);
  for (const bool twice : {false, true}) {
    PartitionedRun run = PartitionedRun::begin({}).value();
    ASSERT_TRUE(run.tell(summed(parts, run.ask(), 0, 1)).ok());
    std::string sum = parts[1].answer(run.ask()).value();
    for (const std::size_t k : {0U, 1U, 2U})
      if (twice) sum = add_answers(sum, parts[k].answer(run.ask()).value()).value();
    const auto told = run.tell(sum);
    ASSERT_FALSE(told.ok());
    EXPECT_NE(told.error().text().find("the data has 50"), std::string::npos) << told.error().text();
  }
}

TEST(Partitions, NamesTheRowThatIsNoNumber) {
  MadeRows made = made_rows(4, 50, 3, 2);
  made.values[7] = NAN;
  const auto bad = Partition::of({std::span<const double>(made.values), 50, 3}, CodedLabels{made.codes, made.texts}, 0);
  ASSERT_FALSE(bad.ok());
  EXPECT_NE(bad.error().text().find("row 2, column 1"), std::string::npos) << bad.error().text();
}

TEST(Partitions, RowsThatAreViewedAreTheRows) {
  const MadeRows made = made_rows(6, 60, 5, 2);
  const CsrPart part = csr_part(made, 0, 60);
  const CodedLabels labels{made.codes, made.texts};
  const CsrRows sparse{part.start, part.column, std::span<const double>(part.value), 60, 5, {}, {}};
  const DenseRows dense{std::span<const double>(made.values), 60, 5};
  EXPECT_EQ(Partition::viewing(sparse, labels, 3).value().bytes(), Partition::of(sparse, labels, 3).value().bytes());
  EXPECT_EQ(Partition::viewing(dense, labels, 3).value().bytes(), Partition::of(dense, labels, 3).value().bytes());
}

TEST(Partitions, FilesAndBytesKeepTheRows) {
  const MadeRows made = made_rows(6, 60, 5, 2);
  const Options options;
  for (const Kind kind : {Kind::dense, Kind::sparse}) {
    const std::vector<Partition> parts = partitions_of(made, 2, kind, true);
    std::vector<Partition> again;
    for (const Partition& p : parts) again.push_back(Partition::from_bytes(p.bytes()).value());
    EXPECT_EQ(driven(parts, options).value().classifier.bytes(), driven(again, options).value().classifier.bytes());
    const std::string path = testing::TempDir() + "halfspace-partition";
    ASSERT_TRUE(parts[1].save(path).ok());
    again[1] = Partition::open(path).value();
    EXPECT_EQ(again[1].bytes(), parts[1].bytes());
    EXPECT_EQ(driven(parts, options).value().classifier.bytes(), driven(again, options).value().classifier.bytes());
  }
}

void damage_every_round(const MadeRows& made, const Options& options) {
  const std::vector<Partition> parts = partitions_of(made, 2, Kind::sparse, true);
  PartitionedRun run = PartitionedRun::begin(options).value();
  Rng rng(7, Stream::probe);
  while (!run.done()) {
    const std::string question = run.ask();
    const std::string answer = summed(parts, question, 0, 1);
    const std::string state = run.state();
    const std::string bytes = parts[0].bytes();
    for (int k = 0; k < 200; ++k) {
      const auto spoiled = [&](std::string text) {
        if (k % 2 == 0)
          text.resize(rng.bounded(text.size()));
        else
          text[rng.bounded(text.size())] ^= static_cast<char>(1 + rng.bounded(255));
        return text;
      };
      static_cast<void>(parts[0].answer(spoiled(question)));
      static_cast<void>(add_answers(spoiled(answer), answer));
      static_cast<void>(PartitionedRun::resume(spoiled(state)));
      EXPECT_FALSE(Partition::from_bytes(spoiled(bytes)).ok());
    }
    ASSERT_TRUE(run.tell(answer).ok());
    EXPECT_FALSE(run.done() ? false : run.tell(answer).ok());  // to the question before
  }
}

TEST(Partitions, DamagedBytesAreRefused) {
  damage_every_round(made_rows(6, 40, 5, 2), {});
  damage_every_round(made_rows(6, 40, 5, 2), {{"penalty", "l1"}});
  damage_every_round(made_rows(6, 40, 600, 2, 0.95), {{"penalty", "l1"}});
}

/// Rows enough that the first rounds see a sixteenth of them, and Σ h x x' a sample (driver/newton_start.cpp).
TEST(ManyRows, BeginOnASampleAndEndInTheSameProofs) {
  const MadeRows made = made_rows(11, 60000, 3, 2);
  for (const char* loss : {"logistic", "squared-hinge"}) {
    const bool logistic = std::string(loss) == "logistic";
    const Options options = {{"algorithm", logistic ? "logistic" : "svm"}, {"loss", loss}, {"tol", "1e-7"}};
    const auto whole = train(DenseRows{std::span<const double>(made.values), made.rows(), made.cols},
                             CodedLabels{made.codes, made.texts},
                             {{"algorithm", logistic ? "logistic" : "svm"}, {"loss", loss}, {"tol", "1e-9"}});
    ASSERT_TRUE(whole.ok()) << whole.error().text();
    const auto one = driven(partitions_of(made, 1, Kind::dense), options);
    ASSERT_TRUE(one.ok()) << one.error().text();
    EXPECT_EQ(one.value().status, "converged");
    EXPECT_LE(*one.value().gap, 1e-7 * *one.value().objective);
    const double rounding = 1e-12 * *whole.value().objective;
    EXPECT_GE(*one.value().objective, *whole.value().objective - *whole.value().gap - rounding);
    EXPECT_LE(*one.value().objective, *whole.value().objective + *one.value().gap + rounding);
    for (const int parts : {3, 7}) {
      const auto over = driven(partitions_of(made, parts, Kind::dense), options, 5, 2, parts == 3);
      ASSERT_TRUE(over.ok()) << over.error().text();
      EXPECT_TRUE(over.value().classifier.bytes() == one.value().classifier.bytes()) << parts << " partitions";
    }
  }
}

/// Three large values in 60,000 rows, of which a sixteenth has none: a step of its curvature led so far away that nothing
/// came back, in 42 rounds.
TEST(ManyRows, OfAColumnThatASampleDoesNotSeeBeginOnAll) {
  MadeRows made = made_rows(11, 60000, 3, 2);
  for (std::size_t i = 0; i < made.codes.size(); ++i) {
    double& v = made.values[3 * i + 2];
    v = i >= 50000 && i < 50003 ? 1000 : v / 1000;
  }
  const auto over = driven(partitions_of(made, 2, Kind::dense), {{"algorithm", "logistic"}, {"tol", "1e-6"}});
  ASSERT_TRUE(over.ok()) << over.error().text();
  EXPECT_EQ(over.value().status, "converged");
  EXPECT_LE(over.value().rounds, 15);
}

/// A round of so few that they are counted sees all rows: it ends with a gap.
TEST(ManyRows, OfFewRoundsBeginOnAll) {
  const MadeRows made = made_rows(11, 60000, 3, 2);
  const auto over = driven(partitions_of(made, 2, Kind::dense), {{"algorithm", "logistic"}, {"max-rounds", "1"}});
  ASSERT_TRUE(over.ok()) << over.error().text();
  EXPECT_EQ(over.value().status, "not-converged");
  EXPECT_TRUE(std::isfinite(*over.value().gap));
  EXPECT_GT(*over.value().objective, 0);
}

}  // namespace
}  // namespace halfspace
