#include "driver/softmax_state.hpp"

#include "driver/state_bytes.hpp"
#include "solver/status.hpp"

namespace halfspace {
namespace {

/// Calls f with every member, in one order.
template <class State, class F>
void for_softmax_members(State& s, const F& f) {
  f(s.waits);
  f(s.point);
  f(s.trial);
  f(s.gradient);
  f(s.diagonal);
  f(s.mean_block);
  f(s.step);
  f(s.residual);
  f(s.conjugate);
  for (auto* p : {&s.before, &s.now}) {
    f(p->numbers);
    f(p->stride);
    f(p->seen);
  }
  f(s.length);
  f(s.slope);
  f(s.residual_product);
  f(s.first_residual);
  f(s.by_diagonal);
  f(s.products);
  f(s.loss_bound);
  f(s.marked_gap);
  f(s.idle);
  f(s.share);
  f(s.primal);
  f(s.dual);
  f(s.gap);
  f(s.rounds);
  f(s.status);
  f(s.stop_reason);
}

}  // namespace

void pack(Packer& to, const SoftmaxState& state) { for_softmax_members(state, PackMember{to}); }

SoftmaxState softmax_state_from(Unpacker& from) {
  SoftmaxState out;
  for_softmax_members(out, UnpackMember{from});
  return out;
}

bool fits_weights(const SoftmaxState& s, std::size_t n, std::size_t dims) {
  using Waits = SoftmaxState::Waits;
  if (s.waits > Waits::nothing || s.status >= Names<Status>::list.size()) return false;
  if (s.point.size() != n || s.trial.size() != n) return false;
  if (!s.mean_block.empty() && s.mean_block.size() != dims * (dims + 1) / 2) return false;
  const bool stepping = s.waits == Waits::trial || s.waits == Waits::product;
  if (stepping && (s.step.size() != n || s.gradient.size() != n)) return false;
  for (const ProductPairs* p : {&s.before, &s.now})
    if (p->numbers.size() % (2 * n) != 0 || p->numbers.size() / (2 * n) > most_pairs(n) || p->stride == 0) return false;
  return s.waits != Waits::product || (s.residual.size() == n && s.conjugate.size() == n && s.diagonal.size() == n);
}

}  // namespace halfspace
