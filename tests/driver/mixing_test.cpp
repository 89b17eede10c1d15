// Iterative parameter mixing over partitions (McDonald, Hall, Mann 2010, figure 3) against the algorithm written down.
#include <array>

#include <gtest/gtest.h>

#include "driver/partition_rows.hpp"

namespace halfspace {
namespace {

Options mixing(int blocks, int passes, bool averaged) {
  Options out = {
      {"algorithm", "perceptron"}, {"mixing-blocks", std::to_string(blocks)}, {"passes", std::to_string(passes)}};
  if (averaged) out.emplace_back("preset", "averaged");
  return out;
}

MadeRows rounded_rows(unsigned seed, int n, int classes) {
  MadeRows out = made_rows(seed, n, 4, classes);
  for (double& v : out.values) v = std::round(v * 8) / 8;
  return out;
}

/// Rows that a boundary separates with a margin, and that margin over R in augmented space.
struct Separable {
  MadeRows rows;
  double bound = 0;  // R^2/γ^2
};

Separable separable_rows(unsigned seed, double gap) {
  Separable out{made_rows(seed, 400, 4, 2), 0};
  const std::array<double, 4> w = {0.5, -0.5, 0.5, 0.5};  // |(w, 0)| = 1
  double longest = 0;
  double least = 1e300;
  for (std::size_t i = 0; i < out.rows.codes.size(); ++i) {
    double* const x = out.rows.values.data() + 4 * i;
    double s = 0;
    for (std::size_t j = 0; j < 4; ++j) s += w[j] * x[j];
    const double sign = s > 0 ? 1 : -1;
    double squares = 1;
    s = 0;
    for (std::size_t j = 0; j < 4; ++j) {
      x[j] += sign * gap * w[j];
      s += w[j] * x[j];
      squares += x[j] * x[j];
    }
    out.rows.codes[i] = sign > 0 ? 1 : 0;
    longest = std::max(longest, squares);
    least = std::min(least, sign * s);
  }
  out.bound = longest / (least * least);
  return out;
}

/// The algorithm as the paper has it, on dense rows of two classes, one thread of one machine.
struct Plain {
  std::vector<double> w;
  std::int64_t updates = 0;
};

Plain plain_mixing(const MadeRows& made, std::int64_t blocks, int passes, bool averaged) {
  const auto d = static_cast<std::size_t>(made.cols);
  const std::int64_t n = made.rows();
  Plain out{std::vector<double>(d + 1), 0};
  std::vector<double> mean_of_all(d + 1);
  for (int pass = 0; pass < passes; ++pass) {
    std::vector<double> mixed(d + 1);
    std::int64_t first = 0;
    for (std::int64_t b = 0; b < blocks; ++b) {
      const std::int64_t last = first + n / blocks + (b < n % blocks ? 1 : 0);
      std::vector<double> w = out.w;
      std::vector<double> sum(d + 1);
      for (std::int64_t i = first; i < last; ++i) {
        const double* const x = made.values.data() + static_cast<std::size_t>(i) * d;
        double score = w[d];
        for (std::size_t j = 0; j < d; ++j) score += w[j] * x[j];
        const double y = made.codes[static_cast<std::size_t>(i)] == 1 ? 1 : -1;
        if (y * score <= 0) {
          for (std::size_t j = 0; j < d; ++j) w[j] += y * x[j];
          w[d] += y;
          ++out.updates;
        }
        for (std::size_t j = 0; j <= d; ++j) sum[j] += w[j];
      }
      for (std::size_t j = 0; j <= d; ++j) {
        mixed[j] += w[j] / static_cast<double>(blocks);
        mean_of_all[j] += sum[j] / static_cast<double>((last - first) * blocks * passes);
      }
      first = last;
    }
    out.w = mixed;
  }
  if (averaged) out.w = mean_of_all;
  return out;
}

class Mixing : public testing::TestWithParam<std::tuple<int, bool>> {};

TEST_P(Mixing, IsTheAlgorithmOfThePaper) {
  const auto [blocks, averaged] = GetParam();
  const MadeRows made = rounded_rows(3, 203, 2);
  const Plain plain = plain_mixing(made, std::min(blocks, 203), 3, averaged);
  const auto over = driven(partitions_of(made, 5, Kind::dense), mixing(blocks, 3, averaged));
  ASSERT_TRUE(over.ok()) << over.error().text();
  const auto& model = over.value().classifier;
  EXPECT_EQ(over.value().updates, plain.updates);
  for (std::size_t j = 0; j < 4; ++j) EXPECT_NEAR(model.weights()[j], plain.w[j], 1e-12) << "column " << j;
  EXPECT_NEAR(model.bias()[0], plain.w[4], 1e-12);
}

TEST_P(Mixing, HasTheSameBytesForEveryPartition) {
  const auto [blocks, averaged] = GetParam();
  for (const int classes : {2, 3}) {
    const MadeRows made = rounded_rows(7, 203, classes);
    const auto one = driven(partitions_of(made, 1, Kind::sparse), mixing(blocks, 3, averaged));
    ASSERT_TRUE(one.ok()) << one.error().text();
    for (const int parts : {2, 3, 7, 50}) {
      const auto over = driven(partitions_of(made, parts, Kind::sparse), mixing(blocks, 3, averaged), 5, 2, parts == 3);
      ASSERT_TRUE(over.ok()) << over.error().text();
      EXPECT_TRUE(over.value().classifier.bytes() == one.value().classifier.bytes()) << parts << " partitions";
    }
  }
}

INSTANTIATE_TEST_SUITE_P(Blocks, Mixing, testing::Combine(testing::Values(1, 3, 8, 500), testing::Bool()),
                         [](const auto& p) {
                           return std::to_string(std::get<0>(p.param)) + (std::get<1>(p.param) ? "Averaged" : "Last");
                         });

TEST(MixingBound, HoldsForTheMeanUpdatesOfABlock) {  // theorem 3: Σ over passes and blocks of updates/B <= R^2/γ^2
  for (const unsigned seed : {1U, 2U, 3U}) {
    const Separable made = separable_rows(seed, 0.05);
    for (const int blocks : {1, 2, 5, 16}) {
      const auto over = driven(partitions_of(made.rows, 3, Kind::dense), mixing(blocks, 5000, false));
      ASSERT_TRUE(over.ok()) << over.error().text();
      EXPECT_EQ(over.value().status, "converged") << blocks << " blocks";
      EXPECT_EQ(over.value().mistakes, 0);
      EXPECT_LE(static_cast<double>(over.value().updates) / blocks, made.bound);
    }
  }
}

TEST(MixingBlocks, AreRefusedElsewhere) {
  for (const Options& options : {Options{{"algorithm", "logistic"}, {"mixing-blocks", "4"}},
                                 Options{{"algorithm", "perceptron"}, {"mixing-blocks", "0"}},
                                 Options{{"algorithm", "perceptron"}, {"mixing-blocks", "5000"}}}) {
    const auto refused = PartitionedRun::begin(options);
    ASSERT_FALSE(refused.ok());
    EXPECT_NE(refused.error().where.find("mixing"), std::string::npos) << refused.error().text();
  }
  const MadeRows made = rounded_rows(1, 20, 2);
  const auto in_memory = train(DenseRows{std::span<const double>(made.values), made.rows(), made.cols},
                               CodedLabels{made.codes, made.texts}, mixing(2, 3, false));
  ASSERT_FALSE(in_memory.ok());
  EXPECT_NE(in_memory.error().where.find("mixing"), std::string::npos) << in_memory.error().text();
}

TEST(MixingBlocks, ThatWouldFillMemoryAreRefusedWithTheirSize) {
  constexpr std::int64_t columns = 1 << 20;
  std::vector<std::int64_t> start;
  std::vector<std::int32_t> codes;
  for (int i = 0; i <= 200; ++i) start.push_back(i);
  for (int i = 0; i < 200; ++i) codes.push_back(i % 2);
  const std::vector<std::int32_t> column(200, columns - 1);
  const std::vector<double> value(200, 1);
  const std::vector<std::string> texts = {"a", "b"};
  const CsrRows rows{start, column, std::span<const double>(value), 200, columns, {}, {}};
  const std::vector<Partition> parts = {Partition::of(rows, CodedLabels{codes, texts}, 0).value()};
  const auto refused = driven(parts, mixing(200, 1, false));
  ASSERT_FALSE(refused.ok());
  EXPECT_EQ(refused.error().message.find("200 blocks of 1,048,576 columns take 1,600 MiB a round"), 0U)
      << refused.error().text();
}

}  // namespace
}  // namespace halfspace
