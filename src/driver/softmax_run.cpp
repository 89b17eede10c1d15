#include "driver/softmax_run.hpp"

#include <algorithm>
#include <limits>
#include <numeric>
#include <utility>

#include "base/elementary.hpp"
#include "driver/objective_run.hpp"
#include "driver/softmax_step.hpp"
#include "shard/grid.hpp"

namespace halfspace {
namespace {

constexpr std::size_t most_of_few_weights = 1024;  // answers of 2 MB
constexpr std::size_t most_classes_in_bias_block = 256;
constexpr std::size_t most_columns_in_mean_block = 1024;  // answers of 4 MB
constexpr std::uint64_t most_softmax_products = 200;      // of a step

double inner(std::span<const double> a, std::span<const double> b) {
  return std::inner_product(a.begin(), a.end(), b.begin(), 0.0);
}

}  // namespace

void SoftmaxRun::begin() {
  s_.point.assign(size(), 0);
  s_.trial = s_.point;
  s_.dual = -std::numeric_limits<double>::infinity();
  s_.gap = std::numeric_limits<double>::infinity();
  s_.share = few_weights() ? small_share() : 1;
  double weight = 0;
  for (const double w : facts_->whole_weight) weight += w;
  s_.loss_bound = weight * elementary::log(static_cast<double>(classes())) * (1 + 0x1p-20);
}

bool SoftmaxRun::few_weights() const { return size() <= most_of_few_weights; }

bool SoftmaxRun::has_bias_block() const {
  return !few_weights() && o_->bias == Bias::free && classes() <= most_classes_in_bias_block;
}

/// At first, and where the products of a step have cost more than it does.
bool SoftmaxRun::asks_mean_block() const {
  if (few_weights() || s_.by_diagonal || dims() > most_columns_in_mean_block) return false;
  const MeanBlockPlan plan = mean_block_plan(*facts_, dims());
  return plan.worth && (s_.mean_block.empty() || static_cast<double>(s_.products) > 2 + plan.products);
}

/// So that the curvatures cost about as much as the rest of the pass, but of 100 rows a weight at least.
double SoftmaxRun::small_share() const {
  const auto n = static_cast<double>(facts_->rows);
  const auto K = static_cast<double>(classes());
  const double squares = static_cast<double>(class_pairs(classes())) * static_cast<double>(facts_->squared_entries) / 2;
  const double pass = K * (2 * static_cast<double>(facts_->entries) + 20 * n);
  return std::min(1.0, std::max(pass / squares, 100 * static_cast<double>(size()) / n));
}

SoftmaxTask SoftmaxRun::task() const {
  SoftmaxTask t;
  if (s_.waits == SoftmaxState::Waits::product) {
    t.product = true;
    t.weights = s_.point;
    t.direction = s_.conjugate;
    std::vector<double> reach(classes());  // sqrt(Σ c t_k^2) is at most this
    for (std::size_t a = 0; a < size(); ++a)
      reach[a % classes()] += std::fabs(s_.conjugate[a]) * std::sqrt(facts_->second[a / classes()]);
    // |u_k| <= p_k (1 - p_k) max |t_k - t_l| <= sqrt(2)/4 |t|
    t.reach = grid::exponent(0.36 * std::sqrt(inner(reach, reach)));
    return t;
  }
  t.weights = s_.trial;
  t.hessian = few_weights();
  t.diagonal = !few_weights();
  t.bias_block = has_bias_block();
  t.mean_block = asks_mean_block();
  t.share = t.mean_block ? mean_block_plan(*facts_, dims()).share : s_.share;
  t.loss_reach = grid::exponent(loss_reach());
  return t;
}

void SoftmaxRun::take(std::span<const double> sum, std::span<const ExactSum> exact) {
  ++s_.rounds;
  if (s_.waits == SoftmaxState::Waits::product)
    take_product(sum);
  else
    take_values(sum, exact);
  if (const char* why = no_more_rounds(s_.rounds, o_->max_rounds); why != nullptr && !done())
    finish(Status::not_converged, why);
}

void SoftmaxRun::take_values(std::span<const double> sum, std::span<const ExactSum> exact) {
  const bool first = s_.waits == SoftmaxState::Waits::first_values;
  const double loss = exact[0].value();
  const double primal = softmax_primal(*facts_, *o_, s_.trial, loss);
  const double rounding = 4 * std::numeric_limits<double>::epsilon() * s_.primal;
  if (!first && !(primal <= s_.primal + 1e-4 * s_.length * s_.slope + rounding)) return shorten(primal);
  if (!std::isfinite(primal)) return finish(Status::not_converged, "the objective is beyond double numbers");
  if (loss > s_.loss_bound) {  // the grids of its sums were too fine to hold them
    s_.loss_bound = 2 * loss;
    return;
  }
  const SoftmaxValues now = softmax_values(*facts_, *o_, s_.trial, loss_reach(), sum, exact);
  s_.dual = std::max(s_.dual, now.dual);
  const double gap = std::max(0.0, now.primal - s_.dual) + now.rounding;
  const bool stands = !first && is_idle(now.primal, gap);
  if (!first && s_.primal - now.primal < 0.1 * now.primal) s_.share = 1;
  s_.point = s_.trial;
  s_.gradient = now.gradient;
  s_.primal = now.primal;
  s_.gap = gap;
  s_.loss_bound = 2 * now.loss;
  if (gap <= o_->tol * now.primal) return finish(Status::converged, "duality gap within tol");
  if (stands)
    return finish(Status::not_converged,
                  "twelve rounds have lowered neither the objective by a billionth nor the gap by a tenth; columns of "
                  "like sizes may help: scale them beforehand");
  begin_step(sum.subspan(size()));
}

/// Have some points in a row changed next to nothing?
bool SoftmaxRun::is_idle(double primal, double gap) {
  constexpr std::uint64_t most_idle = 12;
  const bool moved = s_.primal - primal > 1e-9 * primal || !(gap >= 0.9 * s_.marked_gap);
  if (moved) s_.marked_gap = gap;
  s_.idle = moved ? 0 : s_.idle + 1;
  return s_.idle >= most_idle;
}

void SoftmaxRun::begin_step(std::span<const double> curvature) {
  const std::size_t K = classes();
  if (few_weights()) {
    s_.step =
        softmax_newton_step({K, size() / K, penalised_weights(*facts_, *o_)}, o_->C / s_.share, curvature, s_.gradient);
    s_.slope = inner(s_.step, s_.gradient);
    return try_step(1);
  }
  s_.diagonal.assign(curvature.begin(), curvature.begin() + static_cast<std::ptrdiff_t>(size()));
  const std::size_t penalised = penalised_weights(*facts_, *o_);
  double of_biases = 0;  // on average
  for (std::size_t a = 0; a < size(); ++a) {
    double& h = s_.diagonal[a];
    h *= o_->C;
    if (a < penalised)
      h += 1;
    else
      of_biases += h / static_cast<double>(K);
  }
  // a class whose probabilities are all 0 or 1 and wrong has a slope without a curvature
  for (std::size_t a = penalised; a < size(); ++a) s_.diagonal[a] = std::max(s_.diagonal[a], 1e-3 * of_biases) + 1e-10;
  if (asks_mean_block()) take_mean_block(curvature);
  if (has_bias_block() && gap_of(s_.gradient) <= 0.5 * o_->tol * s_.primal)
    return begin_bias_step(curvature.subspan(size(), class_pairs(classes())));
  begin_conjugates();
}

void SoftmaxRun::take_mean_block(std::span<const double> curvature) {
  const MeanBlockSums sums{curvature.last(dims() * (dims() + 1) / 2), curvature.first(size()),
                           mean_block_plan(*facts_, dims()).share};
  s_.mean_block = mean_block_matrix(sums, o_->C, dims(), penalised_columns());
  block_.reset();
}

void SoftmaxRun::precondition_by_all(std::vector<double>& r) {
  if (!s_.mean_block.empty() && !block_) block_.emplace(s_.mean_block, dims(), penalised_columns());
  precondition(
      s_.before,
      [this](std::span<double> v) {
        if (block_) return block_->solve(v, s_.diagonal);
        for (std::size_t a = 0; a < v.size(); ++a) v[a] /= s_.diagonal[a];
      },
      r);
}

void SoftmaxRun::begin_bias_step(std::span<const double> bias_block) {
  s_.step.assign(size(), 0);
  const std::vector<double> of_biases =
      softmax_newton_step({classes(), 1, 0}, o_->C, bias_block, std::span(s_.gradient).subspan(first_bias()));
  std::copy(of_biases.begin(), of_biases.end(), s_.step.begin() + static_cast<std::ptrdiff_t>(first_bias()));
  s_.slope = inner(s_.step, s_.gradient);
  s_.products = 0;
  try_step(1);
}

/// |w - q|^2/2, w - q the gradient along w: all of the gap but for what free biases do.
double SoftmaxRun::gap_of(std::span<const double> gradient) const {
  const std::span<const double> along_w = gradient.first(penalised_weights(*facts_, *o_));
  return inner(along_w, along_w) / 2;
}

void SoftmaxRun::begin_conjugates() {
  s_.before = joined(s_.before, s_.now, size());
  s_.now = {};
  s_.step.assign(size(), 0);
  s_.residual.resize(size());
  for (std::size_t a = 0; a < size(); ++a) s_.residual[a] = -s_.gradient[a];
  s_.conjugate = s_.residual;
  precondition_by_all(s_.conjugate);
  s_.residual_product = inner(s_.residual, s_.conjugate);
  s_.first_residual = s_.residual_product;
  s_.products = 0;
  s_.waits = SoftmaxState::Waits::product;
}

void SoftmaxRun::take_product(std::span<const double> product) {
  std::vector<double> q(product.begin(), product.end());
  const std::size_t penalised = penalised_weights(*facts_, *o_);
  for (std::size_t a = 0; a < q.size(); ++a) q[a] = o_->C * q[a] + (a < penalised ? s_.conjugate[a] : 0);
  const double bend = inner(s_.conjugate, q);
  ++s_.products;
  std::vector<double> M_residual;
  double next = 0;
  if (bend > 0) {
    keep_pair(s_.now, s_.conjugate, q);
    const double t = s_.residual_product / bend;
    for (std::size_t a = 0; a < q.size(); ++a) {
      s_.step[a] += t * s_.conjugate[a];
      s_.residual[a] -= t * q[a];
    }
    M_residual = s_.residual;
    precondition_by_all(M_residual);
    next = inner(s_.residual, M_residual);
  }
  if (!(bend > 0) || is_enough(next) || s_.products >= most_softmax_products) {
    s_.slope = inner(s_.step, s_.gradient);
    return try_step(1);
  }
  const double b = next / s_.residual_product;
  s_.residual_product = next;
  for (std::size_t a = 0; a < q.size(); ++a) s_.conjugate[a] = M_residual[a] + b * s_.conjugate[a];
}

/// Far from the end a third of the first residual is; near it what makes the gap small, if the objective is its parabola.
bool SoftmaxRun::is_enough(double residual_product) const {
  const double needed = o_->tol * s_.primal;
  if (gap_of(s_.gradient) > 1000 * needed) return residual_product <= 0.1 * s_.first_residual;
  if (o_->bias == Bias::free && !has_bias_block()) return residual_product <= 0.01 * s_.first_residual;
  return gap_of(s_.residual) <= 0.2 * needed || residual_product <= 1e-6 * s_.first_residual;
}

void SoftmaxRun::try_step(double length) {
  if (!(s_.slope < 0) && !s_.mean_block.empty()) {  // rounding may be what made it so
    s_.mean_block = {};
    s_.by_diagonal = true;
    block_.reset();
    return begin_conjugates();
  }
  if (!(s_.slope < 0)) return finish(Status::not_converged, "the gradient is at the rounding of its sums");
  s_.length = length;
  for (std::size_t a = 0; a < size(); ++a) s_.trial[a] = s_.point[a] + length * s_.step[a];
  if (o_->bias == Bias::free) {
    const std::span<double> b = std::span(s_.trial).subspan(first_bias());
    const double mean = std::accumulate(b.begin(), b.end(), 0.0) / static_cast<double>(classes());
    for (double& v : b) v -= mean;
  }
  s_.waits = SoftmaxState::Waits::trial;
}

/// A shorter step, by the parabola through both values and the slope.
void SoftmaxRun::shorten(double primal) {
  s_.share = 1;  // columns that a sample did not see may be in the way
  if (s_.length < 1e-9)
    return finish(Status::not_converged, "no step lowers the objective any more: it is at the rounding of its sums");
  const double curved = 2 * (primal - s_.primal - s_.slope * s_.length);
  const double best = curved > 0 ? -s_.slope * s_.length * s_.length / curved : s_.length / 2;
  try_step(std::clamp(best, s_.length / 10, s_.length / 2));
}

void SoftmaxRun::finish(Status status, const std::string& reason) {
  s_.waits = SoftmaxState::Waits::nothing;
  s_.status = static_cast<std::uint8_t>(status);
  s_.stop_reason = reason;
}

void SoftmaxRun::end(Halt why) {
  if (!done())
    finish(ended_by(why), why == Halt::timeout ? "the time limit is reached" : "by a signal (Ctrl-C or SIGTERM)");
}

}  // namespace halfspace
