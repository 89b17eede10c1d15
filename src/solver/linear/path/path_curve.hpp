// The optima of a smooth problem with an L2 penalty as a curve through the last five that a solver found, and with them their margins:
//
//   v(t) ~ Σ_k v_k Π_(l != k) (t - t_l) / (t_k - t_l),   Z v(t) ~ Σ_k Z v_k Π ...,   t = log C   (Lagrange)
//
// so that a dual point beside v(t) takes no pass over the rows, and its proof takes one.
#pragma once

#include <vector>

namespace halfspace {

class PathCurve {
 public:
  struct Point {
    std::vector<double> v;
    std::vector<double> m;  // about Z v
  };

  bool empty() const { return known_.empty(); }

  /// An optimum, of a C above those before it.
  void add(double C, Point optimum);

  /// Where the curve leads at C. At least one optimum is known.
  Point at(double C) const;

 private:
  struct Known {
    double t = 0;
    Point point;
  };

  std::vector<Known> known_;  // the newest last
};

}  // namespace halfspace
