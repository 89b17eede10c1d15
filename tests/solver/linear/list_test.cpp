// Which solver takes which loss, penalty and C.
#include "solver/linear/list.hpp"

#include <limits>
#include <string>
#include <string_view>
#include <vector>

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include "solver/linear/linear_cases.hpp"
#include "solver/linear/options.hpp"

namespace halfspace {
namespace {

/// The penalties by letters: none, L2, L1, elastic net with L1 and without, Firth's.
LinearOptions with_penalty(char letter) {
  LinearOptions o;
  o.penalty = letter == 'N'   ? PenaltyKind::none
              : letter == '2' ? PenaltyKind::l2
              : letter == '1' ? PenaltyKind::l1
              : letter == 'F' ? PenaltyKind::firth
                              : PenaltyKind::elastic_net;
  o.l1_ratio = letter == '0' ? 0 : 0.5;
  return o;
}

std::string accepted(LinearSolver solver, LossKind loss, double C) {
  std::string out;
  for (const char letter : std::string_view("N21E0F")) {
    LinearOptions o = with_penalty(letter);
    o.solver = solver;
    o.loss = loss;
    o.C = C;
    if (check_linear_options(o)) out += letter;
  }
  return out;
}

struct Row {
  LinearSolver solver;
  std::string hinge, squared_hinge, logistic, modified_huber, hard_margin;
};

TEST(LinearSolvers, EachTakesTheseLossesAndPenalties) {
  using S = LinearSolver;
  const std::vector<Row> table = {
      {S::automatic, "20", "N21E0", "N21E0F", "N21E0", "20"},
      {S::gd, "", "", "N", "", ""},
      {S::dual_cd, "20", "20", "20", "20", "20"},
      {S::newton, "20", "N20", "N20F", "N20", ""},
      {S::trust_newton, "", "N20", "N20", "N20", ""},
      {S::cd, "", "21E0", "21E0", "21E0", ""},
      {S::sgd, "N20", "N20", "N20", "N20", ""},
      {S::interior_point, "20", "", "", "", "20"},
      {S::min_norm, "", "", "", "", "20"},
      {S::smo, "", "", "", "", ""},
      {S::augmented_lagrangian, "20", "", "", "", ""},
      {S::multipliers, "", "", "", "", "20"},
  };
  ASSERT_EQ(table.size(), linear_solvers.size());
  for (const Row& row : table) {
    SCOPED_TRACE(name_of(row.solver));
    EXPECT_EQ(accepted(row.solver, LossKind::hinge, 1), row.hinge);
    EXPECT_EQ(accepted(row.solver, LossKind::squared_hinge, 1), row.squared_hinge);
    EXPECT_EQ(accepted(row.solver, LossKind::logistic, 1), row.logistic);
    EXPECT_EQ(accepted(row.solver, LossKind::modified_huber, 1), row.modified_huber);
    for (const LossKind loss : {LossKind::hinge, LossKind::squared_hinge, LossKind::logistic, LossKind::modified_huber})
      EXPECT_EQ(accepted(row.solver, loss, std::numeric_limits<double>::infinity()),
                loss == LossKind::hinge ? row.hard_margin : "");
  }
}

RC_GTEST_PROP(LinearSolvers, WhatIsAcceptedIsSolved, ()) {
  const LinearCase c = random_case();
  LinearOptions o = with_penalty(*rc::gen::element('N', '2', '1', 'E', '0', 'F'));
  o.solver = static_cast<LinearSolver>(*rc::gen::inRange<std::size_t>(0, linear_solvers.size()));
  o.loss = static_cast<LossKind>(*rc::gen::inRange<std::size_t>(0, every_loss.size()));
  o.C = *rc::gen::element(0.5, std::numeric_limits<double>::infinity());
  o.max_rounds = 5;
  const bool fits = check_linear_options(o).ok();
  RC_TAG(std::string(name_of(o.solver)) + (fits ? "" : ", refused"));
  const auto r = train_linear({c.dense(), c.y, {}}, o, {});
  RC_ASSERT(r.ok() == fits);
  if (!fits) RC_ASSERT(r.error().code == Code::usage);
}

TEST(LinearSolvers, TheFlagOffersAllButTheMultipliers) {
  for (const std::string_view name : Names<LinearSolver>::list)
    EXPECT_EQ(choice_of<LinearSolver>(name, "--solver").ok(), name != "multipliers") << name;
  EXPECT_EQ(choices<LinearSolver>().find("multipliers"), std::string::npos);
}

TEST(LinearSolvers, WhoeverIsNotReplacedRuns) {
  for (const LinearSolverEntry* solver : linear_solvers)
    EXPECT_EQ(solver->run == nullptr, solver == &automatic_solver || solver == &kernel_solver);
}

}  // namespace
}  // namespace halfspace
