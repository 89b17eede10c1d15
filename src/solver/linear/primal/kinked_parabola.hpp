// The model of a Newton step under L1, on a working set of k weights v:
//
//   min over u   q(u) = g.u + 1/2 u.(H + l2) u + Σ_a l1_a |v_a + u_a|
//
// one u_a at a time, u_a <- prox of a parabola with curvature H_aa, and once a sweep leaves the signs as they are the
// linear system of these signs, by conjugate gradients or a factor, with weights that would change sign set to 0. Yuan,
// Ho, Lin 2012 (newGLMNET); Byrd, Chin, Nocedal, Oztoprak 2016 (subspace steps).
#pragma once

#include <cstddef>
#include <utility>
#include <vector>

#include "base/stop.hpp"
#include "penalty/penalties.hpp"
#include "solver/linear/primal/held_columns.hpp"

namespace halfspace {

class KinkedParabola {
 public:
  /// Its solution asks `stop` and throws Stopped.
  explicit KinkedParabola(StopToken stop) : stop_(std::move(stop)) {}

  /// Of these columns: H with the weights, slopes and penalties of each.
  void set(const HeldColumns& held, std::vector<double> v, std::vector<double> g, std::vector<Penalty> penalty);

  /// The same of a matrix H, k x k.
  void set(std::vector<double> H, std::vector<double> v, std::vector<double> g, std::vector<Penalty> penalty);

  struct Accuracy {
    double share;  // of the largest violation at the start,
    double least;  // or this; of |g_a| <= l1_a
  };

  /// u, with so much of its curvature added to each.
  const std::vector<double>& minimum(double damping, Accuracy accuracy);

  /// Of q at u, without the kinks.
  const std::vector<double>& gradient() const { return gradient_; }

 private:
  double sweep();
  bool face_step(double accuracy);
  std::vector<double> to_face_minimum(const std::vector<std::size_t>& support, double accuracy);
  bool step_inside(const std::vector<std::size_t>& support, const std::vector<double>& x, double share);
  double share_to_first_zero(const std::vector<std::size_t>& support, const std::vector<double>& x) const;

  std::size_t support_size() const;
  double weight(std::size_t a) const { return v_[a] + u_[a]; }

  StopToken stop_;
  std::size_t k_ = 0;
  std::vector<double> H_, v_;
  std::vector<double> slope_;     // g
  std::vector<double> gradient_;  // at u
  std::vector<Penalty> penalty_;
  std::vector<double> u_;
  std::vector<double> part_;  // of H, for a face
  bool steady_ = false;       // the last sweep moved no weight to or from 0
};

}  // namespace halfspace
