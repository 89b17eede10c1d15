// Runs that keep all margins choose the rows that a look at all rows after each update would choose.
#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "base/rng.hpp"
#include "solver/perceptron/mistakes.hpp"
#include "solver/perceptron/perceptron.hpp"
#include "solver/perceptron/row_order.hpp"
#include "solver/perceptron/weights.hpp"

namespace halfspace {
namespace {

struct KeptCase {
  Matrix x;
  std::vector<std::int8_t> y;
  bool short_decimals = false;
  int decimals = 0;
};

/// Overlapping rows: whole numbers, decimals, or doubles of very different sizes; some rows twice, some opposite.
KeptCase kept_case(std::uint64_t seed) {
  Rng rng(seed, Stream::probe);
  const std::size_t n = 5 + rng.bounded(40);
  const std::size_t d = 1 + rng.bounded(6);
  const std::uint64_t kind = seed % 3;
  DenseMatrix<double> x;
  x.rows = n;
  x.cols = d;
  x.value = Buffer<double>(n * d, 0.0);
  KeptCase c;
  for (std::size_t i = 0; i < n; ++i) {
    for (std::size_t j = 0; j < d; ++j) {
      double v = static_cast<double>(rng.bounded(21)) - 10;
      if (kind == 1) v /= 10;
      if (kind == 2) v = (v + static_cast<double>(rng.bounded(1000)) / 3) * std::pow(10.0, static_cast<double>(j) - 3);
      if (i > 2 && rng.bounded(4) == 0) v = x.value[(i - 2) * d + j];
      x.value[i * d + j] = rng.bounded(5) == 0 ? 0 : v;
    }
    c.y.push_back(rng.bounded(2) == 0 ? 1 : -1);
  }
  c.short_decimals = kind < 2;
  c.decimals = kind == 1 ? 1 : 0;
  if (rng.bounded(2) == 0) {
    c.x = std::move(x);
    return c;
  }
  CsrMatrix<double> sparse;
  sparse.cols = d;
  sparse.start.push_back(0);
  for (std::size_t i = 0; i < n; ++i) append_row(sparse, x.row(i));
  c.x = std::move(sparse);
  return c;
}

PerceptronChoices kept_options(std::uint64_t seed, std::uint64_t n) {
  Rng rng(seed, Stream::order);
  PerceptronChoices o;
  o.order = Order::random_mistake;
  o.stop = rng.bounded(2) == 0 ? Stop::no_mistake : Stop::rounds;
  o.keep = rng.bounded(2) == 0 ? Keep::pocket : Keep::last;
  o.mistake = static_cast<Mistake>(rng.bounded(3));
  o.step = rng.bounded(3) == 0 ? Step::rate : Step::unit;
  o.eta = 0.3;
  o.decide = Decide::off;
  o.margin = o.mistake != Mistake::boundary_is_positive && rng.bounded(3) == 0 ? 1.5 : 0;
  o.bias = rng.bounded(3) == 0 ? Bias::none : Bias::augmented;
  o.start = o.mistake == Mistake::boundary_is_correct ? Start::random : Start::zero;
  o.max_updates = 5000;
  o.rounds = o.stop == Stop::rounds ? 5000 : 0;
  o.seed = seed;
  return resolve(o, n).value();
}

/// The rows of a run that looks at all rows after each update.
std::vector<std::uint64_t> rows_by_looking(const KeptCase& c, const PerceptronChoices& o) {
  const PerceptronProblem p{c.x, c.y, {}, {}, 2, c.decimals, c.short_decimals};
  const DecimalScale scale = find_scale(p, o);
  const auto run = [&](const auto& m) {
    Weights w(m, o, scale);
    const double threshold = w.exact() ? std::nearbyint(o.margin * w.unit()) : o.margin;
    const MistakeCounter all(m, w, c.y, {}, 0, o.mistake, threshold, 1);
    RowOrder order(o, m.rows);
    order.begin_pass();
    std::vector<std::uint64_t> mistakes;
    std::vector<std::uint64_t> out;
    for (all.find(mistakes); !mistakes.empty() && out.size() < 5000; all.find(mistakes)) {
      const std::uint64_t i = order.choose(mistakes);
      out.push_back(i);
      w.move(i, c.y[i] * (o.step == Step::rate ? o.eta : 1), out.size());
      w.stay_exact();
    }
    return out;
  };
  return scale.data == 1 ? std::visit(run, c.x) : std::visit(run, scaled(c.x, scale.data));
}

TEST(KeptMargins, ChooseTheRowsThatALookAtAllRowsChooses) {
  std::size_t longest = 0;
  for (std::uint64_t seed = 0; seed < 400; ++seed) {
    const KeptCase c = kept_case(seed);
    const PerceptronChoices o = kept_options(seed, c.y.size());
    std::vector<std::uint64_t> rows;
    PerceptronObserver observer;
    observer.update = [&](const UpdateEvent& e) { rows.push_back(e.rows[0]); };
    const PerceptronProblem p{c.x, c.y, {}, {}, 2, c.decimals, c.short_decimals};
    const auto run = train_perceptron(p, o, 1, 0, observer);
    ASSERT_TRUE(run.ok());
    ASSERT_EQ(rows, rows_by_looking(c, o)) << "seed " << seed;
    longest = std::max(longest, rows.size());
  }
  EXPECT_EQ(longest, 5000U);  // beyond one refreshing of the margins
}

/// The same bytes whether columns of the Gram matrix are kept or not.
TEST(KeptMargins, DoNotDependOnTheirMemory) {
  for (std::uint64_t seed = 0; seed < 30; ++seed) {
    const KeptCase c = kept_case(seed);
    const PerceptronChoices o = kept_options(seed, c.y.size());
    const PerceptronProblem p{c.x, c.y, {}, {}, 2, c.decimals, c.short_decimals};
    const auto much = train_perceptron(p, o, 1, 0, {});
    const auto none = train_perceptron(p, o, 1, 1, {});
    ASSERT_TRUE(much.ok() && none.ok());
    EXPECT_EQ(much.value().w, none.value().w);
    EXPECT_EQ(much.value().alpha, none.value().alpha);
  }
}

/// A run that waits for what does not come ends after its bound of work, at the same place each time.
TEST(WorkBound, EndsARunThatWaitsForEver) {
  for (const Order order :
       {Order::cyclic, Order::first_mistake, Order::shuffled, Order::random, Order::random_mistake}) {
    for (const Stop stop : {Stop::clean_pass, Stop::no_mistake}) {
      const KeptCase c = kept_case(2);
      PerceptronChoices o;
      o.order = order;
      o.stop = stop;
      o.decide = Decide::off;
      o.max_work = std::uint64_t{1} << 22U;
      const PerceptronProblem p{c.x, c.y, {}, {}, 2, c.decimals, c.short_decimals};
      const auto run = train_perceptron(p, resolve(o, c.y.size()).value(), 1, 0, {});
      ASSERT_TRUE(run.ok());
      EXPECT_EQ(run.value().status, Status::not_converged);
      EXPECT_NE(run.value().stop_reason.find("4,194,304"), std::string::npos) << run.value().stop_reason;
      const auto again = train_perceptron(p, resolve(o, c.y.size()).value(), 1, 0, {});
      EXPECT_EQ(run.value().visits, again.value().visits);
      EXPECT_EQ(run.value().w, again.value().w);
    }
  }
}

}  // namespace
}  // namespace halfspace
