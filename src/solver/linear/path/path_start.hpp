// Where a point of a path begins: where the last points lead, as long as the points so found need few rounds.
//
//   v(t) ~ Σ_k v_k Π_(l != k) (t - t_l) / (t_k - t_l),   t = log C,   over the last three points (Lagrange)
//
// A weight keeps its sign or its 0: beyond a change of either a smooth curve tells nothing.
#pragma once

#include <array>
#include <cstddef>
#include <vector>

namespace halfspace {

class PathStarts {
 public:
  /// The optimum at C; C = 0 is the null model.
  void add(double C, std::vector<double> v);

  /// A start for this C; `led` says where the last points lead, else it is the last of them.
  std::vector<double> start(double C, bool led) const;

 private:
  struct Known {
    double t = 0;
    std::vector<double> v;
  };
  std::vector<double> led_to(double t) const;

  std::vector<Known> last_;  // at most three; the newest last
  std::vector<double> null_;
};

}  // namespace halfspace
