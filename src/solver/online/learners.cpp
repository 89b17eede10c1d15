#include "solver/online/learners.hpp"

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
  switch (o.loss) {
    case LossKind::hinge:
      return learner_with<HingeLoss>(o);
    case LossKind::squared_hinge:
      return learner_with<SquaredHingeLoss>(o);
    default:
      return learner_with<LogisticLoss>(o);
  }
}

}  // namespace halfspace
