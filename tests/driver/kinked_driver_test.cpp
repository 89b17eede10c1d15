// L1 and elastic net over partitions: gaps that are never false, wide rows, more weights than Σ h x x' is asked of.
#include <gtest/gtest.h>

#include "driver/partition_rows.hpp"
#include "loss/losses.hpp"

namespace halfspace {
namespace {

struct Choice {
  LossKind loss;
  const char* penalty;
  double l1_ratio;
  const char* bias;
  double C;
};

Options options_of(const Choice& c, const char* tol) {
  Options out = {{"algorithm", is_likelihood(c.loss) ? "logistic" : "svm"},
                 {"loss", std::string(name_of(c.loss))},
                 {"penalty", c.penalty},
                 {"bias", c.bias},
                 {"C", std::to_string(c.C)},
                 {"tol", tol}};
  if (c.penalty == std::string("elastic-net")) out.emplace_back("l1-ratio", std::to_string(c.l1_ratio));
  return out;
}

/// C Σ c_i loss(y_i (w.x_i + b)) + Σ ρ |w_j| + (1 - ρ)/2 w_j^2 by its definition.
long double objective_of(const Classifier& model, const MadeRows& rows, const Choice& c) {
  const std::span<const double> w = model.weights();
  const double b = model.bias()[0];
  long double sum = 0;
  for (std::int64_t i = 0; i < rows.rows(); ++i) {
    long double score = b;
    for (std::int64_t j = 0; j < rows.cols; ++j)
      score += static_cast<long double>(rows.values[static_cast<std::size_t>(i * rows.cols + j)]) *
               w[static_cast<std::size_t>(j)];
    const long double m = rows.codes[static_cast<std::size_t>(i)] == 1 ? score : -score;
    const long double loss = c.loss == LossKind::logistic        ? std::log1p(std::exp(-m))
                             : m >= 1                            ? 0.0L
                             : c.loss == LossKind::squared_hinge ? (1 - m) * (1 - m)
                             : m >= -1                           ? (1 - m) * (1 - m)
                                                                 : -4 * m;
    sum += c.C * rows.weights[static_cast<std::size_t>(i)] * loss;
  }
  const long double ratio = c.penalty == std::string("l1") ? 1.0L : c.l1_ratio;
  const auto pull = [&](long double v) { return ratio * std::fabs(v) + (1 - ratio) / 2 * v * v; };
  for (const double v : w) sum += pull(v);
  return c.bias == std::string("augmented") ? sum + pull(b) : sum;
}

std::vector<Choice> every_choice() {
  std::vector<Choice> out;
  for (const LossKind loss : {LossKind::logistic, LossKind::squared_hinge, LossKind::modified_huber})
    for (const char* bias : {"free", "augmented", "none"})
      for (const double C : {0.015625, 0.5, 32.0}) {
        out.push_back({loss, "l1", 1, bias, C});
        out.push_back({loss, "elastic-net", 0.75, bias, C});
      }
  return out;
}

TEST(KinkedPartitions, GapsAreTrueAfterEveryRound) {
  unsigned seed = 100;
  for (const Choice& c : every_choice()) {
    const MadeRows made = made_rows(++seed, 90, 6, 2);
    DenseRows rows{std::span<const double>(made.values), made.rows(), made.cols};
    rows.weights = made.weights;
    const auto best = train(rows, CodedLabels{made.codes, made.texts}, options_of(c, "1e-10"));
    ASSERT_TRUE(best.ok()) << best.error().text();
    const double optimum = *best.value().objective;
    const std::vector<Partition> parts = partitions_of(made, 2, Kind::dense, true);
    for (int rounds = 1; rounds <= 12; ++rounds) {
      Options options = options_of(c, "1e-9");
      options.emplace_back("max-rounds", std::to_string(rounds));
      const auto ended = driven(parts, options);
      ASSERT_TRUE(ended.ok()) << ended.error().text();
      const double found = *ended.value().objective;
      const auto again = static_cast<double>(objective_of(ended.value().classifier, made, c));
      EXPECT_NEAR(found, again, 1e-12 * found) << name_of(c.loss) << " " << c.penalty << " " << c.bias << " " << c.C;
      EXPECT_GE(found, optimum - *best.value().gap);
      EXPECT_LE(found - *ended.value().gap, optimum * (1 + 1e-14))
          << name_of(c.loss) << " " << c.penalty << " " << c.bias << " " << c.C << ", " << rounds << " rounds";
      if (rounds == 12) {
        EXPECT_EQ(ended.value().status, "converged")
            << name_of(c.loss) << " " << c.penalty << " " << c.bias << " " << c.C << ": " << ended.value().stop_reason
            << ", gap " << *ended.value().gap << " of " << found;
      }
    }
  }
}

std::int64_t support(const Classifier& model) {
  const std::span<const double> w = model.weights();
  return std::count_if(w.begin(), w.end(), [](double v) { return v != 0; });
}

/// The same bytes of 1 and 7 partitions, from a checkpoint after every round; the optimum of the run in memory.
Training learned_alike(const MadeRows& made, const Options& options) {
  const auto one = driven(partitions_of(made, 1, Kind::sparse), options);
  EXPECT_TRUE(one.ok()) << one.error().text();
  EXPECT_EQ(one.value().status, "converged") << one.value().stop_reason;
  const auto seven = driven(partitions_of(made, 7, Kind::sparse), options, 5, 2, true);
  EXPECT_TRUE(one.value().classifier.bytes() == seven.value().classifier.bytes());
  const CsrPart all = csr_part(made, 0, made.rows());
  const CsrRows rows{all.start, all.column, std::span<const double>(all.value), made.rows(), made.cols, {}, {}};
  const auto in_memory = train(rows, CodedLabels{made.codes, made.texts}, options);
  EXPECT_TRUE(in_memory.ok());
  const double found = *one.value().objective;
  const double whole = *in_memory.value().objective;
  EXPECT_LE(found - *one.value().gap, whole * (1 + 1e-12));
  EXPECT_LE(whole - *in_memory.value().gap, found * (1 + 1e-12));
  return one.value();
}

TEST(KinkedPartitions, WideRowsAreLearnedByAFewColumns) {
  const MadeRows made = made_rows(8, 300, 20000, 2, 0.998);
  for (const Options& options :
       {Options{{"algorithm", "logistic"}, {"penalty", "l1"}, {"tol", "1e-6"}},
        Options{{"algorithm", "svm"}, {"loss", "squared-hinge"}, {"penalty", "l1"}, {"bias", "none"}, {"C", "0.1"}}}) {
    const Training told = learned_alike(made, options);
    EXPECT_LT(told.rounds, 40);
    EXPECT_GT(support(told.classifier), 5);
    EXPECT_LT(support(told.classifier), 600);
  }
}

TEST(KinkedPartitions, MoreWeightsThanAMatrixAreLearnedByProducts) {
  const MadeRows made = made_rows(9, 2000, 2500, 2, 0.98);
  const Training told = learned_alike(
      made, {{"algorithm", "logistic"}, {"penalty", "elastic-net"}, {"l1-ratio", "0.2"}, {"tol", "1e-4"}});
  EXPECT_GT(support(told.classifier), 1100);
}

}  // namespace
}  // namespace halfspace
