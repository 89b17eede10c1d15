#include "solver/online/learners.hpp"

#include <cstdlib>
#include <variant>

namespace halfspace {
namespace {

template <class L>
OnlineLearner learner_with(const OnlineOptions& o) {
  switch (o.solver) {
    case OnlineSolver::sgd:
      return SgdLearner<L>(o);
    case OnlineSolver::adagrad:
      return AdaGradLearner<L>(o);
    default:
      return FtrlLearner<L>(o);
  }
}

}  // namespace

OnlineLearner online_learner(const OnlineOptions& o) {
  return std::visit(
      [&]<class L>(L) -> OnlineLearner {
        if constexpr (HasDualStep<L>) {
          return learner_with<L>(o);
        } else {
          std::abort();  // options of other losses are refused (train/stream)
        }
      },
      loss_of(o.loss));
}

}  // namespace halfspace
