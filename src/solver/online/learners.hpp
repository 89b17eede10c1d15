// The list of online learners: the perceptron family, and every loss that has a step in the dual with every rule of
// steps.hpp.
#pragma once

#include <variant>

#include "solver/online/gradient_learner.hpp"
#include "solver/online/perceptron_learner.hpp"

namespace halfspace {

template <class L>
using SgdLearner = GradientLearner<SgdSteps<L>, L>;
template <class L>
using AdaGradLearner = GradientLearner<AdaGradSteps<L>, L>;
template <class L>
using FtrlLearner = GradientLearner<FtrlSteps<L>, L>;

using OnlineLearner =
    std::variant<PerceptronLearner, SgdLearner<HingeLoss>, SgdLearner<SquaredHingeLoss>, SgdLearner<LogisticLoss>,
                 AdaGradLearner<HingeLoss>, AdaGradLearner<SquaredHingeLoss>, AdaGradLearner<LogisticLoss>,
                 FtrlLearner<HingeLoss>, FtrlLearner<SquaredHingeLoss>, FtrlLearner<LogisticLoss>>;

/// Has the list learners of this loss?
constexpr bool is_online(LossKind kind) {
  return kind == LossKind::hinge || kind == LossKind::squared_hinge || kind == LossKind::logistic;
}

/// Of a loss that is_online().
OnlineLearner online_learner(const OnlineOptions& options);

}  // namespace halfspace
