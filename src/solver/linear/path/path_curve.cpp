#include "solver/linear/path/path_curve.hpp"

#include <cstddef>
#include <utility>

#include "base/elementary.hpp"
#include "simd/ops.hpp"

namespace halfspace {

void PathCurve::add(double C, Point optimum) {
  constexpr std::size_t most = 5;
  const double t = elementary::log(C);
  if (!known_.empty() && known_.back().t == t) known_.pop_back();
  if (known_.size() == most) known_.erase(known_.begin());
  known_.push_back({t, std::move(optimum)});
}

PathCurve::Point PathCurve::at(double C) const {
  const double t = elementary::log(C);
  Point out{std::vector<double>(known_.front().point.v.size()), std::vector<double>(known_.front().point.m.size())};
  for (const Known& k : known_) {
    double share = 1;
    for (const Known& l : known_) {
      if (&l != &k) share *= (t - l.t) / (k.t - l.t);
    }
    axpy(share, k.point.v.data(), out.v.size(), out.v.data());
    axpy(share, k.point.m.data(), out.m.size(), out.m.data());
  }
  return out;
}

}  // namespace halfspace
