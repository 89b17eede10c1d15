// Slopes of each class with what their grids round off, held against exact rational sums and the bound that prices them.
#include <array>
#include <cmath>
#include <span>
#include <vector>

#include <gmpxx.h>
#include <gtest/gtest.h>

#include "driver/driver.hpp"
#include "driver/partition_rows.hpp"
#include "driver/sum_errors.hpp"
#include "driver/task_values.hpp"
#include "shard/curves.hpp"
#include "shard/shard.hpp"

namespace halfspace {
namespace {

/// Columns of very different sizes, and one that is far from 0.
ShardRows rows_of(const MadeRows& made) {
  CsrMatrix<double> x;
  const CsrPart part = csr_part(made, 0, made.rows());
  for (const std::int64_t at : part.start) x.start.push_back(static_cast<std::uint64_t>(at));
  for (std::size_t k = 0; k < part.value.size(); ++k) {
    const auto j = static_cast<std::uint32_t>(part.column[k]);
    x.column.push_back(j);
    x.value.push_back(std::ldexp(part.value[k] + (j == 2 ? 50 : 0), 4 * static_cast<int>(j % 5) - 8));
  }
  x.rows = static_cast<std::size_t>(made.rows());
  x.cols = static_cast<std::size_t>(made.cols);
  ShardRows out;
  out.x = std::move(x);
  for (const std::int32_t code : made.codes) out.label.push_back(static_cast<std::uint32_t>(code));
  for (const double w : made.weights) out.weight.push_back(w / 7);
  out.labels = made.texts;
  return out;
}

struct ExactSlopes {
  std::array<std::vector<mpq_class>, 2> of;  // positive, negative
  std::array<mpq_class, 2> alpha;
};

ExactSlopes exact_slopes(const ShardRows& rows, std::span<const double> v) {
  const auto& x = std::get<CsrMatrix<double>>(rows.x);
  ExactSlopes out;
  for (auto& side : out.of) side.assign(v.size(), 0);
  for (std::size_t i = 0; i < x.rows; ++i) {
    const double y = rows.label[i] == 1 ? 1 : -1;
    const double m = y * (dot(x.row(i), v.data()) + v.back());
    const double a = rows.weight[i] * -LogisticLoss::slope(m);
    const std::size_t side = y > 0 ? 0 : 1;
    out.alpha.at(side) += mpq_class(a);
    const mpq_class r(-(a * y));
    for_each_entry(x.row(i), [&](std::size_t j, double value) { out.of.at(side)[j] += r * mpq_class(value); });
    out.of.at(side).back() += r;
  }
  return out;
}

TEST(FineSums, AreWithinTheBoundThatPricesThem) {
  for (unsigned seed = 0; seed < 10; ++seed) {
    const Shard shard(rows_of(made_rows(seed, 400, 12, 2)));
    Settings settings;
    settings.values = {{"algorithm", "logistic"}, {"penalty", "l1"}, {"C", "3"}, {"tol", "1e-9"}};
    Driver driver = Driver::begin(settings).value();
    LinearOptions options;
    options.C = 3;
    ShardFacts facts;
    int checked = 0;
    while (!driver.done()) {
      const Question q = driver.ask();
      const Answer a = shard.answer(q);
      if (q.ask == Ask::schema) facts = ShardFacts::of(a).value();
      if (q.ask == Ask::sizes) {
        ASSERT_TRUE(facts.take_sizes(a, q).ok());
      }
      if (q.ask == Ask::work) {
        const Task& t = q.tasks[0];
        const std::size_t d = t.weights.size();
        const ExactSlopes exact = exact_slopes(shard.data(), t.weights);
        const SumErrors errors(facts, options, 1, std::ldexp(0.75, t.loss_reach));
        for (std::size_t j = 0; j < d; ++j) {
          mpq_class off;
          for (const std::size_t side : {std::size_t{0}, std::size_t{1}}) {
            const mpq_class sum = mpq_class(a.sum[side * d + j]) + mpq_class(a.sum[(2 + side) * d + j]);
            off += abs(sum - exact.of.at(side)[j]);
          }
          EXPECT_LE(options.C * off.get_d(), errors.of_fine(j)) << "seed " << seed << ", column " << j;
        }
        EXPECT_DOUBLE_EQ(slot(a.exact, Slot::positive_alpha), exact.alpha[0].get_d());
        EXPECT_DOUBLE_EQ(slot(a.exact, Slot::negative_alpha), exact.alpha[1].get_d());
        ++checked;
      }
      ASSERT_TRUE(driver.tell(a).ok());
    }
    EXPECT_GT(checked, 4);
  }
}

}  // namespace
}  // namespace halfspace
