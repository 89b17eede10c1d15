// Learners that see a row once and forget it: what they share. A row is scored with the weights before it, so that the
// losses of these scores, summed over the rows, estimate the loss on rows to come without any being held back
// (progressive validation: Blum, Kalai, Langford 1999).
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include "base/fields.hpp"
#include "data/bias.hpp"
#include "data/rows.hpp"
#include "loss/losses.hpp"
#include "penalty/penalties.hpp"

namespace halfspace {

enum class OnlineSolver { sgd, adagrad, ftrl };

template <>
struct Names<OnlineSolver> {
  static constexpr std::array<std::string_view, 3> list = {"sgd", "adagrad", "ftrl"};
};

/// One rate for all weights may be longer than one for each: it shrinks with the number of rows, not of those that have
/// a feature.
inline constexpr double eta_of_sgd = 4;

/// min over w, b   (1/n) Σ_i c_i loss(y_i (w.x_i + b)) + λ penalty(w)
struct OnlineOptions {
  LossKind loss{};
  PenaltyKind penalty = PenaltyKind::none;
  double lambda = 0;
  double l1_ratio = 0.5;
  Bias bias = Bias::free;
  OnlineSolver solver = OnlineSolver::adagrad;
  double eta = 0.5;  // in units of 1/sqrt(mean |x̄|^2), sgd 1/(K mean |x̄|^2)

  double l1() const { return lambda * penalty_of(penalty, l1_ratio).l1; }
  double l2() const { return lambda * penalty_of(penalty, l1_ratio).l2; }
};

/// Rows of a block in the order to be learned: y is +1 or -1, `weight` empty where every row weighs 1.
struct OnlineRows {
  const Matrix& x;
  std::span<const std::int8_t> y;
  std::span<const double> weight;
  std::span<const std::uint32_t> order;  // rows to learn; empty: all, as they stand
  int decimals = 0;                      // of the values so far, ...
  bool short_decimals = false;           // ... all of which are decimals of at most 15 digits

  std::size_t size() const { return order.empty() ? y.size() : order.size(); }
  std::size_t at(std::size_t k) const { return order.empty() ? k : order[k]; }
  double c(std::size_t i) const { return weight.empty() ? 1 : weight[i]; }
};

/// w and b after the rows so far.
struct OnlineWeights {
  std::vector<double> w;
  double b = 0;
};

}  // namespace halfspace
