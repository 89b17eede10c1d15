// Every loss, penalty and bias mode at every decade of C on two species of iris, apart and overlapping: each run ends
// after few rounds, and all but the last decades of L1 within the tolerance.
#include <cmath>
#include <fstream>
#include <sstream>

#include <gtest/gtest.h>

#include "solver/linear/linear_cases.hpp"
#include "test_folder.hpp"

namespace halfspace {
namespace {

LinearCase iris(const std::string& negative, const std::string& positive) {
  std::ifstream file(test_folder() + "/../data/iris.csv");
  LinearCase c;
  c.cols = 4;
  for (std::string line; std::getline(file, line);) {
    const std::string species = line.substr(line.rfind(',') + 1);
    if (species != negative && species != positive) continue;
    std::istringstream cells(line);
    std::string cell;
    for (std::size_t j = 0; j < c.cols && std::getline(cells, cell, ','); ++j) c.values.push_back(std::stod(cell));
    c.y.push_back(species == positive ? 1 : -1);
  }
  c.rows = c.y.size();
  return c;
}

std::vector<LinearOptions> all_choices() {
  std::vector<LinearOptions> all;
  LinearOptions o;
  for (const LossKind loss : {LossKind::hinge, LossKind::squared_hinge, LossKind::logistic, LossKind::modified_huber}) {
    for (const PenaltyKind penalty : {PenaltyKind::l2, PenaltyKind::l1, PenaltyKind::elastic_net}) {
      if (loss == LossKind::hinge && penalty != PenaltyKind::l2) continue;
      for (const Bias bias : {Bias::free, Bias::augmented, Bias::none}) {
        o.loss = loss;
        o.penalty = penalty;
        o.bias = bias;
        all.push_back(o);
      }
    }
  }
  return all;
}

void expect_ends(const LinearCase& c) {
  ASSERT_EQ(c.rows, 100U);
  constexpr int certain = 10;  // decades: beyond, α of 10^11 and more has no digits left for the ball of L1
  for (LinearOptions o : all_choices()) {
    for (int e = -12; e <= 12; ++e) {
      o.C = std::pow(10.0, e);
      const auto r = train_linear({c.dense(), c.y, {}}, o, {});
      ASSERT_TRUE(r.ok());
      const LinearResult& found = r.value();
      EXPECT_LE(found.rounds, 2000U) << summary(found, o) << ", C " << o.C;
      EXPECT_TRUE(std::isfinite(found.gap)) << summary(found, o) << ", C " << o.C;
      if (o.penalty == PenaltyKind::l1 && e > certain) continue;
      EXPECT_EQ(found.status, Status::converged) << summary(found, o) << ", C " << o.C;
    }
  }
}

TEST(LinearAtEveryC, EndsOnClassesApart) { expect_ends(iris("setosa", "versicolor")); }

TEST(LinearAtEveryC, EndsOnClassesThatOverlap) { expect_ends(iris("versicolor", "virginica")); }

}  // namespace
}  // namespace halfspace
