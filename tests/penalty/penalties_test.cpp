// What a row of penalty_table says of a penalty holds at every ratio.
#include "penalty/penalties.hpp"

#include <gtest/gtest.h>

namespace halfspace {
namespace {

TEST(Penalties, ARatioChangesOnlyThoseThatTakeIt) {
  for (const PenaltyFacts& row : penalty_table) {
    const Penalty low = penalty_of(row.kind, 0.25);
    const Penalty high = penalty_of(row.kind, 0.75);
    EXPECT_EQ(takes_ratio(row.kind), low.l1 != high.l1 || low.l2 != high.l2) << row.name;
    EXPECT_EQ(has_l1(row.kind), low.l1 > 0) << row.name;
    EXPECT_EQ(is_weighed(row.kind), low.value(1) > 0) << row.name;
    EXPECT_EQ(is_half_square(row.kind), low.value(3) == 4.5 && low.l1 == 0) << row.name;
  }
}

TEST(Penalties, FormulasNameTheWeights) {
  EXPECT_EQ(formula_of(PenaltyKind::none, "w"), "");
  EXPECT_EQ(formula_of(PenaltyKind::l2, "(w, b)"), "1/2 |(w, b)|^2");
  EXPECT_EQ(formula_of(PenaltyKind::elastic_net, "w"), "rho |w|_1 + (1 - rho)/2 |w|^2");
}

}  // namespace
}  // namespace halfspace
