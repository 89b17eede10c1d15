#include "solver/linear/active_set.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <numeric>
#include <utility>

#include "linalg/cholesky.hpp"

namespace halfspace {
namespace {

constexpr std::array<double, 4> face_weights = {
    1e4, 1e8, 1e12, 1e4};               // ρ times the mean square of a free row; a large one costs digits
constexpr double face_settled = 1e-12;  // |1 - m| on the free rows
constexpr double clamped_away = 1e-9;   // of C: what clamping may take away

/// The method of multipliers on the free rows; the others pull by what they are worth, once and for all.
class Face {
 public:
  Face(const Design& z, std::span<const BoxPlace> place, std::span<double> x, std::span<double> a)
      : z_(z), x_(x), a_(a), fixed_(z.dims()), r_(z.dims()) {
    std::vector<double> others(a.begin(), a.end());
    for (std::size_t i = 0; i < z.n(); ++i) {
      if (place[i] != BoxPlace::free) continue;
      free_.push_back(i);
      squares_ += z.squared_norm(i);
      others[i] = 0;
    }
    m_.resize(free_.size());
    z.combine(others, fixed_);  // Z_B'C
  }

  bool empty() const { return squares_ == 0; }
  double mean_square() const { return squares_ / static_cast<double>(free_.size()); }

  /// The largest |1 - m| left on the free rows.
  double run(double rho) {
    constexpr int most_rounds = 30;
    const std::size_t d = z_.dims();
    std::vector<std::size_t> all(d);
    std::iota(all.begin(), all.end(), std::size_t{0});
    std::vector<double> weight(z_.n());
    for (const std::size_t i : free_) weight[i] = rho;
    std::vector<double> H(d * d);
    z_.gram(weight, all, H);
    for (std::size_t j = 0; j < d; ++j) H[j * d + j] += z_.penalty(j).l2;
    const Cholesky cholesky(H, d, Dependent::kept, z_.stop_token());
    double worst = INFINITY;
    for (int round = 0; round < most_rounds; ++round) {
      const double left = violation();
      if (round > 0) {
        for (std::size_t k = 0; k < free_.size(); ++k) a_[free_[k]] += rho * (1 - m_[k]);  // α += ρ (1 - Z v)
      }
      if (round > 2 && left > worst / 2) break;
      worst = left;
      r_ = fixed_;
      for (std::size_t k = 0; k < free_.size(); ++k) z_.add_row(free_[k], a_[free_[k]] + rho * (1 - m_[k]), r_);
      for (std::size_t j = 0; j < d; ++j) r_[j] -= z_.penalty(j).l2 * x_[j];  // what is left of the system in v
      cholesky.solve_refined(H, r_);
      for (std::size_t j = 0; j < d; ++j) x_[j] += r_[j];
    }
    return violation();
  }

 private:
  double violation() {
    double most = 0;
    for (std::size_t k = 0; k < free_.size(); ++k) {
      m_[k] = z_.margin(free_[k], x_);
      most = std::max(most, std::fabs(1 - m_[k]));
    }
    return most;
  }

  const Design& z_;
  std::span<double> x_;
  std::span<double> a_;
  std::vector<std::size_t> free_;
  double squares_ = 0;
  std::vector<double> fixed_, m_, r_;
};

}  // namespace

bool solve_face(const Design& z, std::span<const BoxPlace> place, std::vector<double>& v, std::vector<double>& alpha) {
  for (std::size_t i = 0; i < z.n(); ++i) {
    if (place[i] == BoxPlace::zero) alpha[i] = 0;
    if (place[i] == BoxPlace::bound) alpha[i] = z.cost()[i];
  }
  Face face(z, place, v, alpha);
  if (face.empty()) return false;
  for (const double weight : face_weights) {
    if (face.run(weight / face.mean_square()) <= face_settled) break;
  }
  return true;
}

bool solve_active_set(const Design& z, std::span<const BoxPlace> place, std::vector<double>& v,
                      std::vector<double>& alpha) {
  std::vector<double> x(v);
  std::vector<double> a(alpha);
  if (!solve_face(z, place, x, a)) return false;
  for (std::size_t i = 0; i < z.n(); ++i) {
    const double C = z.cost()[i];
    const double slack = clamped_away * (std::isinf(C) ? 1 + std::fabs(a[i]) : C);
    if (!(a[i] >= -slack && a[i] <= C + slack)) return false;
    a[i] = std::clamp(a[i], 0.0, C);
  }
  v = x;
  alpha = a;
  return true;
}

namespace {

BoxPlace place_of(double a, double C) { return a == 0 ? BoxPlace::zero : a == C ? BoxPlace::bound : BoxPlace::free; }

/// The share of the way from a to `target` that stays in [0, C].
double room(double a, double target, double C) {
  return target < 0 ? a / (a - target) : target > C ? (C - a) / (target - a) : 1;
}

}  // namespace

bool walk_faces(const Design& z, std::vector<double>& v, std::vector<double>& alpha) {
  constexpr int most_steps = 20;
  std::vector<BoxPlace> place(z.n());
  for (std::size_t i = 0; i < z.n(); ++i) place[i] = place_of(alpha[i], z.cost()[i]);
  for (int step = 0; step < most_steps; ++step) {
    std::vector<double> target(alpha);
    if (!solve_face(z, place, v, target)) return false;
    double share = 1;
    for (std::size_t i = 0; i < z.n(); ++i) share = std::min(share, room(alpha[i], target[i], z.cost()[i]));
    const bool inside = share == 1;
    for (std::size_t i = 0; i < z.n(); ++i) {
      if (place[i] != BoxPlace::free) continue;
      const bool stays = !inside && room(alpha[i], target[i], z.cost()[i]) <= share;
      alpha[i] = stays ? (target[i] > alpha[i] ? z.cost()[i] : 0.0) : alpha[i] + share * (target[i] - alpha[i]);
      if (stays) place[i] = place_of(alpha[i], z.cost()[i]);
    }
    if (inside) return true;
  }
  return false;
}

}  // namespace halfspace
