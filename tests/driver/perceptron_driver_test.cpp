// Perceptrons over partitions make the updates of one machine.
#include <gtest/gtest.h>

#include "driver/partition_rows.hpp"

namespace halfspace {
namespace {

/// Whole numbers and decimals, so that a run in memory computes exactly.
MadeRows decimal_rows(unsigned seed, int classes, double unit) {
  MadeRows out = made_rows(seed, 120, 4, classes);
  for (double& v : out.values) v = std::round(v * 10) * unit;
  return out;
}

/// Rows that the classifier gives another label.
std::int64_t wrong_labels(const Classifier& classifier, const MadeRows& made) {
  const DenseRows rows{std::span<const double>(made.values), made.rows(), made.cols};
  const Predictions predicted = classifier.predict(rows).value();
  std::int64_t wrong = 0;
  for (std::size_t i = 0; i < made.codes.size(); ++i) wrong += predicted.classes[i] != made.codes[i] ? 1 : 0;
  return wrong;
}

class PerceptronPartitions : public testing::TestWithParam<Options> {};

TEST_P(PerceptronPartitions, HaveTheWeightsOfARunInMemory) {
  Options options = GetParam();
  options.emplace_back("algorithm", "perceptron");
  for (const int classes : {2, 3}) {
    for (const double unit : {1.0, 0.1, 0.123456789012345678}) {
      const MadeRows made = decimal_rows(3, classes, unit);
      Options in_memory = options;
      in_memory.emplace_back("order", "cyclic");
      if (classes == 3) in_memory.emplace_back("multiclass", "one-vs-rest");
      const auto whole = train(DenseRows{std::span<const double>(made.values), made.rows(), made.cols},
                               CodedLabels{made.codes, made.texts}, in_memory);
      ASSERT_TRUE(whole.ok()) << whole.error().text();
      std::string bytes;
      for (const int parts : {1, 2, 3, 7, 50}) {
        const auto over = driven(partitions_of(made, parts, Kind::dense), options, 1, 2, parts == 3);
        ASSERT_TRUE(over.ok()) << over.error().text();
        const auto& a = over.value().classifier;
        const auto& b = whole.value().classifier;
        EXPECT_TRUE(std::equal(a.weights().begin(), a.weights().end(), b.weights().begin())) << parts << " parts";
        EXPECT_TRUE(std::equal(a.bias().begin(), a.bias().end(), b.bias().begin())) << parts << " parts";
        EXPECT_EQ(over.value().updates, whole.value().updates);
        EXPECT_EQ(over.value().mistakes, wrong_labels(b, made));
        if (parts == 1) bytes = a.bytes();
        EXPECT_TRUE(a.bytes() == bytes) << parts << " partitions";
      }
    }
  }
}

INSTANTIATE_TEST_SUITE_P(
    Choices, PerceptronPartitions,
    testing::Values(Options{{"stop", "passes"}, {"passes", "5"}}, Options{{"preset", "averaged"}, {"passes", "4"}},
                    Options{{"preset", "margin"}, {"stop", "passes"}, {"passes", "3"}, {"margin", "0.5"}},
                    Options{{"preset", "passive-aggressive"}, {"passes", "3"}},
                    Options{{"preset", "zero-one"}, {"stop", "passes"}, {"passes", "3"}}));

TEST(PerceptronPartitions, EndOnACleanPassWhereverThatFalls) {
  MadeRows made = decimal_rows(5, 2, 1);
  for (std::size_t i = 0; i < made.codes.size(); ++i)  // separable: the class is the sign of the first column
    made.codes[i] = made.values[4 * i] + 0.5 > 0 ? 1 : 0;
  const Options options = {{"algorithm", "perceptron"}, {"passes", "1000"}};
  const auto whole = train(DenseRows{std::span<const double>(made.values), made.rows(), made.cols},
                           CodedLabels{made.codes, made.texts}, options);
  for (const int parts : {1, 4}) {
    const auto over = driven(partitions_of(made, parts, Kind::sparse), options);
    ASSERT_TRUE(over.ok()) << over.error().text();
    EXPECT_EQ(over.value().status, "converged");
    EXPECT_EQ(over.value().visits, whole.value().visits);
    EXPECT_EQ(over.value().updates, whole.value().updates);
    EXPECT_EQ(over.value().mistakes, 0);
  }
}

TEST(PerceptronPartitions, RefuseWhatNeedsAllRows) {
  for (const auto& [name, value] :
       Options{{"preset", "pocket"}, {"order", "shuffled"}, {"kernel", "rbf"}, {"features", "poly2"}}) {
    const auto refused = PartitionedRun::begin({{"algorithm", "perceptron"}, {name, value}});
    ASSERT_FALSE(refused.ok()) << name;
    EXPECT_NE(refused.error().where.find(name), std::string::npos) << refused.error().text();
  }
}

}  // namespace
}  // namespace halfspace
