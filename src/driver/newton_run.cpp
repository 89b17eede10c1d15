#include "driver/newton_run.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

#include "base/simd_choice.hpp"
#include "linalg/cholesky.hpp"
#include "shard/curves.hpp"
#include "shard/grid.hpp"

namespace halfspace {
namespace {

constexpr std::uint64_t most_products = 200;

/// Of a sample, for each column: the steps of m rows a column err by about 1/sqrt(m), and a step leaves the square of that of
/// the gap.
constexpr double rows_enough = 2500;

double product_of(std::span<const double> a, std::span<const double> b) {
  double sum = 0;
  for (std::size_t j = 0; j < a.size(); ++j) sum += a[j] * b[j];
  return sum;
}

}  // namespace

NewtonRun::NewtonRun(const ShardFacts& facts, const LinearOptions& options, std::uint32_t positive)
    : facts_(&facts), o_(&options), positive_(positive) {
  s_.point.assign(dims(), 0);
  s_.trial = s_.point;
  s_.dual = -std::numeric_limits<double>::infinity();
  s_.gap = std::numeric_limits<double>::infinity();
  s_.width = 2;  // so that the margin 0 of the first point is inside
  s_.share = few_columns() ? small_share() : 1;
  s_.rows = few_columns() ? start_share() : 1;
}

void NewtonRun::begin_at(std::span<const double> point, double loss) {
  s_.trial.assign(point.begin(), point.end());
  s_.loss_bound = loss;
  s_.rows = 1;
}

bool NewtonRun::few_columns() const { return facts_->few_columns(dims()); }

/// So that Σ h x x' costs about as much as the rest of the pass, or is as good as that of all rows; of 100 rows a column at
/// least.
double NewtonRun::small_share() const {
  if (traits_of(o_->loss).soft_margin) return 1;  // few rows have a curvature
  const auto n = static_cast<double>(facts_->rows);
  const double least = static_cast<double>(dims()) / n;
  if (!traits_of(o_->loss).likelihood) return std::min(1.0, rows_enough * least);
  const double square = static_cast<double>(facts_->squared_entries) / 2;
  const double pass = 2 * static_cast<double>(facts_->entries) + 20 * n;
  return std::min(1.0, std::max(std::min(pass / square, rows_enough * least), 100 * least));
}

/// Would all rows give a better next step than those of the sample?
bool NewtonRun::needs_all_rows(double objective, double gap) const {
  if (s_.objective - objective >= 0.1 * objective) return false;
  const bool enough = s_.share * static_cast<double>(facts_->rows) >= rows_enough * static_cast<double>(dims());
  return !enough || gap > 0.1 * s_.gap;
}

Task NewtonRun::task() const {
  Task t;
  t.positive = positive_;
  t.smoothing = s_.width;
  if (s_.waits == NewtonState::Waits::product) {
    t.product = true;
    t.weights = s_.point;
    t.direction = s_.conjugate;
    t.centers = s_.centers;
    double reach = 0;
    for (std::size_t j = 0; j < dims(); ++j) reach += std::fabs(s_.conjugate[j]) * std::sqrt(facts_->second[j]);
    t.reach = grid::exponent(reach);
    return t;
  }
  t.weights = s_.trial;
  t.hessian = few_columns();
  t.diagonal = !few_columns();
  t.centers = s_.centers;
  t.rows = s_.rows;
  t.share = s_.rows < 1 ? 1 : s_.share;
  t.loss_reach = grid::exponent(loss_reach());
  t.reach = grid::exponent(most_slope(*facts_, o_->loss, s_.trial));
  return t;
}

void NewtonRun::take(std::span<const double> sum, std::span<const ExactSum> exact) {
  ++s_.rounds;
  if (s_.waits == NewtonState::Waits::product)
    take_product(sum);
  else if (s_.rows < 1)
    take_start(sum, exact);
  else
    take_values(sum, exact);
  if (const char* why = no_more_rounds(s_.rounds, o_->max_rounds); why != nullptr && !done())
    finish(Status::not_converged, why);
}

double NewtonRun::loss_bound() const { return s_.loss_bound < 0 ? loss_at_zero(*facts_, o_->loss) : s_.loss_bound; }

/// Σ c |slope x_j| <= sqrt(Σ c slope^2) sqrt(Σ c x_j^2), and slope^2 is at most so many times the loss.
double NewtonRun::loss_reach() const { return std::sqrt(most_squared_slope(o_->loss) * loss_bound()); }

void NewtonRun::take_values(std::span<const double> sum, std::span<const ExactSum> exact) {
  const TaskValues now = values_of(*facts_, *o_, positive_, s_.trial, loss_reach(), sum, exact);
  if (!std::isfinite(now.primal)) return finish(Status::not_converged, "the objective is beyond double numbers");
  if (now.loss > loss_bound()) {  // the grids of its sums were too fine to hold them
    s_.loss_bound = 2 * now.loss;
    return;
  }
  s_.dual = std::max(s_.dual, now.dual);
  const bool first = s_.waits == NewtonState::Waits::first_values;
  const double needed = s_.objective + 1e-4 * s_.length * s_.slope;
  const double rounding = 4 * std::numeric_limits<double>::epsilon() * std::fabs(s_.objective);
  const double gap = std::max(0.0, now.primal - s_.dual) + now.rounding;
  const bool proved = gap <= o_->tol * now.primal;
  if (first || proved || now.smooth <= needed + rounding) {
    const std::span<const double> curvature = sum.subspan(dims());
    const bool at_zero = first && std::all_of(s_.trial.begin(), s_.trial.end(), [](double w) { return w == 0; });
    if (at_zero && s_.share < 1 && !sees_all_columns(curvature, s_.share)) {
      s_.share = 1;  // asked again
      return;
    }
    const bool stands = !first && is_idle(now.smooth, gap);
    keep_best(gap);
    const bool all_rows = !first && needs_all_rows(now.smooth, gap);
    s_.primal = now.primal;
    s_.gap = gap;
    s_.loss_bound = 2 * now.loss;
    const double smooth_gap = now.smooth - (now.dual - now.ridge);
    s_.point = s_.trial;
    s_.gradient = now.gradient;
    if (proved) return finish(Status::converged, "duality gap within tol");
    if (stands)
      return finish(
          Status::not_converged,
          "twelve rounds have lowered neither the objective by a billionth nor the gap by a tenth; columns of "
          "like sizes may help: scale them beforehand");
    if (traits_of(o_->loss).soft_margin && smooth_gap < 0.25 * (now.primal - now.dual)) return center();
    accept(now, curvature);
    if (all_rows) s_.share = 1;  // of the next ones: these came with the share before
    return;
  }
  s_.share = 1;  // columns that a sample did not see may be in the way
  // the parabola through both values and the slope
  const double curved = 2 * (now.smooth - s_.objective - s_.slope * s_.length);
  const double best = curved > 0 ? -s_.slope * s_.length * s_.length / curved : s_.length / 2;
  if (s_.length < 1e-9)
    return finish(Status::not_converged, "no step lowers the objective any more: it is at the rounding of its sums");
  try_step(std::clamp(best, s_.length / 10, s_.length / 2));
}

/// The hinge itself may become larger on the way: before a point with a larger gap, the one before it is kept.
void NewtonRun::keep_best(double next_gap) {
  if (!has_point() || next_gap <= s_.gap || (!s_.best.empty() && s_.best_gap <= s_.gap)) return;
  s_.best = s_.point;
  s_.best_primal = s_.primal;
  s_.best_gap = s_.gap;
}

/// Have some rounds in a row changed next to nothing?
bool NewtonRun::is_idle(double objective, double gap) {
  constexpr std::uint64_t most_idle = 12;
  const bool moved = s_.objective - objective > 1e-9 * std::fabs(objective) || !(gap >= 0.9 * s_.marked_gap);
  if (moved) s_.marked_gap = gap;
  s_.idle = moved ? 0 : s_.idle + 1;
  return s_.idle >= most_idle;
}

/// What is added to the curvature h along a free bias: where no row of a hinge has one, so much that a step is no longer than
/// hundred times what all rows would allow.
double NewtonRun::flat_bias(double h) const {
  const double least = 1e-10 * (1 + h);
  if (!traits_of(o_->loss).soft_margin) return least;
  const double row = *std::min_element(facts_->least_weight.begin(), facts_->least_weight.end());
  const double all = o_->C / s_.width * facts_->second[facts_->cols];
  return h < o_->C / s_.width * row / 2 ? 0.01 * all : least;
}

/// The multipliers of this point are those that the next ones are drawn to.
void NewtonRun::center() {
  s_.centers.push_back({s_.width, s_.point});
  s_.width /= 2;
  s_.waits = NewtonState::Waits::first_values;
}

void NewtonRun::accept(const TaskValues& values, std::span<const double> curvature) {
  s_.objective = values.smooth;
  begin_step(curvature);
}

void NewtonRun::begin_step(std::span<const double> curvature) {
  const std::size_t d = dims();
  if (few_columns()) {
    std::vector<double> H(curvature.begin(), curvature.end());
    const double factor = o_->C / s_.share;
    for (double& h : H) h *= factor;
    for (std::size_t j = 0; j < d; ++j) {
      double& h = H[j * (j + 1) / 2 + j];
      h += penalised(j) ? 1 : flat_bias(h);
    }
    s_.step.resize(d);
    for (std::size_t j = 0; j < d; ++j) s_.step[j] = -s_.gradient[j];
    std::vector<double> full(d * d);
    for (std::size_t j = 0, at = 0; j < d; ++j)
      for (std::size_t k = 0; k <= j; ++k, ++at) full[j * d + k] = H[at];
    const SimdScope scope(Simd::portable);  // the same bits whatever machine the driver runs on
    Cholesky(full, d, Dependent::kept).solve(s_.step);
    s_.slope = product_of(s_.step, s_.gradient);
    return try_step(1);
  }
  s_.diagonal.assign(d, 0);
  for (std::size_t j = 0; j < d; ++j)
    s_.diagonal[j] = o_->C * curvature[j] + (penalised(j) ? 1 : flat_bias(o_->C * curvature[j]));
  s_.step.assign(d, 0);
  s_.residual.resize(d);
  s_.conjugate.resize(d);
  for (std::size_t j = 0; j < d; ++j) {
    s_.residual[j] = -s_.gradient[j];
    s_.conjugate[j] = s_.residual[j] / s_.diagonal[j];
  }
  s_.residual_product = product_of(s_.residual, s_.conjugate);
  s_.first_residual = s_.residual_product;
  s_.products = 0;
  s_.waits = NewtonState::Waits::product;
}

void NewtonRun::take_product(std::span<const double> product) {
  const std::size_t d = dims();
  std::vector<double> q(d);
  for (std::size_t j = 0; j < d; ++j) q[j] = o_->C * product[j] + (penalised(j) ? s_.conjugate[j] : 0);
  const double bend = product_of(s_.conjugate, q);
  ++s_.products;
  if (bend > 0) {
    const double a = s_.residual_product / bend;
    for (std::size_t j = 0; j < d; ++j) {
      s_.step[j] += a * s_.conjugate[j];
      s_.residual[j] -= a * q[j];
    }
  }
  double next = 0;
  for (std::size_t j = 0; j < d; ++j) next += s_.residual[j] * s_.residual[j] / s_.diagonal[j];
  // Far from the end until the residual is a third of the first, near it a tenth: the gap is about its square.
  const double enough = s_.gap > 10 * o_->tol * s_.primal ? 0.1 : 0.01;
  if (bend <= 0 || next <= enough * s_.first_residual || s_.products >= most_products) {
    s_.slope = product_of(s_.step, s_.gradient);
    return try_step(1);
  }
  const double b = next / s_.residual_product;
  s_.residual_product = next;
  for (std::size_t j = 0; j < d; ++j) s_.conjugate[j] = s_.residual[j] / s_.diagonal[j] + b * s_.conjugate[j];
}

void NewtonRun::try_step(double length) {
  if (!(s_.slope < 0)) return finish(Status::not_converged, "the gradient is at the rounding of its sums");
  s_.length = length;
  for (std::size_t j = 0; j < dims(); ++j) s_.trial[j] = s_.point[j] + length * s_.step[j];
  s_.waits = NewtonState::Waits::trial;
}

void NewtonRun::finish(Status status, const std::string& reason) {
  if (!s_.best.empty() && s_.best_gap < s_.gap) {
    s_.point = s_.best;
    s_.primal = s_.best_primal;
    s_.gap = s_.best_gap;
  }
  s_.waits = NewtonState::Waits::nothing;
  s_.status = static_cast<std::uint8_t>(status);
  s_.stop_reason = reason;
}

void NewtonRun::end(Halt why) {
  if (!done())
    finish(ended_by(why), why == Halt::timeout ? "the time limit is reached" : "by a signal (Ctrl-C or SIGTERM)");
}

LinearResult NewtonRun::result() const {
  LinearResult out;
  out.status = static_cast<Status>(s_.status);
  out.stop_reason = s_.stop_reason;
  out.solver = few_columns() ? "newton" : "newton-cg";
  out.why = "rows are in partitions";
  out.w.assign(s_.point.begin(), s_.point.begin() + static_cast<std::ptrdiff_t>(facts_->cols));
  out.b = o_->bias == Bias::none ? 0 : s_.point[facts_->cols];
  out.primal = s_.primal;
  out.dual = s_.dual;
  out.gap = s_.gap;
  out.has_dual = std::isfinite(s_.dual);
  for (const double g : s_.gradient) out.gradient = std::max(out.gradient, std::fabs(g));
  out.rounds = s_.rounds;
  return out;
}

}  // namespace halfspace
