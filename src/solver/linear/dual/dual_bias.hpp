// The bias of dual coordinate descent. Its penalty ω b^2/2 (ω = 0 for a free bias) asks Σ α_i y_i = ω b. A feature 1
// for every row would couple all rows, and coordinate descent slows down by it; instead the method of multipliers
// (Hestenes 1969) holds b near the last one, b_0, by (b - b_0)^2 / (2κ^2):
//
//   b = (κ^2 Σ α_i y_i + b_0) / (1 + ω κ^2) = pull Σ α_i y_i + centre,   after each pass b_0 <- b
//
// A small κ couples little, a large one lets b move. κ^2 = t / Σ min(C_i, 1/q), q the mean |x_i|^2, lets one pass move
// b by about t = 64; on imdb reviews t from 20 to 200 took the same 19 to 25 passes. Where the mean x̄ of the rows is far
// from 0, w makes up for a move of b at once, by x̄ / |x̄|^2, so that Σ α_i y_i tells little of it: then κ^2 = |x̄|^2
// (make_synthetic sparse 100000 1000000 75 0.03 1, logistic to 1e-3: 3 passes in place of 33). Not for the hinge, whose α
// jump, and b with them.
#pragma once

#include <algorithm>
#include <cstddef>
#include <vector>

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
    double k = std::min(static_cast<double>(z.n()), t) / most;  // κ^2
    if (traits_of(z.loss()).likelihood) k = std::max(k, square_of_mean(z));
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
  /// |x̄|^2 of some thousand rows, whatever their weights.
  static double square_of_mean(const Design& z) {
    constexpr std::size_t most = 4096;
    const std::size_t step = z.n() / most + 1;
    std::vector<double> sum(z.dims());
    double rows = 0;
    for (std::size_t i = 0; i < z.n(); i += step, ++rows) z.add_row(i, z.sign(i), sum);
    sum.pop_back();
    double square = 0;
    for (const double v : sum) square += v * v;
    return square / (rows * rows);
  }

  double sum_ = 0;
  double omega_ = 0;
  double pull_ = 0;
  double centre_ = 0;
};

}  // namespace halfspace
