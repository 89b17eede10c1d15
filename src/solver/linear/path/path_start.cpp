#include "solver/linear/path/path_start.hpp"

#include <cmath>
#include <utility>

#include "base/elementary.hpp"

namespace halfspace {
void PathStarts::add(double C, std::vector<double> v) {
  constexpr std::size_t most = 3;
  if (C == 0) {
    null_ = std::move(v);
    return;
  }
  if (last_.size() == most) last_.erase(last_.begin());
  last_.push_back({elementary::log(C), std::move(v)});
}

std::vector<double> PathStarts::start(double C, bool led) const {
  if (last_.empty()) return null_;
  return led && last_.size() > 1 ? led_to(elementary::log(C)) : last_.back().v;
}

std::vector<double> PathStarts::led_to(double t) const {
  const std::vector<double>& newest = last_.back().v;
  std::vector<double> share(last_.size(), 1.0);
  for (std::size_t k = 0; k < last_.size(); ++k) {
    for (std::size_t l = 0; l < last_.size(); ++l) {
      if (l != k) share[k] *= (t - last_[l].t) / (last_[k].t - last_[l].t);
    }
  }
  std::vector<double> v(newest.size());
  for (std::size_t j = 0; j < v.size(); ++j) {
    for (std::size_t k = 0; k < last_.size(); ++k) v[j] += share[k] * last_[k].v[j];
    const bool steady = last_.front().v[j] != 0 && v[j] * newest[j] > 0;
    if (!steady) v[j] = newest[j];
  }
  return v;
}

}  // namespace halfspace
