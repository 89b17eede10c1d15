#include "solver/kernel/smo.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>

#include "solver/kernel/box_judge.hpp"
#include "solver/kernel/options.hpp"

namespace halfspace {
namespace {

constexpr std::size_t block = 128;  // kernel rows computed together, at most
constexpr std::uint64_t steps_between_checks = 1000;
constexpr int most_idle = 100;
constexpr double of_first = 1e-3;  // of the first objective, as in solve_box.cpp

}  // namespace

template <class T>
Smo<T>::Smo(const BoxProblem& problem, const BoxOptions& options)
    : q_(problem),
      options_(options),
      ops_(vector_ops<T>()),
      rows_(problem.x, problem.kernel, problem.constant),
      cache_(rows_.rows(), options.cache_bytes),
      alpha_(rows_.rows()) {
  double most = 0;
  for (std::size_t i = 0; i < rows_.rows(); ++i)
    most = std::max(most, std::fabs(static_cast<double>(rows_.diagonal(i))));
  tau_ = static_cast<T>(16 * std::numeric_limits<T>::epsilon() *
                        std::max(most, std::numeric_limits<double>::min() * 1e30));
}

template <class T>
void Smo<T>::restart(std::span<const double> alpha, std::span<const double> u) {
  alpha_.assign(alpha.begin(), alpha.end());
  u_all_.assign(u.begin(), u.end());
  std::vector<std::uint32_t> all(rows_.rows());
  std::iota(all.begin(), all.end(), 0U);
  if (active_.empty()) {
    activate(std::move(all));
    return;
  }
  const std::vector<std::uint32_t> before = active_;  // they stay; of the others those that may go
  std::vector<bool> stays(rows_.rows());
  for (const std::uint32_t i : before) stays[i] = true;
  set_active(std::move(all));
  std::array<Levels, 2> v{};
  for (const int sign : {-1, 1}) v[sign > 0 ? 1 : 0] = levels(range(q_.equality == Equality::classes ? sign : 0));
  std::vector<std::uint32_t> now;
  for (std::size_t l = 0; l < active_.size(); ++l) {
    if (stays[active_[l]] || may_go(l, v[q_.y[active_[l]] > 0 ? 1 : 0])) now.push_back(active_[l]);
  }
  active_ = before;
  activate(std::move(now));
}

/// The active rows become these; kernel rows that are kept get the columns they lack.
template <class T>
void Smo<T>::activate(std::vector<std::uint32_t> rows) {
  const std::vector<std::uint32_t> before = active_;
  set_active(std::move(rows));
  if (before == active_) return;
  carry_rows(before);
  rows_.look_at(active_);
  look_at_hand();
}

template <class T>
void Smo<T>::set_active(std::vector<std::uint32_t> rows) {
  std::stable_partition(rows.begin(), rows.end(), [&](std::uint32_t i) { return q_.y[i] > 0; });
  active_ = std::move(rows);
  const std::size_t m = active_.size();
  positive_ =
      static_cast<std::size_t>(std::count_if(active_.begin(), active_.end(), [&](auto i) { return q_.y[i] > 0; }));
  u_.resize(m);
  near_.resize(m);
  open_up_.resize(m);
  open_low_.resize(m);
  hand_up_.resize(m);
  hand_low_.resize(m);
  at_hand_.resize(m);
  diagonal_.resize(m);
  for (std::size_t l = 0; l < m; ++l) {
    u_[l] = u_all_[active_[l]];
    near_[l] = static_cast<T>(u_[l]);
    diagonal_[l] = rows_.diagonal(active_[l]) + static_cast<T>(ridge(l));
    at_hand_[l] = cache_.holds(active_[l]) ? 1 : 0;
    open(l);
  }
}

template <class T>
void Smo<T>::carry_rows(const std::vector<std::uint32_t>& before) {
  constexpr std::uint32_t missing = std::numeric_limits<std::uint32_t>::max();
  std::vector<std::uint32_t> place(rows_.rows(), missing);
  for (std::size_t l = 0; l < before.size(); ++l) place[before[l]] = static_cast<std::uint32_t>(l);
  std::vector<std::uint32_t> added;
  std::vector<std::uint32_t> from(active_.size());
  for (std::size_t l = 0; l < active_.size(); ++l) {
    from[l] = place[active_[l]];
    if (from[l] == missing) added.push_back(active_[l]);
  }
  cache_.expect(active_.size(), least_kernel_rows);
  const std::vector<std::uint32_t> held = cache_.held();
  std::vector<T> fresh(held.size() * added.size());  // of rows that were left too early; no larger than the cache
  if (!fresh.empty()) {
    rows_.look_at(added);
    std::vector<T*> out;
    out.reserve(held.size());
    for (std::size_t s = 0; s < held.size(); ++s) out.push_back(fresh.data() + s * added.size());
    rows_.compute(held, out, options_.threads, options_.stop);
  }
  std::vector<std::uint32_t> number(rows_.rows());
  for (std::size_t s = 0; s < held.size(); ++s) number[held[s]] = static_cast<std::uint32_t>(s);
  cache_.resize(active_.size(), least_kernel_rows, [&](std::uint32_t i, const T* old, T* row) {
    const T* next = fresh.data() + number[i] * added.size();
    for (std::size_t l = 0; l < from.size(); ++l) row[l] = from[l] == missing ? *next++ : old[from[l]];
  });
}

template <class T>
void Smo<T>::open(std::size_t l) {
  const double a = alpha_[active_[l]];
  const bool up = a < cap(l);
  const bool down = a > 0;
  const bool positive = l < positive_;
  const T closed = -std::numeric_limits<T>::infinity();
  open_up_[l] = (positive ? up : down) ? T(0) : closed;
  open_low_[l] = (positive ? down : up) ? T(0) : closed;
  hand_up_[l] = at_hand_[l] != 0 ? open_up_[l] : closed;
  hand_low_[l] = at_hand_[l] != 0 ? open_low_[l] : closed;
}

template <class T>
void Smo<T>::look_at_hand() {
  for (std::size_t l = 0; l < active_.size(); ++l) {
    at_hand_[l] = cache_.holds(active_[l]) ? 1 : 0;
    open(l);
  }
}

template <class T>
typename Smo<T>::Range Smo<T>::range(int sign) const {
  if (sign == 0) return {0, active_.size()};
  return sign > 0 ? Range{0, positive_} : Range{positive_, active_.size()};
}

template <class T>
typename Smo<T>::Levels Smo<T>::levels(Range r, Sight sight) const {
  const std::size_t n = r.last - r.first;
  const std::size_t top = ops_.largest(near_.data() + r.first, sight.up + r.first, T(1), n);
  const std::size_t low = ops_.largest(near_.data() + r.first, sight.low + r.first, T(-1), n);
  constexpr double no_bound = std::numeric_limits<double>::infinity();
  return {top == n ? -no_bound : u_[r.first + top], low == n ? no_bound : u_[r.first + low]};
}

/// By how much the rows seen violate the optimality conditions, at most 0 where they do not.
template <class T>
double Smo<T>::violation(Sight sight) const {
  const auto of = [&](Range r) {
    const Levels v = levels(r, sight);
    return q_.equality == Equality::none ? std::max(v.top, -v.low) : v.top - v.low;
  };
  return q_.equality == Equality::classes ? std::max(of(range(1)), of(range(-1))) : of(range(0));
}

template <class T>
typename Smo<T>::Pair Smo<T>::best_pair(Range r) {
  const std::size_t n = r.last - r.first;
  const std::size_t i = ops_.largest(near_.data() + r.first, hand_up_.data() + r.first, T(1), n);
  if (i == n) return {};
  Pair out;
  out.i = r.first + i;
  const T* const k = row(out.i);
  const std::size_t j = ops_.partner(near_.data() + r.first, hand_low_.data() + r.first, k + r.first,
                                     diagonal_.data() + r.first, near_[out.i], diagonal_[out.i], tau_, n);
  if (j == n) return {};
  out.j = r.first + j;
  const T curvature = diagonal_[out.i] + diagonal_[out.j] - 2 * k[out.j];
  concave_ = concave_ || curvature < -1000 * tau_;
  out.curvature = static_cast<double>(std::max(curvature, tau_));
  out.difference = u_[out.i] - u_[out.j];
  out.gain = out.difference * out.difference / out.curvature;
  return out.difference > 0 ? out : Pair{};
}

template <class T>
typename Smo<T>::Pair Smo<T>::best_single() {
  const std::size_t m = active_.size();
  const std::size_t up = ops_.largest(near_.data(), hand_up_.data(), T(1), m);
  const std::size_t down = ops_.largest(near_.data(), hand_low_.data(), T(-1), m);
  const double rise = up == m ? 0 : u_[up];
  const double fall = down == m ? 0 : -u_[down];
  if (!(rise > 0) && !(fall > 0)) return {};
  Pair out;
  out.i = rise >= fall ? up : down;
  out.curvature = static_cast<double>(std::max(diagonal_[out.i], tau_));
  concave_ = concave_ || diagonal_[out.i] < -1000 * tau_;
  out.difference = u_[out.i];
  out.gain = out.difference * out.difference / out.curvature;
  return out;
}

template <class T>
typename Smo<T>::Pair Smo<T>::next() {
  constexpr double enough = 0.5;
  if (violation({hand_up_.data(), hand_low_.data()}) < enough * violation({open_up_.data(), open_low_.data()})) fetch();
  if (q_.equality == Equality::none) {
    const Pair one = best_single();
    const Pair two = best_pair(range(0));
    return two.gain > one.gain ? two : one;
  }
  if (q_.equality == Equality::sum) return best_pair(range(0));
  const Pair plus = best_pair(range(1));
  const Pair minus = best_pair(range(-1));
  return minus.gain > plus.gain ? minus : plus;
}

/// y α += by, to the bound exactly where it comes there.
template <class T>
void Smo<T>::shift(std::size_t l, double by) {
  double& a = alpha_[active_[l]];
  const double to = a + (l < positive_ ? by : -by);
  a = std::clamp(to, 0.0, cap(l));
  u_[l] -= ridge(l) * by;
  near_[l] = static_cast<T>(u_[l]);
  open(l);
}

template <class T>
void Smo<T>::move(const Pair& p) {
  const auto room = [&](std::size_t l, bool rises) {  // how far y α may go
    const double a = alpha_[active_[l]];
    return rises == (l < positive_) ? cap(l) - a : a;
  };
  const bool rises = p.difference > 0;
  double step = std::fabs(p.difference) / p.curvature;
  step = std::min(step, room(p.i, rises));
  if (p.j != none) step = std::min(step, room(p.j, !rises));
  dual_ += step * (std::fabs(p.difference) - step * p.curvature / 2);
  const double by = rises ? step : -step;
  const T* const a = row(p.i);
  const T* const b = p.j == none ? nullptr : row(p.j);
  ops_.move(u_.data(), near_.data(), a, b, by, active_.size());
  shift(p.i, by);
  if (p.j != none) shift(p.j, -by);
  ++steps_;
}

/// The kernel rows of the worst violators that are not at hand, as many on either side.
template <class T>
void Smo<T>::fetch() {
  const std::size_t most = std::min(block, cache_.capacity() / 2);
  std::vector<std::uint32_t> wanted;
  for (const int sign : {-1, 1}) {
    if (q_.equality != Equality::classes && sign > 0) break;
    const Range r = range(q_.equality == Equality::classes ? sign : 0);
    const Levels v = levels(r);
    const double middle = q_.equality == Equality::none ? 0 : (v.top + v.low) / 2;
    std::array<std::vector<std::pair<double, std::uint32_t>>, 2> side;  // rising, falling
    for (std::size_t l = r.first; l < r.last; ++l) {
      if (at_hand_[l] != 0) continue;
      if (u_[l] > middle && open_up_[l] == 0) side[0].emplace_back(middle - u_[l], active_[l]);
      if (u_[l] < middle && open_low_[l] == 0) side[1].emplace_back(u_[l] - middle, active_[l]);
    }
    for (auto& rows : side) {
      const std::size_t count = std::min(rows.size(), std::max<std::size_t>(most / 4, 1));
      std::partial_sort(rows.begin(), rows.begin() + static_cast<std::ptrdiff_t>(count), rows.end());
      for (std::size_t k = 0; k < count; ++k) wanted.push_back(rows[k].second);
    }
  }
  if (wanted.empty()) return;
  cache_.make_room(wanted.size());
  std::vector<T*> out;
  out.reserve(wanted.size());
  for (const std::uint32_t i : wanted) out.push_back(cache_.add(i));
  rows_.compute(wanted, out, options_.threads, options_.stop);
  computed_ += wanted.size();
  look_at_hand();
}

/// |w| / Σ α bounds the margin from above: where it is below what doubles can tell, there is none.
template <class T>
bool Smo<T>::hulls_meet() const {
  constexpr double thin_step = 1e-12;
  double sum = 0;
  double most = 0;
  for (const double a : alpha_) sum += a;
  for (const T k : diagonal_) most = std::max(most, static_cast<double>(k));
  return 2 * (sum - dual_) <= thin_step * most * sum * sum;
}

template <class T>
std::array<double, 2> Smo<T>::level() const {
  std::array<double, 2> b{};
  for (const int sign : {-1, 1}) {
    const Levels v = levels(range(q_.equality == Equality::classes ? sign : 0));
    if (q_.equality != Equality::none && std::isfinite(v.top) && std::isfinite(v.low))
      b[sign > 0 ? 1 : 0] = (v.top + v.low) / 2;
  }
  return b;
}

template <class T>
double Smo<T>::active_gap() const {
  double sum = 0;
  const std::array<double, 2> b = level();
  for (std::size_t l = 0; l < active_.size(); ++l) {
    const bool positive = l < positive_;
    const double y_u = positive ? u_[l] - b[1] : b[0] - u_[l];
    if (std::isinf(cap(l)) && ridge(l) == 0) {  // a hard margin: what |w|^2 grows by when the weights are made feasible
      if (!(dual_ > 0)) return std::numeric_limits<double>::infinity();
      if (hulls_meet()) return -1;
      const Levels v = levels(range(0));
      const double off = q_.equality == Equality::none ? std::max(v.top, -v.low) : v.top - v.low;
      return 2 * dual_ * std::max(off, 0.0);
    }
    sum += gap_part(y_u, alpha_[active_[l]], cap(l), ridge(l));
  }
  return sum;
}

/// Could row l move again, with these levels?
template <class T>
bool Smo<T>::may_go(std::size_t l, const Levels& v) const {
  const bool up = open_up_[l] == 0;
  const bool down = open_low_[l] == 0;
  if (up && down) return true;
  const bool single = q_.equality == Equality::none;
  const double reach = single ? std::max({v.top, -v.low, 0.0}) : 0;
  const double width = single ? reach : std::max(v.top - v.low, 0.0);  // levels still move by about as much
  if (up) return u_[l] >= (single ? -reach : v.low) - width;
  return down && u_[l] <= (single ? reach : v.top) + width;
}

template <class T>
void Smo<T>::shrink() {
  constexpr double settled = 0.1;  // of the first violation: before, rows come and go
  const double now = violation({open_up_.data(), open_low_.data()});
  first_violation_ = std::max(first_violation_, now);
  if (now > settled * first_violation_) return;
  std::array<Levels, 2> v{};
  for (const int sign : {-1, 1}) v[sign > 0 ? 1 : 0] = levels(range(q_.equality == Equality::classes ? sign : 0));
  std::vector<std::uint32_t> keep;
  for (std::size_t l = 0; l < active_.size(); ++l) {
    if (may_go(l, v[l < positive_ ? 1 : 0])) keep.push_back(active_[l]);
  }
  constexpr std::size_t worth = 8;  // a share of the rows that pays for moving all that is kept
  if (active_.size() - keep.size() < active_.size() / worth + 1) return;
  for (std::size_t l = 0; l < active_.size(); ++l) u_all_[active_[l]] = u_[l];
  activate(std::move(keep));
}

template <class T>
typename Smo<T>::End Smo<T>::run(double share, double begun, double dual, std::uint64_t most_steps) {
  dual_ = dual;
  double size = 0;
  for (const double u : u_) size = std::max(size, std::fabs(u));
  const double least = 4 * std::numeric_limits<T>::epsilon() * size;
  const std::uint64_t between =
      std::min<std::uint64_t>(steps_between_checks, std::max<std::uint64_t>(active_.size(), 16));
  std::uint64_t until_check = 1;
  double dual_before = dual_;
  double least_gap = std::numeric_limits<double>::infinity();
  int idle = 0;  // checks
  for (;;) {
    if (--until_check == 0) {
      until_check = between;
      const double now = active_gap();
      const double scale = std::max(std::fabs(dual_), of_first * begun);
      if (now < 0) return End::no_pair;
      if (now <= share * scale) return End::small_gap;
      const bool gains = dual_ - dual_before > std::numeric_limits<double>::epsilon() * scale || now < 0.99 * least_gap;
      idle = gains ? 0 : idle + 1;
      if (idle > most_idle) return End::no_pair;  // what steps gain is lost in rounding
      least_gap = std::min(least_gap, now);
      dual_before = dual_;
      if (options_.progress) options_.progress({steps_, dual_, now});
      halt_ = options_.stop.ask();
      if (halt_ != Halt::go_on) return End::halted;
      if (steps_ >= most_steps) return End::steps;
      shrink();
    }
    options_.stop.count(8 * active_.size());
    const Pair pair = next();
    if (pair.i == none || std::fabs(pair.difference) <= least) return End::no_pair;
    move(pair);
  }
}

template class Smo<float>;
template class Smo<double>;

}  // namespace halfspace
