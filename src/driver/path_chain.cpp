#include "driver/path_chain.hpp"

#include <algorithm>
#include <utility>

#include "driver/bias_alone.hpp"
#include "driver/kinked_values.hpp"
#include "driver/state_bytes.hpp"
#include "shard/task_sums.hpp"

namespace halfspace {
namespace {

constexpr std::size_t points_that_lead = 3;

/// Calls f with all that a checkpoint keeps of a point.
template <class Point, class F>
void for_point_members(Point& p, const F& f) {
  f(p.C);
  f(p.loss);
  f(p.nonzero);
  f(p.screened);
  auto& r = p.result;
  f(r.status);
  f(r.stop_reason);
  f(r.solver);
  f(r.why);
  f(r.w);
  for (auto* x : {&r.b, &r.primal, &r.dual, &r.gap, &r.gradient}) f(*x);
  f(r.has_dual);
  f(r.rounds);
}

}  // namespace

PathChain::PathChain(FoldGround ground, std::uint32_t left_out, std::vector<double> costs)
    : ground_(std::move(ground)), left_out_(left_out), costs_(std::move(costs)) {
  std::vector<double> null(dims());
  if (ground_.options.bias == Bias::free) null.back() = best_bias_alone(ground_.facts, ground_.options.loss, 1).bias;
  starts_.add(0, std::move(null));
  begin_point();
}

std::size_t PathChain::dims() const { return ground_.facts.cols + (ground_.options.bias == Bias::none ? 0 : 1); }

void PathChain::begin_point() {
  ground_.options.C = costs_[points_.size()];
  run_ = objective_run(ground_.facts, ground_.options, 1);
  run_->begin_at(starts_.start(ground_.options.C, led_well_), loss_);
}

void PathChain::ask(Question& q) const {
  q.ask = Ask::work;
  if (done()) return;
  Task& t = q.tasks.emplace_back(run_->task());
  t.left_out = left_out_;
  t.class_weight = ground_.class_weight;
}

bool PathChain::take(AnswerReader& answer, const Question& asked) {
  if (done()) return true;
  if (answer.task >= asked.tasks.size()) return false;
  const std::size_t sums = TaskSums::size(asked, asked.tasks[answer.task]);
  if (!answer.has(sums, slots)) return false;
  run_->take(answer.sum.first(sums), answer.exact.first(slots));
  answer.skip(sums, slots);
  if (run_->done()) end_point();
  return true;
}

void PathChain::end_point() {
  PathPoint& p = points_.emplace_back();
  p.C = ground_.options.C;
  p.result = run_->result();
  p.result.why = "each point starts where the points before it lead";
  p.screened = run_->proven_zero();
  const std::vector<double>& w = p.result.w;
  p.nonzero = static_cast<std::size_t>(std::count_if(w.begin(), w.end(), [](double x) { return x != 0; }));
  double penalty = 0;
  for (std::size_t j = 0; j < dims(); ++j)
    penalty += penalty_at(ground_.facts, ground_.options, j).value(j < w.size() ? w[j] : p.result.b);
  p.loss = (p.result.primal - penalty) / p.C;
  keep(p);
  if (!done()) begin_point();
}

/// The next ones start from it.
void PathChain::keep(const PathPoint& p) {
  constexpr std::uint64_t few_rounds = 3;
  led_well_ = p.result.rounds <= few_rounds;
  loss_ = 2 * p.loss;
  std::vector<double> v = p.result.w;
  if (dims() > v.size()) v.push_back(p.result.b);
  starts_.add(p.C, std::move(v));
}

void PathChain::forget_weights(std::size_t before) {
  for (std::size_t k = 0; k < before && k + points_that_lead < points_.size(); ++k) points_[k].result.w = {};
}

bool PathChain::have_weights(std::size_t from) const {
  return std::all_of(points_.begin() + static_cast<std::ptrdiff_t>(std::min(from, points_.size())), points_.end(),
                     [&](const PathPoint& p) { return p.result.w.size() == ground_.facts.cols; });
}

void PathChain::pack(Packer& to) const {
  to.number<std::uint64_t>(points_.size());
  for (const PathPoint& p : points_) for_point_members(p, PackMember{to});
  if (!done()) run_->pack(to);
}

bool PathChain::unpack(Unpacker& from) {
  const std::uint64_t count = from.length(1);
  if (count > costs_.size()) return false;
  for (std::uint64_t k = 0; k < count && from.ok(); ++k) {
    PathPoint& p = points_.emplace_back();
    for_point_members(p, UnpackMember{from});
    const bool leads = k + points_that_lead >= count;
    const std::size_t d = ground_.facts.cols;
    if (p.C != costs_[k] || (p.result.w.size() != d && (leads || !p.result.w.empty()))) return false;
    if (static_cast<std::size_t>(p.result.status) >= Names<Status>::list.size()) return false;
    if (leads) keep(p);
  }
  if (!from.ok()) return false;
  if (done()) return true;
  begin_point();
  return run_->unpack(from) && !run_->done();
}

}  // namespace halfspace
