// What a run under L1 remembers, as bytes of a checkpoint.
#include <algorithm>
#include <functional>

#include "driver/kinked_run.hpp"
#include "driver/state_bytes.hpp"
#include "solver/status.hpp"

namespace halfspace {
namespace {

/// Calls f with every member, in one order.
template <class State, class F>
void for_kinked_members(State& s, const F& f) {
  f(s.waits);
  for (auto* v : {&s.point, &s.trial, &s.gradient, &s.step, &s.diagonal, &s.residual, &s.conjugate}) f(*v);
  f(s.columns);
  f(s.gone);
  f(s.on_face);
  f(s.longer);
  f(s.parts);
  for (auto* x : {&s.length, &s.slope, &s.expected, &s.damping, &s.residual_product, &s.first_residual, &s.entry})
    f(*x);
  f(s.products);
  for (auto* x : {&s.loss_bound, &s.primal, &s.rounding, &s.dual, &s.marked_gap}) f(*x);
  f(s.idle);
  f(s.rounds);
  f(s.status);
  f(s.stop_reason);
}

/// Has every vector in use d numbers?
bool fits_columns(const KinkedState& s, std::size_t d) {
  if (s.waits > KinkedState::Waits::nothing || s.status >= Names<Status>::list.size()) return false;
  const auto fits = [&](const auto& v, bool used) { return v.size() == d || (!used && v.empty()); };
  const bool product = s.waits == KinkedState::Waits::product;
  const bool stepping = product || s.waits == KinkedState::Waits::trial;
  const bool by_products = product || s.on_face != 0;
  const bool ascending =
      std::adjacent_find(s.columns.begin(), s.columns.end(), std::greater_equal<>()) == s.columns.end();
  return fits(s.point, true) && fits(s.trial, true) && fits(s.gone, true) && fits(s.gradient, stepping) &&
         fits(s.step, stepping) && fits(s.diagonal, by_products) && fits(s.residual, by_products) &&
         fits(s.conjugate, by_products) && ascending && s.columns.size() <= most_working_columns &&
         (s.columns.empty() || s.columns.back() < d);
}

}  // namespace

void KinkedRun::pack(Packer& to) const { for_kinked_members(s_, PackMember{to}); }

bool KinkedRun::unpack(Unpacker& from) {
  s_ = {};
  for_kinked_members(s_, UnpackMember{from});
  const bool all = s_.columns.empty() && s_.longer == 0;
  return from.ok() && fits_columns(s_, dims()) && (all || !few_columns());
}

}  // namespace halfspace
