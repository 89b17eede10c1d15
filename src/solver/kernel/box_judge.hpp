// What scores f of type T prove of the multipliers α of a BoxProblem: levels, dual, gap.
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <optional>
#include <span>

#include "solver/kernel/box_problem.hpp"

namespace halfspace {

/// The part of row t in P - D at level b, where its multiplier is a: C max(0, ξ) - a (1 - m), squared where r > 0.
template <class T>
T gap_part(T y_u, double a, double cap, double ridge) {
  const T slack = y_u + a * ridge;  // 1 - m
  const T xi = std::max(T(0), slack);
  const T loss = ridge > 0 ? xi * xi / (2 * ridge) + T(a) * a * ridge / 2 : xi > 0 ? cap * xi : 0;
  return loss - a * slack;
}

/// How exact the scores are.
struct ScoreErrors {
  double each = 0;                      // no f_t is farther than this from its exact value
  double moved = 0;                     // Σ |α| that was ever added to them
  double largest_value = 0;             // no |k| is above this
  std::span<const double> of_row = {};  // for each f_t where that is known closer than `each`
};

template <class T>
class BoxJudge {
 public:
  BoxJudge(const BoxProblem& problem, std::span<const double> alpha, std::span<const T> f)
      : q_(problem), alpha_(alpha), f_(f) {}

  /// u_t = -f_t - y_t p_t - y_t r_t α_t
  T u(std::size_t t) const { return -f_[t] - q_.y[t] * (q_.p[t] + ridge_of(t) * alpha_[t]); }

  /// Levels (the best, where they are not given), dual and gap of α; `gap` includes what rounding can have hidden.
  void judge(const ScoreErrors& errors, BoxSolution& out,
             const std::optional<std::array<double, 2>>& level = std::nullopt) const {
    out.level = level ? *level : best_levels();
    long double square = 0;            // |w|^2
    long double linear = 0;            // p'α
    long double rest = 0;              // Σ r α^2
    std::array<long double, 2> sum{};  // Σ y (α - α at the start), by sign: 0 in all, of each for `classes`
    double total = 0;                  // Σ α
    double largest = 0;                // |p|
    const auto error_of = [&](std::size_t t) { return errors.of_row.empty() ? errors.each : errors.of_row[t]; };
    long double hidden_square = 0;  // what rounding of f may hide of |w|^2
    long double size = 0;           // Σ |a f| + r a^2 + |p a|
    for (std::size_t t = 0; t < f_.size(); ++t) {
      const double a = alpha_[t];
      square += static_cast<long double>(a) * q_.y[t] * f_[t];
      linear += static_cast<long double>(q_.p[t]) * a;
      rest += static_cast<long double>(ridge_of(t)) * a * a;
      hidden_square += static_cast<long double>(a) * error_of(t);
      size += a * (std::fabs(static_cast<long double>(f_[t])) + ridge_of(t) * a + std::fabs(q_.p[t]));
      sum[q_.y[t] > 0 ? 1 : 0] += q_.y[t] * (static_cast<long double>(a) - (q_.start.empty() ? 0 : q_.start[t]));
      total += a;
      largest = std::max(largest, std::fabs(q_.p[t]));
    }
    out.dual = static_cast<double>(-(square + rest) / 2 - linear);
    constexpr long double place = std::numeric_limits<long double>::epsilon();
    out.dual_hidden = static_cast<double>(hidden_square / 2);
    out.dual_doubt = static_cast<double>(place * static_cast<long double>(f_.size() + 4) * size);
    const double drift = q_.equality == Equality::none ? 0 : static_cast<double>(std::fabs(sum[0]) + std::fabs(sum[1]));
    const double off = q_.equality == Equality::sum ? std::fabs(static_cast<double>(sum[0] + sum[1])) : drift;
    const auto reach =
        [&](double gap) {  // the levels of the optimum: |b*| <= |p| + |w*| sqrt(k), |w*|^2 <= 2 |objective|
          const double objective = std::max(std::fabs(out.dual), std::fabs(out.dual + gap));
          return largest + std::sqrt(2 * objective * errors.largest_value);
        };
    out.error = errors.each;
    out.hidden = 0;
    if (q_.ridge.empty() && std::any_of(q_.cap.begin(), q_.cap.end(), [](double c) { return std::isinf(c); })) {
      out.gap = hard_gap(static_cast<double>(square), errors, out) + errors.each * total;
      if (off > 0 && std::isfinite(out.gap)) add_drift(off * reach(out.gap), out);
      return;
    }
    long double gap = 0;
    double hidden = 0;
    for (std::size_t t = 0; t < f_.size(); ++t) {
      const double b = out.level[q_.y[t] > 0 ? 1 : 0];
      const T slack = q_.y[t] * (u(t) - b);
      gap += gap_part<T>(slack, alpha_[t], q_.cap[t], ridge_of(t));
      const double r = ridge_of(t);
      double cost = alpha_[t];
      if (r == 0 && slack > -error_of(t)) cost += q_.cap[t];
      if (r > 0 && slack + alpha_[t] * r > -error_of(t)) cost += static_cast<double>(std::fabs(slack)) / r + alpha_[t];
      hidden += error_of(t) * cost;
    }
    out.gap = std::max(static_cast<double>(gap), 0.0) + hidden;
    out.hidden = hidden;
    if (off > 0) add_drift(off * reach(out.gap), out);
  }

