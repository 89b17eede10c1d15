// However weights and slopes move, no more columns are held than allowed, and none that a step needs is missing.
#include "solver/linear/primal/working_set.hpp"

#include <cmath>
#include <cstdint>
#include <vector>

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include "solver/linear/linear_cases.hpp"

namespace halfspace {
namespace {

RC_GTEST_PROP(WorkingSet, HoldsAtMostWhatItMay, ()) {
  constexpr std::size_t d = 60;
  constexpr std::size_t most = 20;
  CsrMatrix<double> x;
  x.rows = 2;
  x.cols = d;
  x.start.push_back(0);
  for (std::size_t i = 0; i < x.rows; ++i) {
    for (std::uint32_t j = 0; j < d; ++j) {
      x.column.push_back(j);
      x.value.push_back(1);
    }
    x.start.push_back(x.column.size());
  }
  const Matrix rows = std::move(x);
  const std::vector<std::int8_t> y = {1, -1};
  LinearOptions o;
  o.penalty = PenaltyKind::l1;
  o.bias = Bias::none;
  const Design z({rows, y, {}}, o);
  const WorkingSet set(z);
  HeldColumns held(z);
  std::vector<double> v(d);
  std::vector<double> g(d);
  for (int turn = 0; turn < 12; ++turn) {
    std::size_t weights = 0;
    for (std::size_t j = 0; j < d; ++j) {
      v[j] = *rc::gen::inRange(0, 6) == 0 ? 1 : 0;
      g[j] = *rc::gen::inRange(80, 110) / 100.0;  // about l1: held columns of weight 0 are not idle
      weights += v[j] != 0 ? 1 : 0;
    }
    const bool held_all = set.choose(v, g, 0.9, most, held);
    RC_ASSERT(held.columns().size() <= most);
    if (!held_all) continue;
    RC_ASSERT(weights <= most);
    for (std::size_t j = 0; j < d; ++j) RC_ASSERT(v[j] == 0 || held.holds(j));
  }
}

}  // namespace
}  // namespace halfspace
