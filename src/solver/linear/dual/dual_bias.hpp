// The bias of dual coordinate descent. Its penalty ω b^2/2 (ω = 0 for a free bias) asks Σ α_i y_i = ω b. A feature 1
// for every row would couple all rows, and coordinate descent slows down by it; instead the method of multipliers
// (Hestenes 1969) holds b near the last one, b_0, by (b - b_0)^2 / (2κ^2):
//
//   b = (κ^2 Σ α_i y_i + b_0) / (1 + ω κ^2) = pull Σ α_i y_i + centre,   after each pass b_0 <- b
//
// A small κ couples little, a large one lets b move. κ^2 = t / Σ min(C_i, 1/q), q the mean |x_i|^2, lets one pass move
// b by about t = 64; on imdb reviews t from 20 to 200 took the same 19 to 25 passes.
#pragma once

#include <algorithm>

#include "solver/linear/design.hpp"

namespace halfspace {

class DualBias {
 public:
  /// Stays 0 where the problem has no bias.
  DualBias(const Design& z, double mean_square) {
    if (!z.bias()) return;
    constexpr double t = 64;
    const double first_step = mean_square > 0 ? 1 / mean_square : 1;
    double most = 0;
    for (const double C : z.cost()) most += std::min(C, first_step);
    const double k = std::min(static_cast<double>(z.n()), t) / most;  // κ^2
    omega_ = z.penalty(z.features()).l2;
    pull_ = k / (1 + omega_ * k);
  }

  double value() const { return pull_ * sum_ + centre_; }
  double pull() const { return pull_; }  // what the bias adds to |x_i|^2 in a step of α_i
  double sum() const { return sum_; }    // Σ α_i y_i
  double omega() const { return omega_; }

  void add(double step) { sum_ += step; }

  void end_pass() { centre_ = (1 - omega_ * pull_) * value(); }

  void start(double sum, double b) {
    sum_ = sum;
    centre_ = b - pull_ * sum;
  }

 private:
  double sum_ = 0;
  double omega_ = 0;
  double pull_ = 0;
  double centre_ = 0;
};

}  // namespace halfspace
