#include "solver/linear/primal/kinked_parabola.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

#include "linalg/cholesky.hpp"
#include "simd/ops.hpp"

namespace halfspace {

KinkedParabola::KinkedParabola(std::vector<double> H, std::vector<double> v, std::vector<double> g,
                               std::vector<Penalty> penalty, StopToken stop)
    : stop_(std::move(stop)),
      k_(v.size()),
      H_(std::move(H)),
      v_(std::move(v)),
      gradient_(std::move(g)),
      penalty_(std::move(penalty)),
      u_(k_) {}

std::vector<double> KinkedParabola::minimum(double damping, double accuracy) {
  constexpr int most_sweeps = 400;
  constexpr int sweeps_between_faces = 10;
  constexpr int most_face_steps = 20;
  constexpr std::size_t most_support = 1200;
  double largest = 0;
  for (std::size_t a = 0; a < k_; ++a) {
    for (std::size_t b = a + 1; b < k_; ++b) H_[a * k_ + b] = H_[b * k_ + a];
    largest = std::max(largest, H_[a * k_ + a] += penalty_[a].l2);
  }
  for (std::size_t a = 0; a < k_; ++a) H_[a * k_ + a] += damping * largest + std::numeric_limits<double>::min();
  double first = 0;
  for (int round = 1; round <= most_sweeps; ++round) {
    const double most = sweep();
    first = std::max(first, most);
    if (most <= accuracy * first) break;
    if (round % sweeps_between_faces == 0 && k_ <= most_support) {
      for (int step = 0; step < most_face_steps && !face_step(); ++step) continue;
    }
  }
  return u_;
}

/// One visit of each coordinate; the largest step, in the metric of the parabola.
double KinkedParabola::sweep() {
  Pace pace(stop_);
  double most = 0;
  for (std::size_t a = 0; a < k_; ++a) {
    const double h = H_[a * k_ + a];
    const double at = v_[a] + u_[a];
    const double next = Penalty{penalty_[a].l1, 0}.prox(at - gradient_[a] / h, 1 / h);
    const double step = next - at;
    pace.check(step == 0 ? 1 : k_);
    if (step == 0) continue;
    u_[a] = next == 0 ? -v_[a] : u_[a] + step;
    axpy(step, H_.data() + a * k_, k_, gradient_.data());
    most = std::max(most, std::fabs(step) * std::sqrt(h));
  }
  return most;
}

/// With the signs as they are the minimum is a linear system: u moves there, or as far as the first weight that
/// comes to 0 and stays there. True when it arrived.
bool KinkedParabola::face_step() {
  std::vector<std::size_t> support;
  for (std::size_t a = 0; a < k_; ++a) {
    if (v_[a] + u_[a] != 0 || penalty_[a].l1 == 0) support.push_back(a);
  }
  const std::size_t s = support.size();
  if (s == 0) return true;
  std::vector<double> part(s * s);
  std::vector<double> x(s);
  for (std::size_t a = 0; a < s; ++a) {
    for (std::size_t b = 0; b <= a; ++b) part[a * s + b] = H_[support[a] * k_ + support[b]];
    const double v = v_[support[a]] + u_[support[a]];
    x[a] = -gradient_[support[a]] - (v == 0 ? 0 : std::copysign(penalty_[support[a]].l1, v));
  }
  Cholesky(part, s, Dependent::kept, stop_).solve_refined(part, x);
  double share = 1;
  std::size_t first = s;  // to come to 0
  for (std::size_t a = 0; a < s; ++a) {
    const double v = v_[support[a]] + u_[support[a]];
    if (penalty_[support[a]].l1 == 0 || v * (v + x[a]) > 0 || v / -x[a] >= share) continue;
    share = v / -x[a];
    first = a;
  }
  for (std::size_t a = 0; a < s; ++a) {
    const std::size_t at = support[a];
    const double step = a == first ? -v_[at] - u_[at] : share * x[a];
    u_[at] = a == first ? -v_[at] : u_[at] + step;
    axpy(step, H_.data() + at * k_, k_, gradient_.data());
  }
  return first == s;
}

}  // namespace halfspace
