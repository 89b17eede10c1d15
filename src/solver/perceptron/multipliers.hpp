// α_i of the weights that `keep` names: w̄ = w̄_0 + Σ α_i y_i x̄_i.
#pragma once

#include <cstdint>
#include <utility>
#include <vector>

#include "solver/perceptron/options.hpp"

namespace halfspace {

class Multipliers {
 public:
  Multipliers(Keep keep, std::uint64_t n) : keep_(keep), alpha_(n), other_(keep == Keep::average ? n : 0) {}

  /// c in the scale of the run, where it is whole if the run is exact.
  void add(std::uint64_t i, double c, std::uint64_t visit) {
    alpha_[i] += c;
    if (keep_ == Keep::average) other_[i] += static_cast<double>(visit - 1) * c;  // as in weights.hpp
  }

  /// The pocket takes the present weights.
  void pocket() { other_ = alpha_; }

  /// Of the kept weights, after so many visits; `unit`: of the scale of steps.
  std::vector<double> kept(std::uint64_t visits, double unit) {
    if (keep_ == Keep::pocket) alpha_.swap(other_);
    const bool mean = keep_ == Keep::average && visits > 0;
    for (std::size_t i = 0; i < other_.size() && mean; ++i) alpha_[i] -= other_[i] / static_cast<double>(visits);
    for (double& a : alpha_) a /= unit;
    return std::move(alpha_);
  }

 private:
  Keep keep_;
  std::vector<double> alpha_;
  std::vector<double> other_;  // pocket: those of its weights; average: Σ (t_k - 1) c_k
};

}  // namespace halfspace
