// The list of losses of the margin m = y (w.x + b), and what a solver may ask of one. A new loss is a header beside
// these, and here its line in each of the three lists; tests and solvers go by the list.
#pragma once

#include <array>
#include <concepts>
#include <string_view>
#include <variant>

#include "base/fields.hpp"
#include "loss/hinge.hpp"
#include "loss/logistic.hpp"
#include "loss/modified_huber.hpp"
#include "loss/perceptron.hpp"
#include "loss/squared_hinge.hpp"

namespace halfspace {

enum class LossKind { hinge, squared_hinge, logistic, modified_huber, perceptron };

/// One of each, in the order of LossKind.
using AnyLoss = std::variant<HingeLoss, SquaredHingeLoss, LogisticLoss, ModifiedHuberLoss, PerceptronLoss>;

template <>
struct Names<LossKind> {
  static constexpr std::array<std::string_view, 5> list = {HingeLoss::name, SquaredHingeLoss::name, LogisticLoss::name,
                                                           ModifiedHuberLoss::name, PerceptronLoss::name};
};

/// value(m) and slope(m): convex, falling or level, a subgradient where there is a kink; least_slope: their infimum.
template <class L>
concept Loss = requires(double m) {
  { L::value(m) } -> std::convertible_to<double>;
  { L::slope(m) } -> std::convertible_to<double>;
  { L::least_slope } -> std::convertible_to<double>;
};

/// curvature(m): the second derivative, one-sided where the slope has a kink.
template <class L>
concept HasCurvature = Loss<L> && requires(double m) {
  { L::curvature(m) } -> std::convertible_to<double>;
};

/// conjugate(u) = sup_m (u m - value(m)).
template <class L>
concept HasConjugate = Loss<L> && requires(double u) {
  { L::conjugate(u) } -> std::convertible_to<double>;
};

/// dual_step(α, m, q, C): the best α of one row, the others fixed.
template <class L>
concept HasDualStep = HasConjugate<L> && requires(double a) {
  { L::dual_step(a, a, a, a) } -> std::convertible_to<double>;
};

/// The loss of this kind.
inline AnyLoss loss_of(LossKind kind) {
  switch (kind) {
    case LossKind::hinge:
      return HingeLoss{};
    case LossKind::squared_hinge:
      return SquaredHingeLoss{};
    case LossKind::logistic:
      return LogisticLoss{};
    case LossKind::modified_huber:
      return ModifiedHuberLoss{};
    default:
      return PerceptronLoss{};
  }
}

}  // namespace halfspace
