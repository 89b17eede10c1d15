// The list of online learners: the perceptron family, and every loss that has a step in the dual with every rule of
// steps.hpp.
#pragma once

#include <variant>

#include "halfspace/result.hpp"
#include "solver/online/gradient_learner.hpp"
#include "solver/online/perceptron_learner.hpp"

namespace halfspace {

template <class L>
using SgdLearner = GradientLearner<SgdSteps<L>, L>;
template <class L>
using AdaGradLearner = GradientLearner<AdaGradSteps<L>, L>;
template <class L>
using FtrlLearner = GradientLearner<FtrlSteps<L>, L>;

namespace detail {

/// The types of a list of losses: those with a step in the dual, each with every rule.
template <class Losses, class... Learners>
struct OnlineList;

template <class... Learners>
struct OnlineList<std::variant<>, Learners...> {
  using type = std::variant<PerceptronLearner, Learners...>;
};

template <class L, class... Rest, class... Learners>
  requires HasDualStep<L>
struct OnlineList<std::variant<L, Rest...>, Learners...>
    : OnlineList<std::variant<Rest...>, Learners..., SgdLearner<L>, AdaGradLearner<L>, FtrlLearner<L>> {};

template <class L, class... Rest, class... Learners>
struct OnlineList<std::variant<L, Rest...>, Learners...> : OnlineList<std::variant<Rest...>, Learners...> {};

}  // namespace detail

using OnlineLearner = detail::OnlineList<AnyLoss>::type;

static_assert(
    [] {
      for (std::size_t k = 0; k < every_loss.size(); ++k) {
        const auto kind = static_cast<LossKind>(k);
        if (is_offered(kind) && !has_dual_step(kind)) return false;
      }
      return true;
    }(),
    "train --stream knows every loss; one without a step in the dual needs a refusal");

/// An error for a loss without a step in the dual.
Result<OnlineLearner> online_learner(const OnlineOptions& options);

}  // namespace halfspace
