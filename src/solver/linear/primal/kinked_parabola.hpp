// The model of a Newton step under L1, on a working set of k weights v:
//
//   min over u   g.u + 1/2 u.(H + l2) u + Σ_a l1_a |v_a + u_a|
//
// one u_a at a time, u_a <- prox of a parabola with curvature H_aa, and now and then the linear system of the signs
// found. Yuan, Ho, Lin 2012 (newGLMNET).
#pragma once

#include <cstddef>
#include <vector>

#include "base/stop.hpp"
#include "penalty/penalties.hpp"

namespace halfspace {

class KinkedParabola {
 public:
  /// H: k x k numbers, of which the lower triangle counts. Its solution asks `stop` and throws Stopped.
  KinkedParabola(std::vector<double> H, std::vector<double> v, std::vector<double> g, std::vector<Penalty> penalty,
                 StopToken stop);

  /// u, with so much of the largest curvature added to every other, and steps that come down to `accuracy` of the
  /// largest.
  std::vector<double> minimum(double damping, double accuracy);

 private:
  double sweep();
  bool face_step();

  StopToken stop_;
  std::size_t k_;
  std::vector<double> H_, v_;
  std::vector<double> gradient_;  // at u, without the kinks
  std::vector<Penalty> penalty_;
  std::vector<double> u_;
};

}  // namespace halfspace
