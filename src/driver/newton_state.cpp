#include "driver/newton_run.hpp"
#include "driver/state_bytes.hpp"
#include "solver/status.hpp"

namespace halfspace {
namespace {

/// Calls f with every member, in one order.
template <class State, class F>
void for_members(State& s, const F& f) {
  f(s.waits);
  f(s.point);
  f(s.trial);
  f(s.gradient);
  f(s.diagonal);
  f(s.step);
  f(s.residual);
  f(s.conjugate);
  f(s.objective);
  f(s.length);
  f(s.slope);
  f(s.residual_product);
  f(s.first_residual);
  f(s.products);
  f(s.width);
  f(s.rows);
  f(s.share);
  f(s.loss_bound);
  f(s.idle);
  f(s.marked_gap);
  f(s.centers);
  f(s.primal);
  f(s.dual);
  f(s.gap);
  f(s.best);
  f(s.best_primal);
  f(s.best_gap);
  f(s.rounds);
  f(s.status);
  f(s.stop_reason);
}

/// Has every vector in use d numbers?
bool fits_columns(const NewtonState& s, std::size_t d) {
  if (s.waits > NewtonState::Waits::nothing || s.status >= Names<Status>::list.size()) return false;
  if (s.point.size() != d || s.trial.size() != d || (!s.best.empty() && s.best.size() != d)) return false;
  for (const Center& c : s.centers)
    if (c.weights.size() != d) return false;
  const bool stepping = s.waits == NewtonState::Waits::trial || s.waits == NewtonState::Waits::product;
  if (stepping && (s.step.size() != d || s.gradient.size() != d)) return false;
  return s.waits != NewtonState::Waits::product ||
         (s.residual.size() == d && s.conjugate.size() == d && s.diagonal.size() == d);
}

}  // namespace

void NewtonRun::pack(Packer& to) const { for_members(s_, PackMember{to}); }

bool NewtonRun::unpack(Unpacker& from) {
  s_ = {};
  for_members(s_, UnpackMember{from});
  const auto is_share = [](double v) { return v > 0 && v <= 1; };
  if (!is_share(s_.share) || !is_share(s_.rows)) return false;
  if (!few_columns() && (s_.share != 1 || s_.rows != 1)) return false;
  return from.ok() && fits_columns(s_, dims());
}

void pack_sizes(Packer& to, const ShardFacts& f) {
  to.array<double>(f.first);
  to.array<double>(f.second);
  to.number(f.longest);
  to.array<double>(f.shortest);
  to.array<double>(f.least_weight);
  to.array<double>(f.whole_weight);
}

void unpack_sizes(Unpacker& from, ShardFacts& f) {
  f.first = from.array<double>();
  f.second = from.array<double>();
  f.longest = from.number<double>();
  f.shortest = from.array<double>();
  f.least_weight = from.array<double>();
  f.whole_weight = from.array<double>();
}

}  // namespace halfspace
