// What the interior points share, of products a_i t_i (a, t > 0) that come down to 0 together. Mehrotra 1992: the
// direction towards a t = 0 (predictor) tells how far they can come, σ = (μ_ahead / μ)^3; the step is the direction
// towards a t = σ μ (corrector) with what the linear model leaves out of the products, da dt, put right.
#pragma once

#include <algorithm>
#include <limits>

namespace halfspace {

inline constexpr int most_interior_steps = 200;

/// The longest step along which numbers above 0 stay there.
class StepToBoundary {
 public:
  void keep(double at, double step) {
    if (step < 0) longest_ = std::min(longest_, -at / step);
  }
  double longest() const { return longest_; }

 private:
  double longest_ = 1e30;
};

/// Do the steps lead somewhere? Counts those since the gap or the residual came down.
class IdleSteps {
 public:
  /// A residual below `feasible` is none.
  explicit IdleSteps(double feasible) : feasible_(feasible) {}

  void count(double gap, double residual) {
    const bool nearer = gap < least_ * 0.9 || (residual > feasible_ && residual < last_ * 0.999);
    idle_ = nearer ? 0 : idle_ + 1;
    last_ = residual;
    least_ = std::min(least_, gap);
  }
  bool too_many() const { return idle_ > most; }
  double least_gap() const { return least_; }

 private:
  static constexpr int most = 12;
  double feasible_;
  double least_ = std::numeric_limits<double>::infinity();
  double last_ = std::numeric_limits<double>::infinity();  // residual
  int idle_ = 0;
};

/// One step from a state whose system is factored, μ the mean of its products. predict() and correct(σ μ) find the two
/// directions, complementarity_ahead() is the mean at the end of the first, longest() goes to the boundary. Where the second
/// leads to a larger mean, da dt of the first, of which `reach` could be gone, counts reach^2 as much: in full it may lead round
/// in circles (Cartis 2009, "Some disadvantages of a Mehrotra-type primal-dual corrector interior point algorithm").
template <class State>
void predictor_corrector_step(State& state, double mu) {
  constexpr double to_boundary = 0.995;
  const auto length = [&] { return std::min(1.0, to_boundary * state.longest()); };
  state.predict();
  const double reach = length();
  const double share = std::max(state.complementarity_ahead(), 0.0) / mu;
  const double sigma = share * share * share;
  state.correct(sigma * mu);
  if (state.complementarity_after(length()) > mu) state.correct_less(sigma * mu, reach * reach);
  state.move(length());
}

}  // namespace halfspace
