// Whatever its steps are, the objective of coordinate descent never rises, and it ends at one that is proven.
#include <limits>

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include "solver/linear/linear_cases.hpp"

namespace halfspace {
namespace {

RC_GTEST_PROP(CoordinateDescent, NeverRises, ()) {
  const LinearCase c = random_case(60, 8);
  LinearOptions o;
  o.loss = *rc::gen::element(LossKind::logistic, LossKind::squared_hinge, LossKind::modified_huber);
  o.penalty = *rc::gen::element(PenaltyKind::l1, PenaltyKind::elastic_net);
  o.C = *rc::gen::element(0.1, 1.0, 30.0);
  double last = std::numeric_limits<double>::infinity();
  bool rose = false;
  LinearObserver observer;
  observer.round = [&](const LinearProgress& p) {
    rose = rose || (p.primal > 0 && p.primal > last * (1 + 1e-12));
    if (p.primal > 0) last = p.primal;
  };
  const auto r = train_linear({c.dense(), c.y, c.weight}, o, observer);
  RC_ASSERT(r.ok());
  RC_ASSERT(r.value().solver == "cd");
  RC_ASSERT(!rose);
  RC_ASSERT(r.value().status == Status::converged);
  RC_ASSERT(r.value().primal <= last * (1 + 1e-9));
}

}  // namespace
}  // namespace halfspace
