// Measures of labels against scikit-learn's numbers (reference/sklearn/label_metrics.py), and what holds of any labels.
#include "select/label_metrics.hpp"

#include <cmath>
#include <fstream>
#include <sstream>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "base/rng.hpp"
#include "test_folder.hpp"

namespace halfspace::test {
namespace {

/// The counts of rows "truth:predicted:weight" with blanks between.
Counts counted_rows(std::size_t classes, const std::string& rows) {
  Counts out;
  out.classes = classes;
  std::istringstream text(rows);
  std::size_t truth = 0;
  std::size_t predicted = 0;
  double weight = 0;
  char colon = 0;
  while (text >> truth >> colon >> predicted >> colon >> weight) {
    ++out.rows;
    ++out.confusion[{truth, predicted}];
    out.weight += weight;
    out.confusion_weight[{truth, predicted}] += weight;
  }
  return out;
}

std::vector<double> listed(const LabelMetrics& m) {
  std::vector<double> out = {m.accuracy, m.balanced_accuracy, m.mcc};
  for (const MeanMetrics& mean : {m.macro, m.weighted, m.micro})
    out.insert(out.end(), {mean.precision, mean.recall, mean.f1});
  for (const ClassMetrics& c : m.classes) out.insert(out.end(), {c.precision, c.recall, c.f1, c.support});
  return out;
}

TEST(LabelMetrics, AreThoseOfScikitLearn) {
  std::ifstream file(test_folder() + "/reference/sklearn/label_metrics.tsv");
  std::string line;
  std::size_t sets = 0;
  while (std::getline(file, line)) {
    if (line.starts_with('#')) continue;
    const std::size_t first = line.find('\t');
    const std::size_t second = line.find('\t', first + 1);
    const Counts counts = counted_rows(std::stoul(line.substr(0, first)), line.substr(first + 1, second - first - 1));
    const std::vector<double> ours = listed(label_metrics(counts));
    std::istringstream numbers(line.substr(second + 1));
    std::size_t k = 0;
    for (double theirs = 0; numbers >> theirs; ++k) {
      ASSERT_LT(k, ours.size()) << line;
      ASSERT_NEAR(ours[k], theirs, 1e-12) << "number " << k << " of " << line;
    }
    ASSERT_EQ(k, ours.size()) << line;
    ++sets;
  }
  EXPECT_EQ(sets, 200);
}

TEST(LabelMetrics, WeightsOfOneAndTheOrderOfClassesSayNothing) {
  for (std::uint64_t seed = 0; seed < 100; ++seed) {
    Rng rng(seed, Stream::probe);
    Counts plain;
    plain.classes = 2 + rng.bounded(4);
    plain.rows = 1 + rng.bounded(40);
    for (std::uint64_t i = 0; i < plain.rows; ++i)
      ++plain.confusion[{rng.bounded(plain.classes), rng.bounded(plain.classes)}];
    Counts weighed = plain;
    Counts turned;
    turned.classes = plain.classes;
    turned.rows = plain.rows;
    for (const auto& [pair, rows] : plain.confusion) {
      weighed.confusion_weight[pair] = 3 * static_cast<double>(rows);
      weighed.weight += 3 * static_cast<double>(rows);
      turned.confusion[{plain.classes - 1 - pair.first, plain.classes - 1 - pair.second}] = rows;
    }
    const LabelMetrics m = label_metrics(plain);
    for (const LabelMetrics& same : {label_metrics(weighed), label_metrics(turned)}) {
      EXPECT_NEAR(same.mcc, m.mcc, 1e-12);
      EXPECT_NEAR(same.balanced_accuracy, m.balanced_accuracy, 1e-12);
      EXPECT_NEAR(same.macro.f1, m.macro.f1, 1e-12);
    }
    EXPECT_NEAR(m.weighted.recall, m.accuracy, 1e-12);
    EXPECT_LE(std::fabs(m.mcc), 1 + 1e-12);
  }
}

/// Wilson's interval holds the shares p that are at most z standard errors (of p) from the one seen: its ends are at z.
TEST(WilsonInterval, EndsAreOneQuantileAway) {
  for (const std::uint64_t n : {1U, 5U, 40U, 1000U}) {
    for (std::uint64_t k = 0; k <= n; k += 1 + n / 7) {
      const ShareInterval i = wilson_interval(k, n);
      const double share = static_cast<double>(k) / static_cast<double>(n);
      EXPECT_LE(i.from, share);
      EXPECT_GE(i.to, share);
      for (const double p : {i.from, i.to}) {
        if (p == 0 || p == 1) continue;
        const double error = std::sqrt(p * (1 - p) / static_cast<double>(n));
        EXPECT_NEAR(std::fabs(share - p) / error, 1.959963984540054, 1e-9) << k << " of " << n;
      }
    }
  }
}

TEST(LabelMetrics, OfNoRowsAreZero) {
  const LabelMetrics m = label_metrics({});
  EXPECT_EQ(m.accuracy, 0);
  EXPECT_EQ(m.mcc, 0);
  EXPECT_EQ(m.classes.size(), 2);
}

}  // namespace
}  // namespace halfspace::test
