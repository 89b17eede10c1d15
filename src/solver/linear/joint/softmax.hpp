// The objective of multinomial logistic regression at some weights (joint.hpp), with its derivatives. The multipliers
// are a_ik = C_i p_ik of the other classes; 1 - p_iy is kept as their sum, so that it has its digits where p_iy is 1.
#pragma once

#include <span>
#include <vector>

#include "solver/linear/joint/joint.hpp"

namespace halfspace {

/// These ask the token of the rows and throw Stopped.
class Softmax {
 public:
  explicit Softmax(const JointRows& z);

  /// P at W; keeps the softmax of its scores.
  double objective(std::span<const double> W);

  std::vector<double> gradient(std::span<const double> W) const;

  /// H V, u_ik = C_i p_ik (t_ik - Σ_l p_il t_il) with t = X V
  std::vector<double> curved(std::span<const double> V) const;

  /// The diagonal of H; 1 where it is 0.
  std::vector<double> diagonal() const;

  /// The lower triangle of H, row after row; part of it where the run is ended.
  std::vector<double> hessian(Rounds& run) const;

  /// a at the softmax, with a free bias after balancing the classes.
  std::vector<double> multipliers() const;

  /// D(a), with the rounding of doubles.
  double dual(std::span<const double> a) const;

 private:
  double prob(std::size_t i, std::size_t k) const {
    const double p = p_[i * z_.classes() + k];
    return k == z_.label(i) ? 1 - p : p;
  }
  double rest(std::size_t i, std::size_t k) const {  // 1 - p_ik
    const double p = p_[i * z_.classes() + k];
    return k == z_.label(i) ? p : 1 - p;
  }
  void balance(std::vector<double>& a) const;

  const JointRows& z_;
  std::vector<double> p_;  // n x K; of class y_i: 1 - p
};

}  // namespace halfspace
