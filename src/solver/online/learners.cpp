#include "solver/online/learners.hpp"

#include <string>
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

Result<OnlineLearner> online_learner(const OnlineOptions& o) {
  return std::visit(
      [&]<class L>(L) -> Result<OnlineLearner> {
        if constexpr (HasDualStep<L>) {
          return learner_with<L>(o);
        } else {
          return Error{Code::usage, "--loss", std::string(name_of(o.loss)) + " has no online learner"};
        }
      },
      loss_of(o.loss));
}

}  // namespace halfspace
