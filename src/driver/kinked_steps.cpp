// The steps of a run under L1 (kinked_run.hpp).
#include <algorithm>
#include <cmath>
#include <functional>
#include <limits>
#include <utility>

#include "base/simd_choice.hpp"
#include "driver/kinked_run.hpp"
#include "solver/linear/primal/kinked_parabola.hpp"

namespace halfspace {
namespace {

constexpr std::uint64_t most_face_products = 100;

}  // namespace

/// A curvature on the diagonal of H: where no row has one, a billionth of the largest there can be.
double KinkedRun::damped(double h, std::size_t j) const {
  return std::max(h, 1e-9 * most_curvature(j)) + s_.damping * most_curvature(j);
}

/// The model over W; where it promises nothing and other columns violate |g_j| <= l1, their curvature is asked for first.
void KinkedRun::begin_step(std::span<const double> curvature) {
  std::vector<std::uint32_t> W = s_.columns;
  if (few_columns())
    for (std::uint32_t j = 0; j < dims(); ++j) W.push_back(j);
  const std::size_t k = W.size();
  std::vector<double> H(k * k);
  std::vector<double> v(k);
  std::vector<double> g(k);
  std::vector<Penalty> penalties(k);
  double kink = 0;
  for (std::size_t a = 0, at = 0; a < k; ++a) {
    for (std::size_t b = 0; b <= a; ++b, ++at) H[a * k + b] = H[b * k + a] = o_->C * curvature[at];
    H[a * k + a] = damped(H[a * k + a], W[a]);
    v[a] = s_.point[W[a]];
    g[a] = s_.gradient[W[a]];
    penalties[a] = penalty(W[a]);
    kink = std::max(kink, penalties[a].l1);
  }
  const SimdScope scope(Simd::portable);  // the same bits whatever machine the driver runs on
  KinkedParabola model({});
  model.set(std::move(H), std::move(v), std::move(g), std::move(penalties));
  const double share = std::clamp(gap() / s_.primal * 1e-2, 1e-13, 1e-2);
  const std::vector<double>& u = model.minimum(1e-12, {share, kink * o_->tol / 16});
  s_.step.assign(dims(), 0);
  for (std::size_t a = 0; a < k; ++a) s_.step[W[a]] = u[a];
  s_.on_face = 0;
  begin_line();
}

/// Σ over the step of g u + l1 (|v + u| - |v|), and the first length.
void KinkedRun::begin_line() {
  s_.slope = 0;
  for (std::size_t j = 0; j < dims(); ++j) {
    const double v = s_.point[j];
    const double u = s_.step[j];
    const double g = s_.gradient[j];
    const double l1 = penalty(j).l1;
    // of one sign without what cancels, near the optimum nearly all
    s_.slope += v * (v + u) > 0 ? (g + std::copysign(l1, v)) * u : g * u + l1 * (std::fabs(v + u) - std::fabs(v));
  }
  if (!(s_.slope < 0)) s_.step.assign(dims(), 0);
  try_step(1);
  const bool others = choose_columns();
  if (s_.slope < 0) return;
  if (!others) return finish(Status::not_converged, "the gradient is at the rounding of its sums");
  s_.waits = KinkedState::Waits::values;
}

void KinkedRun::try_step(double length) {
  s_.length = length;
  s_.expected = s_.on_face != 0 ? 0 : length * s_.slope;
  for (std::size_t j = 0; j < dims(); ++j) {
    const double v = s_.point[j];
    s_.trial[j] = v + length * s_.step[j];
    if (s_.on_face == 0) continue;
    const double p = least_subgradient(j);
    const double side = v != 0 ? v : -p;
    if (penalty(j).l1 > 0 && s_.trial[j] * side <= 0) s_.trial[j] = 0;
    s_.expected += p * (s_.trial[j] - v);
  }
  s_.waits = KinkedState::Waits::trial;
  if (s_.on_face != 0 && !(s_.expected < 0)) leave_face();
}

/// W of the trial: true where a column comes that was not in it.
bool KinkedRun::choose_columns() {
  constexpr double near = 0.5;  // of l1
  constexpr std::size_t least_room = 64;
  if (few_columns()) return false;
  std::vector<std::uint32_t> needed;
  std::vector<std::uint32_t> others;
  std::size_t violating = 0;
  for (std::uint32_t j = 0; j < dims(); ++j) {
    const double l1 = penalty(j).l1;
    const double g = std::fabs(s_.gradient[j]);
    if (s_.trial[j] != 0 || s_.point[j] != 0 || l1 == 0) {
      needed.push_back(j);
    } else if (s_.gone[j] == 0 && g > near * l1) {
      others.push_back(j);
      violating += g > l1 ? 1U : 0U;
    }
  }
  const std::vector<std::uint32_t> before = std::exchange(s_.columns, {});
  const std::size_t places = most_working_columns - std::min(needed.size(), most_working_columns);
  const bool fits = needed.size() <= most_working_columns && places >= std::min(violating, least_room);
  s_.longer = !fits && s_.parts == 0 ? 1 : 0;
  if (s_.longer != 0) return true;
  const std::size_t room = std::min({others.size(), places, std::max(least_room, violating + needed.size() / 2)});
  if (fits) {
    keep_steepest(others, room, {});
  } else {
    needed.insert(needed.end(), others.begin(), others.end());
    others.clear();
    keep_steepest(needed, most_working_columns, before);
  }
  needed.insert(needed.end(), others.begin(), others.end());
  std::sort(needed.begin(), needed.end());
  s_.columns = std::move(needed);
  return !std::includes(before.begin(), before.end(), s_.columns.begin(), s_.columns.end());
}

/// Those whose least subgradients, or else slopes, are the largest; columns of the W that a step has just seen come last.
void KinkedRun::keep_steepest(std::vector<std::uint32_t>& columns, std::size_t count,
                              std::span<const std::uint32_t> seen) const {
  const auto rank = [&](std::uint32_t j) {
    const double l1 = penalty(j).l1;
    if (l1 == 0) return std::numeric_limits<double>::infinity();
    if (std::binary_search(seen.begin(), seen.end(), j)) return 0.0;
    const double steep = s_.point[j] == 0 ? std::fabs(s_.gradient[j]) : l1 + std::fabs(least_subgradient(j));
    return steep > 0 ? steep : 0.0;  // NaN of damaged answers has no order
  };
  std::vector<std::pair<double, std::uint32_t>> ranked;
  ranked.reserve(columns.size());
  for (const std::uint32_t j : columns) ranked.emplace_back(-rank(j), j);
  std::nth_element(ranked.begin(), ranked.begin() + static_cast<std::ptrdiff_t>(std::min(count, ranked.size())),
                   ranked.end());
  columns.clear();
  for (std::size_t k = 0; k < std::min(count, ranked.size()); ++k) columns.push_back(ranked[k].second);
}

/// Of the face: a weight that is not 0, or whose |g_j| is above l1 and all but the steepest.
bool KinkedRun::is_free(std::size_t j) const {
  return s_.diagonal[j] > 0 &&
         (penalty(j).l1 == 0 || s_.point[j] != 0 || (s_.gone[j] == 0 && std::fabs(s_.gradient[j]) > s_.entry));
}

/// As many columns may come as there are weights that are not 0.
double KinkedRun::entry_slope() const {
  std::vector<double> violating;
  std::size_t room = most_working_columns;
  for (std::size_t j = 0; j < dims(); ++j) {
    const double g = std::fabs(s_.gradient[j]);
    if (s_.point[j] != 0)
      ++room;
    else if (s_.gone[j] == 0 && g > penalty(j).l1)
      violating.push_back(g);
  }
  const double least = penalty(0).l1;
  if (violating.size() <= room) return least;
  std::nth_element(violating.begin(), violating.begin() + static_cast<std::ptrdiff_t>(room), violating.end(),
                   std::greater<>());
  return violating[room];
}

void KinkedRun::begin_face(std::span<const double> diagonal) {
  const std::size_t d = dims();
  s_.diagonal.resize(d);
  s_.step.assign(d, 0);
  s_.residual.assign(d, 0);
  s_.conjugate.assign(d, 0);
  s_.residual_product = 0;
  s_.entry = entry_slope();
  for (std::size_t j = 0; j < d; ++j) {
    s_.diagonal[j] = damped(o_->C * diagonal[j], j) + penalty(j).l2;
    if (!is_free(j)) continue;
    s_.residual[j] = -least_subgradient(j);
    s_.conjugate[j] = s_.residual[j] / s_.diagonal[j];
    s_.residual_product += s_.residual[j] * s_.conjugate[j];
  }
  s_.first_residual = s_.residual_product;
  s_.products = 0;
  s_.waits = KinkedState::Waits::product;
}

void KinkedRun::take_product(std::span<const double> product) {
  const std::size_t d = dims();
  std::vector<double> q(d);
  double bend = 0;
  for (std::size_t j = 0; j < d; ++j) {
    if (is_free(j)) q[j] = o_->C * product[j] + (penalty(j).l2 + s_.damping * most_curvature(j)) * s_.conjugate[j];
    bend += s_.conjugate[j] * q[j];
  }
  ++s_.products;
  double next = 0;
  const double a = bend > 0 ? s_.residual_product / bend : 0;
  for (std::size_t j = 0; j < d; ++j) {
    s_.step[j] += a * s_.conjugate[j];
    s_.residual[j] -= a * q[j];
    if (is_free(j)) next += s_.residual[j] * s_.residual[j] / s_.diagonal[j];
  }
  const double enough = gap() > 10 * o_->tol * s_.primal ? 0.1 : 0.01;
  if (bend <= 0 || next <= enough * s_.first_residual || s_.products >= most_face_products) {
    s_.on_face = 1;
    try_step(1);
    if (s_.on_face != 0) static_cast<void>(choose_columns());
    return;
  }
  const double b = next / s_.residual_product;
  s_.residual_product = next;
  for (std::size_t j = 0; j < d; ++j)
    if (is_free(j)) s_.conjugate[j] = s_.residual[j] / s_.diagonal[j] + b * s_.conjugate[j];
}

/// Too many weights would change their signs: some steps by parts of W come first.
void KinkedRun::leave_face() {
  s_.parts = 10;
  s_.on_face = 0;
  s_.trial = s_.point;
  static_cast<void>(choose_columns());
  s_.waits = KinkedState::Waits::values;
}

}  // namespace halfspace
