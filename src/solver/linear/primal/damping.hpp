// What the models of steps add to their curvatures: more where a step went too far, less again where it did not.
#pragma once

#include <algorithm>
#include <cstddef>
#include <span>

namespace halfspace {

class Damping {
 public:
  /// `most_bend`: the largest curvature of the loss; `pulled`: every column has an L2 penalty.
  Damping(double most_bend, bool pulled) : most_bend_(most_bend), pulled_(pulled) {}

  double share() const { return share_; }  // of each column's curvature

  /// Curvatures of rows to so much of their costs at least. A column of none but rows of large margins has next to no
  /// curvature, and a step without end, which a share of that curvature does not shorten.
  void raise(std::span<double> D, std::span<const double> cost) const {
    for (std::size_t i = 0; i < D.size() && least_bend_ > 0; ++i) D[i] = std::max(D[i], least_bend_ * cost[i]);
  }

  /// After so much of a step.
  void stepped(double t) {
    if (t == 1) share_ = share_ > least ? std::max(least, share_ / 8) : pulled_ ? 0 : least;
    if (t < 0.3) damp_more();
    if (t < 1e-3) bend_more();
    if (t == 1) least_bend_ = 0;
  }

  /// No part of it made f less.
  void found_none() {
    damp_more();
    bend_more();
  }

 private:
  static constexpr double least = 1e-12;

  void damp_more() { share_ = std::max(1e-7, share_ * 8); }
  void bend_more() { least_bend_ = std::min(most_bend_, std::max(1e-8, 100 * least_bend_)); }

  double most_bend_;
  bool pulled_;
  double share_ = least;
  double least_bend_ = 0;
};

}  // namespace halfspace
