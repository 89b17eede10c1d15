#include "driver/kinked_values.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

#include "driver/sum_errors.hpp"
#include "driver/task_values.hpp"

namespace halfspace {
namespace {

constexpr double few = 16 * unit_roundoff;

/// One class: A = C Σ c a, K = C Σ c loss*(-a), and by which factors its α may be multiplied.
struct ClassSide {
  double alpha = 0;
  double conjugate = 0;
  double least = 1;
  double most = 1;

  /// -C Σ c loss*(-θ a) at least, for every factor within the bounds.
  double value(double theta, const LossTraits& traits) const {
    const auto at = [&](double t) { return traits.ridge ? t * alpha - t * t * (conjugate + alpha) : -t * conjugate; };
    return std::min(at(theta * least), at(theta * most));  // concave in the factor
  }
};

/// What is known of q: middles and radii.
struct DualPoint {
  std::array<ClassSide, 2> side;  // positive, negative
  std::vector<double> q;
  std::vector<double> radius;
  bool balanced = true;
};

/// α of the heavier class shrinks by |r|/A, r = Σ α_i y_i, which is known to within `off`: the other class may be the heavier one.
void balance(std::span<const double> up, std::span<const double> down, std::span<const double> error, DualPoint& p) {
  const std::size_t bias = p.q.size() - 1;
  const double r = p.q[bias];
  const double off = p.radius[bias];
  const std::size_t heavy = r > 0 ? 0 : 1;
  for (const std::size_t k : {std::size_t{0}, std::size_t{1}}) {
    ClassSide& side = p.side.at(k);
    const double shrink = k == heavy ? std::fabs(r) / side.alpha : 0;
    const double unsure = off / side.alpha * (1 + few) + few * shrink;
    if (!(shrink + unsure < 1)) {
      p.balanced = false;
      return;
    }
    side.most = std::min(1.0, 1 - shrink + unsure);
    side.least = 1 - shrink - unsure;
    const std::span<const double> of = k == 0 ? up : down;
    for (std::size_t j = 0; j < bias; ++j) {
      p.q[j] -= shrink * of[j];
      p.radius[j] += unsure * (std::fabs(of[j]) + error[j]) + few * std::fabs(of[j]);
    }
  }
}

/// D of all α times θ.
double dual_at(double theta, const DualPoint& p, const ShardFacts& f, const LinearOptions& o,
               std::span<const std::uint8_t> gone, double& size) {
  const LossTraits& traits = traits_of(o.loss);
  double conjugates = 0;
  for (const ClassSide& side : p.side) conjugates += side.value(theta, traits);
  double pulls = 0;
  for (std::size_t j = 0; j < p.q.size(); ++j) {
    const Penalty penalty = penalty_at(f, o, j);
    if (gone[j] == 0 && penalty.l2 > 0) pulls += penalty.conjugate(theta * (std::fabs(p.q[j]) + p.radius[j]));
  }
  size = std::fabs(conjugates) + pulls;
  return conjugates - pulls;
}

/// The largest θ that brings every |q_j| within l1.
double share_inside(const DualPoint& p, const ShardFacts& f, const LinearOptions& o,
                    std::span<const std::uint8_t> gone) {
  double largest = 1;
  for (std::size_t j = 0; j < p.q.size(); ++j) {
    const Penalty penalty = penalty_at(f, o, j);
    if (gone[j] == 0 && penalty.l1 > 0) largest = std::max(largest, (std::fabs(p.q[j]) + p.radius[j]) / penalty.l1);
  }
  return largest > 1 ? 1 / (largest * (1 + few)) : 1;
}

void take_dual(DualPoint& p, const ShardFacts& f, const LinearOptions& o, std::span<const std::uint8_t> gone,
               KinkedValues& out) {
  if (!p.balanced) return;  // α = 0: D = 0
  const double sizes = p.side[0].alpha + p.side[1].alpha + o.C * out.loss;
  const double inside = share_inside(p, f, o, gone);
  double best = 0;
  for (const double theta : {inside, 1.0}) {
    if (theta > inside && penalty_at(f, o, 0).l2 == 0) break;
    double size = 0;
    double dual = dual_at(theta, p, f, o, gone, size);
    dual -= 8 * roundings_of_columns(f) * unit_roundoff * (size + sizes);
    if (!(dual > out.dual)) continue;
    out.dual = dual;
    best = theta;
  }
  if (best == 0) return;
  out.reach.resize(p.q.size());
  for (std::size_t j = 0; j < p.q.size(); ++j) out.reach[j] = best * (std::fabs(p.q[j]) + p.radius[j]) * (1 + few);
}

}  // namespace

Penalty penalty_at(const ShardFacts& f, const LinearOptions& o, std::size_t j) {
  return j < f.cols || o.bias == Bias::augmented ? penalty_of(o.penalty, o.l1_ratio) : Penalty{};
}

KinkedValues kinked_values_of(const ShardFacts& f, const LinearOptions& o, std::span<const double> v,
                              std::span<const std::uint8_t> gone, double loss_reach, std::span<const double> sum,
                              std::span<const ExactSum> exact) {
  const std::size_t d = v.size();
  const SumErrors errors(f, o, most_slope(f, o.loss, v), loss_reach);
  KinkedValues out;
  out.gradient.resize(d);
  DualPoint p;
  p.side[0] = {o.C * slot(exact, Slot::positive_alpha), o.C * slot(exact, Slot::positive_conjugate)};
  p.side[1] = {o.C * slot(exact, Slot::negative_alpha), o.C * slot(exact, Slot::negative_conjugate)};
  p.q.resize(d);
  p.radius.resize(d);
  std::vector<double> up(d);
  std::vector<double> down(d);
  std::vector<double> error(d);
  double pulls = 0;
  for (std::size_t j = 0; j < d; ++j) {
    const Penalty penalty = penalty_at(f, o, j);
    up[j] = -o.C * (sum[j] + sum[2 * d + j]);
    down[j] = -o.C * (sum[d + j] + sum[3 * d + j]);
    error[j] = errors.of_fine(j);
    p.q[j] = up[j] + down[j];
    p.radius[j] = error[j] + 4 * unit_roundoff * (std::fabs(up[j]) + std::fabs(down[j]));
    out.gradient[j] = penalty.l2 * v[j] - p.q[j];
    pulls += penalty.value(v[j]);
  }
  out.loss = slot(exact, Slot::loss);
  out.primal = o.C * out.loss + pulls;
  out.rounding = errors.of_loss(v) + 8 * roundings_of_columns(f) * unit_roundoff * out.primal;
  if (o.bias == Bias::free) balance(up, down, error, p);
  take_dual(p, f, o, gone, out);
  return out;
}

}  // namespace halfspace
