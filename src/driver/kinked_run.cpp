#include "driver/kinked_run.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>

#include "driver/bias_alone.hpp"
#include "driver/sum_errors.hpp"
#include "driver/task_values.hpp"
#include "shard/grid.hpp"

namespace halfspace {

KinkedRun::KinkedRun(const ShardFacts& facts, const LinearOptions& options, std::uint32_t positive)
    : facts_(&facts), o_(&options), positive_(positive) {
  s_.point.assign(dims(), 0);
  s_.trial = s_.point;
  s_.gone.assign(dims(), 0);
}

void KinkedRun::begin() {
  if (o_->bias != Bias::free) return;
  s_.trial[facts_->cols] = best_bias_alone(*facts_, o_->loss, positive_).bias;
}

void KinkedRun::begin_at(std::span<const double> point, double loss) {
  s_.trial.assign(point.begin(), point.end());
  s_.loss_bound = loss;
}

bool KinkedRun::few_columns() const { return facts_->few_columns(dims()); }

Task KinkedRun::task() const {
  Task t;
  t.positive = positive_;
  if (s_.waits == KinkedState::Waits::product) {
    t.product = true;
    t.weights = s_.point;
    t.direction = s_.conjugate;
    double reach = 0;
    for (std::size_t j = 0; j < dims(); ++j) reach += std::fabs(s_.conjugate[j]) * std::sqrt(facts_->second[j]);
    t.reach = grid::exponent(reach);
    return t;
  }
  t.weights = s_.trial;
  t.fine = fine_bits(*facts_);
  t.hessian = few_columns() || (!s_.columns.empty() && s_.longer == 0);
  t.columns = s_.columns;
  t.diagonal = s_.longer != 0;
  t.loss_reach = grid::exponent(loss_reach());
  t.reach = grid::exponent(most_slope(*facts_, o_->loss, s_.trial));
  return t;
}

void KinkedRun::take(std::span<const double> sum, std::span<const ExactSum> exact) {
  ++s_.rounds;
  if (s_.waits == KinkedState::Waits::product)
    take_product(sum);
  else
    take_values(sum, exact);
  if (const char* why = no_more_rounds(s_.rounds, o_->max_rounds); why != nullptr && !done())
    finish(Status::not_converged, why);
}

double KinkedRun::gap() const { return std::max(0.0, s_.primal - s_.dual) + s_.rounding; }

double KinkedRun::loss_bound() const { return s_.loss_bound < 0 ? loss_at_zero(*facts_, o_->loss) : s_.loss_bound; }

double KinkedRun::loss_reach() const { return std::sqrt(most_squared_slope(o_->loss) * loss_bound()); }

double KinkedRun::most_curvature(std::size_t j) const {
  return o_->C * most_bend(o_->loss) * facts_->second[j] * (1 + 0x1p-20);
}

/// Of g_j + l1 ∂|v_j| the number nearest to 0.
double KinkedRun::least_subgradient(std::size_t j) const {
  const double l1 = penalty(j).l1;
  const double g = s_.gradient[j];
  return s_.point[j] != 0 ? g + std::copysign(l1, s_.point[j]) : g - std::clamp(g, -l1, l1);
}

void KinkedRun::take_values(std::span<const double> sum, std::span<const ExactSum> exact) {
  const KinkedValues now = kinked_values_of(*facts_, *o_, s_.trial, s_.gone, loss_reach(), sum, exact);
  if (!std::isfinite(now.primal)) return finish(Status::not_converged, "the objective is beyond double numbers");
  if (now.loss > loss_bound()) {  // the grids of its sums were too fine to hold them
    s_.loss_bound = 2 * now.loss;
    return;
  }
  s_.dual = std::max(s_.dual, now.dual);
  const double gap_now = std::max(0.0, now.primal - s_.dual) + now.rounding;
  const bool proved = gap_now <= o_->tol * now.primal;
  const double noise = 4 * std::numeric_limits<double>::epsilon() * std::fabs(now.primal);
  if (s_.waits == KinkedState::Waits::values || proved || now.primal <= s_.primal + 1e-4 * s_.expected + noise)
    return accept(now, sum.subspan(4 * dims()));
  if (gap() <= o_->tol * s_.primal) return finish(Status::converged, "duality gap within tol");
  shorten(now.primal);
}

void KinkedRun::accept(const KinkedValues& now, std::span<const double> curvature) {
  constexpr double least_damping = 1e-9;
  const double gap_now = std::max(0.0, now.primal - s_.dual) + now.rounding;
  const bool stands = is_idle(now.primal, gap_now);
  if (s_.waits == KinkedState::Waits::trial) {
    if (s_.length == 1) s_.damping = s_.damping > least_damping ? s_.damping / 8 : 0;
    if (s_.on_face == 0 && s_.parts > 0) s_.parts = s_.primal - now.primal < 1e-3 * now.primal ? 0 : s_.parts - 1;
    if (s_.length < 0.3) s_.damping = std::max(1e-5, 8 * s_.damping);
  }
  s_.point = s_.trial;
  s_.gradient = now.gradient;
  s_.primal = now.primal;
  s_.rounding = now.rounding;
  s_.loss_bound = 2 * now.loss;
  if (gap_now <= o_->tol * now.primal) return finish(Status::converged, "duality gap within tol");
  if (stands)
    return finish(Status::not_converged,
                  "twelve rounds have lowered neither the objective by a billionth nor the gap by a tenth; columns of "
                  "like sizes may help: scale them beforehand");
  screen(now);
  if (s_.longer != 0)
    begin_face(curvature);
  else
    begin_step(curvature);
}

/// |q_j| + sqrt(2 gap C K Σ c x_j^2) < l1 at a dual point: weight j is 0 at the optimum.
void KinkedRun::screen(const KinkedValues& now) {
  if (now.reach.empty()) return;
  const double gap_now = std::max(0.0, now.primal - now.dual) + now.rounding;
  for (std::size_t j = 0; j < dims(); ++j) {
    if (s_.point[j] == 0 && now.reach[j] + std::sqrt(2 * gap_now * most_curvature(j)) * (1 + 0x1p-20) < penalty(j).l1)
      s_.gone[j] = 1;
  }
}

/// Have some rounds in a row changed next to nothing?
bool KinkedRun::is_idle(double primal, double gap) {
  constexpr std::uint64_t most_idle = 12;
  const bool moved = !(s_.primal - primal <= 1e-9 * primal) || !(gap >= 0.9 * s_.marked_gap);
  if (moved) s_.marked_gap = gap;
  s_.idle = moved ? 0 : s_.idle + 1;
  return s_.idle >= most_idle;
}

/// To the least value of the parabola through both values and the slope.
void KinkedRun::shorten(double primal) {
  constexpr double least_on_face = 0.3;
  if (s_.on_face != 0 && s_.length < least_on_face) return leave_face();
  if (s_.length < 1e-9)
    return finish(Status::not_converged, "no step lowers the objective any more: it is at the rounding of its sums");
  const double curved = 2 * (primal - s_.primal - s_.expected);
  const double best = curved > 0 ? -s_.expected * s_.length / curved : s_.length / 2;
  try_step(std::clamp(best, s_.length / 10, s_.length / 2));
}

void KinkedRun::finish(Status status, const std::string& reason) {
  s_.waits = KinkedState::Waits::nothing;
  s_.status = static_cast<std::uint8_t>(status);
  s_.stop_reason = reason;
}

void KinkedRun::end(Halt why) {
  if (!done())
    finish(ended_by(why), why == Halt::timeout ? "the time limit is reached" : "by a signal (Ctrl-C or SIGTERM)");
}

LinearResult KinkedRun::result() const {
  LinearResult out;
  out.status = static_cast<Status>(s_.status);
  out.stop_reason = s_.stop_reason;
  out.solver = "proximal-newton";
  out.why = "rows are in partitions";
  out.w.assign(s_.point.begin(), s_.point.begin() + static_cast<std::ptrdiff_t>(facts_->cols));
  for (double& w : out.w) w += 0.0;  // no -0
  out.b = o_->bias == Bias::none ? 0 : s_.point[facts_->cols] + 0.0;
  out.primal = s_.primal;
  out.dual = s_.dual;
  out.gap = gap();
  out.has_dual = true;
  for (std::size_t j = 0; j < s_.gradient.size(); ++j)
    out.gradient = std::max(out.gradient, std::fabs(least_subgradient(j)));
  out.rounds = s_.rounds;
  return out;
}

std::vector<char> KinkedRun::proven_zero() const {
  return {s_.gone.begin(), s_.gone.begin() + static_cast<std::ptrdiff_t>(facts_->cols)};
}

}  // namespace halfspace
