#include "driver/newton_state.hpp"

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

struct Write {
  Packer& to;
  void operator()(const std::vector<double>& v) const { to.array<double>(v); }
  void operator()(const std::vector<Center>& all) const {
    to.number<std::uint64_t>(all.size());
    for (const Center& c : all) {
      to.number(c.width);
      to.array<double>(c.weights);
    }
  }
  void operator()(const std::string& t) const { to.text(t); }
  template <class T>
  void operator()(const T& v) const {
    to.number(v);
  }
};

struct Read {
  Unpacker& from;
  void operator()(std::vector<double>& v) const { v = from.array<double>(); }
  void operator()(std::vector<Center>& all) const {
    const std::uint64_t count = from.length(1);
    for (std::uint64_t k = 0; k < count && from.ok(); ++k) {
      Center c;
      c.width = from.number<double>();
      c.weights = from.array<double>();
      all.push_back(std::move(c));
    }
  }
  void operator()(std::string& t) const { t = from.text(); }
  template <class T>
  void operator()(T& v) const {
    v = from.number<T>();
  }
};

}  // namespace

void pack(Packer& to, const NewtonState& state) { for_members(state, Write{to}); }

NewtonState newton_state_from(Unpacker& from) {
  NewtonState out;
  for_members(out, Read{from});
  return out;
}

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
