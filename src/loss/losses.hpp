// The list of losses of the margin m = y (w.x + b), and what a solver may ask of one. A new loss is a header beside
// these, its place in the list here and its enumerator in halfspace/choices.hpp; options, help, solvers, reports and
// tests go by them.
#pragma once

#include <array>
#include <concepts>
#include <cstddef>
#include <limits>
#include <string_view>
#include <utility>
#include <variant>

#include "base/fields.hpp"
#include "halfspace/options.hpp"
#include "loss/hinge.hpp"
#include "loss/logistic.hpp"
#include "loss/modified_huber.hpp"
#include "loss/perceptron.hpp"
#include "loss/squared_hinge.hpp"
#include "loss/traits.hpp"

namespace halfspace {

/// One of each, in the order of LossKind.
using AnyLoss = std::variant<HingeLoss, SquaredHingeLoss, LogisticLoss, ModifiedHuberLoss, PerceptronLoss>;

/// value(m) and slope(m): convex, at least max(0, -m), falling or level, a subgradient where there is a kink;
/// least_slope: their infimum; formula: of the margin m_i; traits: what else there is to know of it.
template <class L>
concept Loss = requires(double m) {
  { L::value(m) } -> std::convertible_to<double>;
  { L::slope(m) } -> std::convertible_to<double>;
  { L::least_slope } -> std::convertible_to<double>;
  { L::name } -> std::convertible_to<std::string_view>;
  { L::formula } -> std::convertible_to<std::string_view>;
  { L::traits } -> std::convertible_to<LossTraits>;
};

/// curvature(m): the second derivative, one-sided where the slope has a kink; most_curvature: its supremum.
template <class L>
concept HasCurvature = Loss<L> && requires(double m) {
  { L::curvature(m) } -> std::convertible_to<double>;
  { L::most_curvature } -> std::convertible_to<double>;
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

namespace detail {

template <std::size_t... K>
constexpr std::array<AnyLoss, sizeof...(K)> one_of_each(std::index_sequence<K...>) {
  return {std::variant_alternative_t<K, AnyLoss>{}...};
}

}  // namespace detail

inline constexpr auto every_loss = detail::one_of_each(std::make_index_sequence<std::variant_size_v<AnyLoss>>{});

/// The loss of this kind.
constexpr AnyLoss loss_of(LossKind kind) { return every_loss[static_cast<std::size_t>(kind)]; }

/// The kind of the loss that has these functions.
template <class L>
constexpr LossKind kind_of() {
  std::size_t k = 0;
  while (!std::holds_alternative<L>(every_loss[k])) ++k;
  return static_cast<LossKind>(k);
}

template <>
struct Names<LossKind> {
  static constexpr auto list = [] {
    std::array<std::string_view, every_loss.size()> names;
    for (std::size_t k = 0; k < names.size(); ++k)
      names[k] = std::visit([](auto loss) { return loss.name; }, every_loss[k]);
    return names;
  }();
};

constexpr bool has_curvature(LossKind kind) {
  return std::visit([]<class L>(L) { return HasCurvature<L>; }, loss_of(kind));
}

constexpr bool has_dual_step(LossKind kind) {
  return std::visit([]<class L>(L) { return HasDualStep<L>; }, loss_of(kind));
}

/// What it says of itself, in the order of LossKind.
inline constexpr auto loss_traits = [] {
  std::array<LossTraits, every_loss.size()> traits;
  for (std::size_t k = 0; k < traits.size(); ++k)
    traits[k] = std::visit([](auto loss) { return loss.traits; }, every_loss[k]);
  return traits;
}();

constexpr const LossTraits& traits_of(LossKind kind) { return loss_traits[static_cast<std::size_t>(kind)]; }

constexpr double least_slope_of(LossKind kind) {
  return std::visit([](auto loss) { return double{loss.least_slope}; }, loss_of(kind));
}

/// May an objective have it?
constexpr bool is_offered(LossKind kind) { return !traits_of(kind).least_at_zero; }

/// --algorithm logistic has the likelihoods, svm the others.
constexpr bool is_likelihood(LossKind kind) { return traits_of(kind).likelihood; }
constexpr bool is_svm(LossKind kind) { return is_offered(kind) && !is_likelihood(kind); }

/// Of a loss with a curvature; else the length of the step between its slopes, 1 at least.
constexpr double most_bend(LossKind kind) {
  return std::visit(
      []<class L>(L) {
        if constexpr (HasCurvature<L>) return L::most_curvature;
        return 1.0;
      },
      loss_of(kind));
}

static_assert(
    [] {
      for (std::size_t k = 0; k < every_loss.size(); ++k) {
        const auto kind = static_cast<LossKind>(k);
        if (!has_curvature(kind) && !traits_of(kind).soft_margin && is_offered(kind)) return false;
      }
      return true;
    }(),
    "solvers go by a curvature, or know the hinge: a loss with another kink needs one of its own");

static_assert(
    [] {
      for (std::size_t k = 0; k < every_loss.size(); ++k) {
        const LossTraits& traits = loss_traits[k];
        const double least = least_slope_of(static_cast<LossKind>(k));
        const bool capped = least > -std::numeric_limits<double>::infinity();
        if (traits.kernel_machine && (!traits.ridge || (*traits.ridge > 0 && capped))) return false;
      }
      return true;
    }(),
    "the gap of a kernel machine knows a cap or a ridge of its multipliers, not both");

}  // namespace halfspace
