// What passes of dual coordinate descent go by: looks, rows that leave, a bias beside rows whose mean is far from 0.
#include <cstdint>
#include <limits>
#include <vector>

#include <gtest/gtest.h>

#include "base/rng.hpp"
#include "solver/linear/choose.hpp"
#include "solver/linear/dual/look_schedule.hpp"
#include "solver/linear/dual/shrinking.hpp"
#include "solver/linear/linear.hpp"

namespace halfspace {
namespace {

TEST(LookSchedule, LooksWhereWhatThePassSawPromisesTheTolerance) {
  LookSchedule looks(1e-3, false);
  EXPECT_FALSE(looks.worth_a_look(1, 1, 100, 1000));
  EXPECT_TRUE(looks.worth_a_look(2, 1, 1, 1000));
  looks.found(2);  // twice what was seen: from now on half as much has to be
  EXPECT_FALSE(looks.worth_a_look(3, 1, 0.9, 1000));
  EXPECT_TRUE(looks.worth_a_look(4, 1, 0.5, 1000));
  looks.found(std::numeric_limits<double>::infinity());  // tells nothing
  EXPECT_TRUE(looks.worth_a_look(5, 1, 0.5, 1000));
}

TEST(LookSchedule, ARunIsHopelessOnceTwoLooksInARowFindItSo) {
  LookSchedule looks(1e-3, false);
  looks.look_often(6);
  for (const std::uint64_t pass : {1U, 2U, 3U, 5U}) EXPECT_FALSE(looks.hopeless(pass, 64, 1, 1));  // too early to tell
  EXPECT_FALSE(looks.hopeless(11, 64, 1, 0.4));  // 6 passes a factor of 2.5, of which 7 are left
  EXPECT_FALSE(looks.hopeless(13, 64, 1, 0.6));  // rows came back
  EXPECT_FALSE(looks.hopeless(15, 64, 1, 0.1));
  EXPECT_FALSE(looks.hopeless(20, 64, 1, 0.099));
  EXPECT_TRUE(looks.hopeless(30, 64, 1, 0.098));
}

TEST(Shrinking, BeyondTheCacheFourTimesTheMeanStepIsEnough) {
  for (const bool near : {true, false}) {
    Shrinking rows(10, near, 0);
    rows.end_pass(100, 2);
    EXPECT_EQ(rows.bar(), near ? 100 : 8);
    rows.leave(3);
    EXPECT_EQ(rows.order().size(), 9U);
    rows.come_back(3);
    EXPECT_EQ(rows.order().size(), 10U);
    rows.end_pass(0, 0);
    EXPECT_EQ(rows.bar(), std::numeric_limits<double>::infinity());
  }
}

TEST(DualBias, FollowsTheMeanOfRowsThatAreNowhereNegative) {
  Rng rng(5, Stream::start);
  CsrMatrix<double> x;
  x.rows = 6000;
  x.cols = 20000;
  x.start.push_back(0);
  std::vector<std::int8_t> y;
  for (std::size_t i = 0; i < x.rows; ++i) {
    int sum = 0;
    for (std::size_t j = rng.bounded(4); j < 60; j += 1 + rng.bounded(4)) {  // words that every row has
      x.column.push_back(static_cast<std::uint32_t>(j));
      x.value.push_back(0.15);
      sum += j % 2 == 0 ? 1 : -1;
    }
    for (const std::size_t first : {60U, 10060U}) {  // rare ones: more columns than rows
      x.column.push_back(static_cast<std::uint32_t>(first + rng.bounded(9900)));
      x.value.push_back(0.35);
    }
    x.start.push_back(x.value.size());
    y.push_back(sum > 4 ? 1 : -1);
  }
  const Matrix rows = std::move(x);
  LinearOptions o;
  o.loss = LossKind::logistic;
  o.tol = 1e-3;
  for (const Bias bias : {Bias::free, Bias::augmented}) {
    o.bias = bias;
    EXPECT_EQ(choose_solver(Design({rows, y, {}}, o), o).solver, LinearSolver::dual_cd);
    const auto result = train_linear({rows, y, {}}, o, {});
    ASSERT_TRUE(result.ok());
    EXPECT_EQ(result.value().solver, "dual-cd");
    EXPECT_LE(result.value().gap, o.tol * result.value().primal);
    EXPECT_LE(result.value().rounds, 12U);
  }
}

}  // namespace
}  // namespace halfspace
