#include "solver/kernel/working_set.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <utility>

namespace halfspace {

template <class T>
std::vector<std::uint32_t> worst_violators(const SmoRows<T>& rows, std::span<const std::uint8_t> left_out,
                                           std::size_t each_side) {
  const Equality equality = rows.problem().equality;
  std::vector<std::uint32_t> wanted;
  for (const int sign : {-1, 1}) {
    if (equality != Equality::classes && sign > 0) break;
    const SmoRange r = rows.group(sign);
    const SmoLevels v = rows.levels(r);
    const double middle = equality == Equality::none ? 0 : (v.top + v.low) / 2;
    std::array<std::vector<std::pair<double, std::uint32_t>>, 2> side;  // rising, falling
    for (std::size_t l = r.first; l < r.last; ++l) {
      if (left_out[l] != 0) continue;
      const double u = rows.u()[l];
      if (u > middle && rows.may_rise(l)) side[0].emplace_back(middle - u, rows.numbers()[l]);
      if (u < middle && rows.may_fall(l)) side[1].emplace_back(u - middle, rows.numbers()[l]);
    }
    for (auto& of_side : side) {
      const std::size_t count = std::min(of_side.size(), each_side);
      std::partial_sort(of_side.begin(), of_side.begin() + static_cast<std::ptrdiff_t>(count), of_side.end());
      for (std::size_t k = 0; k < count; ++k) wanted.push_back(of_side[k].second);
    }
  }
  return wanted;
}

template <class T>
double take_step(SmoRows<T>& rows, SmoKernel<T>& kernel, const WorkingPair& p) {
  const bool alone = p.j == WorkingPair::none;
  const bool rises = p.difference > 0;
  double step = std::fabs(p.difference) / p.curvature;
  step = std::min(step, rows.room(p.i, rises));
  if (!alone) step = std::min(step, rows.room(p.j, !rises));
  const T* const a = kernel.row(rows.numbers()[p.i]);
  const T* const b = alone ? nullptr : kernel.row(rows.numbers()[p.j]);
  rows.move(p.i, p.j, a, b, rises ? step : -step);
  return step * (std::fabs(p.difference) - step * p.curvature / 2);
}

template <class T>
WorkingPair WorkingSetSelection<T>::next() {
  constexpr double enough = 0.5;
  if (rows_.violation(rows_.open_at_hand()) < enough * rows_.violation(rows_.open())) fetch();
  const Equality equality = rows_.problem().equality;
  if (equality == Equality::none) {
    const WorkingPair one = best_single();
    const WorkingPair two = best_pair(rows_.range(0));
    return two.gain > one.gain ? two : one;
  }
  if (equality == Equality::sum) return best_pair(rows_.range(0));
  const WorkingPair plus = best_pair(rows_.range(1));
  const WorkingPair minus = best_pair(rows_.range(-1));
  return minus.gain > plus.gain ? minus : plus;
}

template <class T>
WorkingPair WorkingSetSelection<T>::best_pair(SmoRange r) {
  const T* const near = rows_.near().data();
  const T* const diagonal = rows_.diagonal().data();
  const Openings<T> seen = rows_.open_at_hand();
  const std::size_t n = r.last - r.first;
  const std::size_t i = ops_.largest(near + r.first, seen.up + r.first, T(1), n);
  if (i == n) return {};
  WorkingPair out;
  out.i = r.first + i;
  const T* const k = kernel_.row(rows_.numbers()[out.i]);
  const std::size_t j = ops_.partner(near + r.first, seen.low + r.first, k + r.first, diagonal + r.first, near[out.i],
                                     diagonal[out.i], kernel_.least_curvature(), n);
  if (j == n) return {};
  out.j = r.first + j;
  out.curvature = curvature(diagonal[out.i] + diagonal[out.j] - 2 * k[out.j]);
  out.difference = rows_.u()[out.i] - rows_.u()[out.j];
  out.gain = out.difference * out.difference / out.curvature;
  return out.difference > 0 ? out : WorkingPair{};
}

template <class T>
WorkingPair WorkingSetSelection<T>::best_single() {
  const T* const near = rows_.near().data();
  const Openings<T> seen = rows_.open_at_hand();
  const std::size_t m = rows_.size();
  const std::size_t up = ops_.largest(near, seen.up, T(1), m);
  const std::size_t down = ops_.largest(near, seen.low, T(-1), m);
  const double rise = up == m ? 0 : rows_.u()[up];
  const double fall = down == m ? 0 : -rows_.u()[down];
  if (!(rise > 0) && !(fall > 0)) return {};
  WorkingPair out;
  out.i = rise >= fall ? up : down;
  out.curvature = curvature(rows_.diagonal()[out.i]);
  out.difference = rows_.u()[out.i];
  out.gain = out.difference * out.difference / out.curvature;
  return out;
}

/// At least what rounding leaves.
template <class T>
double WorkingSetSelection<T>::curvature(T of_pair) {
  const T tau = kernel_.least_curvature();
  concave_ = concave_ || of_pair < -1000 * tau;
  return static_cast<double>(std::max(of_pair, tau));
}

template <class T>
void WorkingSetSelection<T>::fetch() {
  const std::size_t each_side = std::max<std::size_t>(kernel_.batch() / 4, 1);
  const std::vector<std::uint32_t> wanted = worst_violators(rows_, std::span(rows_.at_hand()), each_side);
  if (wanted.empty()) return;
  kernel_.fetch(wanted);
  rows_.look_at_hand();
}

template std::vector<std::uint32_t> worst_violators(const SmoRows<float>&, std::span<const std::uint8_t>, std::size_t);
template std::vector<std::uint32_t> worst_violators(const SmoRows<double>&, std::span<const std::uint8_t>, std::size_t);
template double take_step(SmoRows<float>&, SmoKernel<float>&, const WorkingPair&);
template double take_step(SmoRows<double>&, SmoKernel<double>&, const WorkingPair&);
template class WorkingSetSelection<float>;
template class WorkingSetSelection<double>;

}  // namespace halfspace
