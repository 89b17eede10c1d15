#include "solver/linear/primal/kinked_parabola.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

#include "linalg/cholesky.hpp"
#include "linalg/conjugate_gradients.hpp"
#include "simd/ops.hpp"

namespace halfspace {
namespace {

constexpr std::size_t small_face = 128;  // weights, of which a factor is next to nothing

}  // namespace

void KinkedParabola::set(const HeldColumns& held, std::vector<double> v, std::vector<double> g,
                         std::vector<Penalty> penalty) {
  held.write_matrix(H_);
  set(std::exchange(H_, {}), std::move(v), std::move(g), std::move(penalty));
}

void KinkedParabola::set(std::vector<double> H, std::vector<double> v, std::vector<double> g,
                         std::vector<Penalty> penalty) {
  k_ = v.size();
  H_ = std::move(H);
  v_ = std::move(v);
  gradient_ = std::move(g);
  penalty_ = std::move(penalty);
  slope_ = gradient_;
  u_.assign(k_, 0.0);
}

const std::vector<double>& KinkedParabola::minimum(double damping, Accuracy accuracy) {
  constexpr int most_sweeps = 400;
  const bool small = support_size() <= small_face;
  const int most_face_steps = small ? 20 : 4;
  const int sweeps_between_faces = small ? 8 : 16;  // at most
  double largest = std::numeric_limits<double>::min();
  for (std::size_t a = 0; a < k_; ++a) largest = std::max(largest, H_[a * k_ + a] += penalty_[a].l2);
  for (std::size_t a = 0; a < k_; ++a) {
    double& h = H_[a * k_ + a];
    h = h > 0 ? h + damping * h : damping * largest + std::numeric_limits<double>::min();
  }
  double first = 0;
  for (int round = 1; round <= most_sweeps; ++round) {
    const double most = sweep();
    first = std::max(first, most);
    const double enough = std::max(accuracy.share * first, accuracy.least);
    if (most <= enough) break;
    for (int step = 0; ((small && steady_) || round % sweeps_between_faces == 0) && step < most_face_steps; ++step) {
      if (face_step(enough)) break;
    }
  }
  gradient_ = slope_;  // once more, without what the steps left of rounding
  Pace pace(stop_);
  for (std::size_t a = 0; a < k_; ++a) {
    if (u_[a] == 0) continue;
    pace.check(k_);
    axpy(u_[a], H_.data() + a * k_, k_, gradient_.data());
  }
  return u_;
}

/// One visit of each coordinate; the largest change of a slope that one of them made.
double KinkedParabola::sweep() {
  Pace pace(stop_);
  double most = 0;
  steady_ = true;
  for (std::size_t a = 0; a < k_; ++a) {
    const double h = H_[a * k_ + a];
    const double at = weight(a);
    const double next = Penalty{penalty_[a].l1, 0}.prox(at - gradient_[a] / h, 1 / h);
    const double step = next - at;
    pace.check(step == 0 ? 1 : k_);
    if (step == 0) continue;
    if (at == 0 || at * next <= 0) steady_ = false;
    u_[a] = next == 0 ? -v_[a] : u_[a] + step;
    axpy(step, H_.data() + a * k_, k_, gradient_.data());
    most = std::max(most, std::fabs(step) * h);
  }
  return most;
}

std::size_t KinkedParabola::support_size() const {
  std::size_t s = 0;
  for (std::size_t a = 0; a < k_; ++a) s += weight(a) != 0 ? 1 : 0;
  return s;
}

/// With the signs as they are the minimum is a linear system. Weights that u would take through 0 stay there, where that
/// makes q less; else the step ends at the first of them. True when it met none.
bool KinkedParabola::face_step(double accuracy) {
  std::vector<std::size_t> support;
  for (std::size_t a = 0; a < k_; ++a) {
    if (weight(a) != 0 || penalty_[a].l1 == 0) support.push_back(a);
  }
  if (support.empty()) return true;
  const std::vector<double> x = to_face_minimum(support, accuracy);
  const double first_zero = share_to_first_zero(support, x);
  if (first_zero == 1) return step_inside(support, x, 1);
  constexpr double least_share = 0.25;
  double share = 1;
  while (share >= least_share) {
    if (step_inside(support, x, share)) return false;
    share /= 2;
  }
  static_cast<void>(step_inside(support, x, first_zero));
  return false;
}

/// The step from u, of the support.
std::vector<double> KinkedParabola::to_face_minimum(const std::vector<std::size_t>& support, double accuracy) {
  const std::size_t s = support.size();
  Pace pace(stop_);
  part_.resize(s * s);
  std::vector<double> diagonal(s);
  std::vector<double> r(s);
  double most = 0;
  for (std::size_t a = 0; a < s; ++a) {
    const double* row = H_.data() + support[a] * k_;
    pace.check(s);
    for (std::size_t b = 0; b < s; ++b) part_[a * s + b] = row[support[b]];
    diagonal[a] = part_[a * s + a];
    const double v = weight(support[a]);
    r[a] = -gradient_[support[a]] - (v == 0 ? 0 : std::copysign(penalty_[support[a]].l1, v));
    most = std::max(most, std::fabs(r[a]));
  }
  if (s > small_face && most > 0) {
    const double to = 0.1 * accuracy / most;
    const ConjugateLimits limits{s / 8, std::max(to * to, 1e-26)};  // the work of a factor, at most
    std::vector<double> x;
    const auto product = [&](const std::vector<double>& p, std::vector<double>& Hp) {
      pace.check(s * s);
      for (std::size_t a = 0; a < s; ++a) Hp[a] = dot(part_.data() + a * s, s, p.data());
      return true;
    };
    const auto done = conjugate_gradients(r, ByDiagonal{diagonal}, limits, x, ProductsAlone(product));
    if (done.products < limits.most) return x;
  }
  Cholesky(part_, s, Dependent::kept, stop_).solve_refined(part_, r);
  return r;
}

/// Moves by this share of x, weights that change sign to 0; undone, and false, where some do and q grows.
bool KinkedParabola::step_inside(const std::vector<std::size_t>& support, const std::vector<double>& x, double share) {
  constexpr double nothing = 1e-12;  // of a weight before
  Pace pace(stop_);
  std::vector<double> change(k_);  // of the slope
  std::vector<double> step(support.size());
  bool crosses = false;
  double kinks = 0;
  for (std::size_t a = 0; a < support.size(); ++a) {
    const std::size_t at = support[a];
    const double v = weight(at);
    step[a] = share * x[a];  // may be less than v has digits for: u has them
    if (penalty_[at].l1 > 0 && v * (v + step[a]) <= nothing * (v * v)) {
      step[a] = -v;
      crosses = true;
    }
    kinks += penalty_[at].l1 * (std::fabs(v + step[a]) - std::fabs(v));
    pace.check(k_);
    axpy(step[a], H_.data() + at * k_, k_, change.data());
  }
  double lower = kinks;
  for (std::size_t a = 0; a < support.size(); ++a) lower += step[a] * (gradient_[support[a]] + change[support[a]] / 2);
  if (crosses && !(lower < 0)) return false;
  for (std::size_t a = 0; a < support.size(); ++a) {
    const std::size_t at = support[a];
    u_[at] = step[a] == -weight(at) ? -v_[at] : u_[at] + step[a];
  }
  axpy(1, change.data(), k_, gradient_.data());
  return true;
}

double KinkedParabola::share_to_first_zero(const std::vector<std::size_t>& support,
                                           const std::vector<double>& x) const {
  double share = 1;
  for (std::size_t a = 0; a < support.size(); ++a) {
    const double v = weight(support[a]);
    if (penalty_[support[a]].l1 > 0 && v * (v + x[a]) <= 0) share = std::min(share, v / -x[a]);
  }
  return share;
}

}  // namespace halfspace
