#include "solver/kernel/smo_rows.hpp"

#include <algorithm>
#include <numeric>
#include <utility>

namespace halfspace {

template <class T>
SmoRows<T>::SmoRows(const BoxProblem& problem, const SmoKernel<T>& kernel)
    : q_(problem), kernel_(kernel), ops_(vector_ops<T>()), alpha_(kernel.rows()) {}

template <class T>
void SmoRows<T>::restart(std::span<const double> alpha, std::span<const double> u) {
  alpha_.assign(alpha.begin(), alpha.end());
  u_all_.assign(u.begin(), u.end());
  std::vector<std::uint32_t> all(alpha_.size());
  std::iota(all.begin(), all.end(), 0U);
  set(std::move(all));
}

template <class T>
void SmoRows<T>::set(std::vector<std::uint32_t> rows) {
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
    diagonal_[l] = kernel_.diagonal(active_[l]) + static_cast<T>(ridge(l));
    at_hand_[l] = kernel_.holds(active_[l]) ? 1 : 0;
    open(l);
  }
}

template <class T>
void SmoRows<T>::keep_gradient() {
  for (std::size_t l = 0; l < active_.size(); ++l) u_all_[active_[l]] = u_[l];
}

template <class T>
void SmoRows<T>::look_at_hand() {
  for (std::size_t l = 0; l < active_.size(); ++l) {
    at_hand_[l] = kernel_.holds(active_[l]) ? 1 : 0;
    open(l);
  }
}

template <class T>
void SmoRows<T>::open(std::size_t l) {
  const double a = alpha_[active_[l]];
  const bool up = a < cap(l);
  const bool down = a > 0;
  const T closed = -std::numeric_limits<T>::infinity();
  open_up_[l] = (positive(l) ? up : down) ? T(0) : closed;
  open_low_[l] = (positive(l) ? down : up) ? T(0) : closed;
  hand_up_[l] = at_hand(l) ? open_up_[l] : closed;
  hand_low_[l] = at_hand(l) ? open_low_[l] : closed;
}

template <class T>
void SmoRows<T>::move(std::size_t i, std::size_t j, const T* a, const T* b, double by) {
  ops_.move(u_.data(), near_.data(), a, b, by, active_.size());
  shift(i, by);
  if (b != nullptr) shift(j, -by);
}

template <class T>
void SmoRows<T>::shift(std::size_t l, double by) {
  double& a = alpha_[active_[l]];
  const double to = a + (positive(l) ? by : -by);
  a = std::clamp(to, 0.0, cap(l));
  u_[l] -= ridge(l) * by;
  near_[l] = static_cast<T>(u_[l]);
  open(l);
}

template <class T>
SmoRange SmoRows<T>::range(int sign) const {
  if (sign == 0) return {0, active_.size()};
  return sign > 0 ? SmoRange{0, positive_} : SmoRange{positive_, active_.size()};
}

template <class T>
SmoLevels SmoRows<T>::levels(SmoRange r, Openings<T> seen) const {
  const std::size_t n = r.last - r.first;
  const std::size_t top = ops_.largest(near_.data() + r.first, seen.up + r.first, T(1), n);
  const std::size_t low = ops_.largest(near_.data() + r.first, seen.low + r.first, T(-1), n);
  constexpr double no_bound = std::numeric_limits<double>::infinity();
  return {top == n ? -no_bound : u_[r.first + top], low == n ? no_bound : u_[r.first + low]};
}

template <class T>
std::array<SmoLevels, 2> SmoRows<T>::levels_by_sign() const {
  return {levels(group(-1)), levels(group(1))};
}

template <class T>
double SmoRows<T>::violation(const SmoLevels& v) const {
  return q_.equality == Equality::none ? std::max(v.top, -v.low) : v.top - v.low;
}

template <class T>
double SmoRows<T>::violation(Openings<T> seen) const {
  if (q_.equality != Equality::classes) return violation(levels(range(0), seen));
  return std::max(violation(levels(range(1), seen)), violation(levels(range(-1), seen)));
}

template class SmoRows<float>;
template class SmoRows<double>;

}  // namespace halfspace
