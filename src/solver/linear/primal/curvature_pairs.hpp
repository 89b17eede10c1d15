// Steps s and changes of the gradient y = g+ - g that a minimisation has seen, which correct a curvature B that is only
// near: d = -H g, H of the last pairs and of B^-1 (limited memory BFGS; Nocedal and Wright 2006, algorithm 7.4).
#pragma once

#include <cstddef>
#include <deque>
#include <ranges>
#include <utility>
#include <vector>

#include "simd/ops.hpp"

namespace halfspace {

class CurvaturePairs {
 public:
  void clear() { pairs_.clear(); }

  /// s.y > 0
  void add(std::vector<double> s, std::vector<double> y) {
    const double product = dot(s.data(), s.size(), y.data());
    if (!(product > 0)) return;
    pairs_.push_back({std::move(s), std::move(y), product, 0});
    if (pairs_.size() > most) pairs_.pop_front();
  }

  /// -H g; `solve(v)` is B^-1 v.
  template <class Solve>
  std::vector<double> direction(std::vector<double> g, Solve solve) {
    for (Pair& p : std::views::reverse(pairs_)) {
      p.share = dot(p.s.data(), g.size(), g.data()) / p.product;
      axpy(-p.share, p.y.data(), g.size(), g.data());
    }
    std::vector<double> d = solve(g);
    for (const Pair& p : pairs_) {
      const double share = dot(p.y.data(), d.size(), d.data()) / p.product;
      axpy(p.share - share, p.s.data(), d.size(), d.data());
    }
    for (double& v : d) v = -v;
    return d;
  }

 private:
  static constexpr std::size_t most = 20;
  struct Pair {
    std::vector<double> s;
    std::vector<double> y;
    double product;  // s.y
    double share;
  };
  std::deque<Pair> pairs_;
};

}  // namespace halfspace