 private:
  /// What multipliers that miss their equality may be above the dual optimum.
  static void add_drift(double drift, BoxSolution& out) {
    out.gap += drift;
    out.dual_doubt += drift;
  }

  static constexpr double infinite = std::numeric_limits<double>::infinity();

  double ridge_of(std::size_t t) const { return q_.ridge.empty() ? 0 : q_.ridge[t]; }

  /// d/db of the losses of the rows of one sign, or of all (sign 0); 0 where it is all rounding.
  T slope(int sign, T b) const {
    constexpr T rounding = T(1e-14);
    T sum = 0;
    T size = 0;
    for (std::size_t t = 0; t < f_.size(); ++t) {
      if (sign != 0 && q_.y[t] != sign) continue;
      const double r = ridge_of(t);
      const T xi = q_.y[t] * (u(t) - b) + alpha_[t] * r;
      const T pull = xi <= 0 ? T(0) : r > 0 ? xi / r : T(q_.cap[t]);
      sum += q_.y[t] * (alpha_[t] - pull);
      size += pull;
    }
    return std::fabs(sum) <= rounding * size ? T(0) : sum;
  }

  /// The middle, where several levels are the best: all multipliers are then at their bounds.
  double best_level(int sign) const {
    constexpr int halvings = 70;
    T low = infinite;
    T high = -infinite;
    for (std::size_t t = 0; t < f_.size(); ++t) {
      if (sign != 0 && q_.y[t] != sign) continue;
      const T middle = u(t) + q_.y[t] * alpha_[t] * ridge_of(t);
      low = std::min(low, middle);
      high = std::max(high, middle);
    }
    if (!(low <= high)) return 0;
    const auto end = [&](T from, T to, bool upper) {  // of the levels that are all the best
      for (int k = 0; k < halvings; ++k) {
        const T b = (from + to) / 2;
        if (b <= from || b >= to) break;
        const T s = slope(sign, b);
        (s < 0 || (upper && s == 0) ? from : to) = b;
      }
      return (from + to) / 2;
    };
    const T lower = end(low, high, false);
    const bool flat = slope(sign, std::min(high, lower + (high - low) * T(1e-9))) == 0;
    return static_cast<double>(flat ? (lower + end(lower, high, true)) / 2 : lower);
  }

  /// b of all rows; of hard margins midway between the classes.
  std::array<double, 2> best_levels() const {
    if (q_.equality == Equality::none) return {0, 0};
    if (q_.equality == Equality::classes) return {best_level(-1), best_level(1)};
    const bool hard =
        std::any_of(q_.cap.begin(), q_.cap.end(), [](double c) { return std::isinf(c); }) && q_.ridge.empty();
    if (!hard) {
      const double b = best_level(0);
      return {b, b};
    }
    T up = infinite;
    T down = -infinite;
    for (std::size_t t = 0; t < f_.size(); ++t) {
      if (q_.y[t] > 0) up = std::min(up, f_[t]);
      if (q_.y[t] < 0) down = std::max(down, f_[t]);
    }
    const auto b = static_cast<double>(-(up + down) / 2);
    return {b, b};
  }

  /// The weights divided by their least margin are feasible.
  double hard_gap(double square, const ScoreErrors& errors, BoxSolution& out) const {
    double least = infinite;
    for (std::size_t t = 0; t < f_.size(); ++t)
      least = std::min(least, static_cast<double>(q_.y[t] * (f_[t] + out.level[1])));
    const double sure = least - 2 * errors.each;
    if (!(sure > 0) || !std::isfinite(least)) return infinite;
    out.least_margin = least;
    const double primal = (square + errors.each * errors.moved) / (2 * sure * sure);
    constexpr double of_doubles = 8 * std::numeric_limits<double>::epsilon();
    return primal - out.dual + errors.each * errors.moved + of_doubles * (primal + std::fabs(out.dual));
  }

  const BoxProblem& q_;
  std::span<const double> alpha_;
  std::span<const T> f_;
};

}  // namespace halfspace
