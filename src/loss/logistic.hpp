// Logistic loss: l(m) = log(1 + e^-m), computed without overflow for any m. P(y | x) = σ(m) = 1 / (1 + e^-m).
//
//   conjugate   l*(u) = a log a + (1 - a) log(1 - a) with a = -u in [0, 1], else infinity
//   dual step   argmin over a in (0, C) of C l*(-a/C) + (a - α) m + q (a - α)^2 / 2   (Yu, Huang, Lin 2011, section 3)
#pragma once

#include <algorithm>
#include <cmath>
#include <string_view>

#include "base/elementary.hpp"
#include "base/root.hpp"
#include "loss/conjugate.hpp"
#include "loss/traits.hpp"

namespace halfspace {

struct LogisticLoss {
  static constexpr std::string_view name = "logistic";
  static constexpr std::string_view formula = "log(1 + e^-m_i)";
  static constexpr double most_curvature = 0.25;
  static constexpr double least_slope = -1;
  static constexpr LossTraits traits{.likelihood = true, .sigmoid = true, .joint = Multiclass::multinomial};

  static double value(double m) {
    return m > 0 ? elementary::log1p(elementary::exp(-m)) : elementary::log1p(elementary::exp(m)) - m;
  }

  /// -σ(-m)
  static double slope(double m) {
    const double e = elementary::exp(-std::fabs(m));
    return (m > 0 ? -e : -1) / (1 + e);
  }

  /// σ(m) σ(-m)
  static double curvature(double m) {
    const double e = elementary::exp(-std::fabs(m));
    return e / ((1 + e) * (1 + e));
  }

  static double conjugate(double u) {
    if (u < -1 || u > 0) return not_a_slope;
    const double a = -u;
    return (a > 0 ? a * elementary::log(a) : 0) + (a < 1 ? (1 - a) * elementary::log1p(-a) : 0);
  }

  /// All of a margin from one exponential: loss, -slope and curvature have the bits of the functions above; with a = -slope
  /// the conjugate is -a m - loss (Fenchel and Young's equality, at the slope of m).
  struct AtMargin {
    double value;
    double alpha;
    double curvature;
    double conjugate;
  };
  static AtMargin at(double m) {
    const double e = elementary::exp(-std::fabs(m));
    const double value = m > 0 ? elementary::log1p(e) : elementary::log1p(e) - m;
    const double alpha = (m > 0 ? e : 1) / (1 + e);
    return {value, alpha, e / ((1 + e) * (1 + e)), -(alpha * m) - value};
  }

  /// With s = log(a / (C - a)) the optimum is the root of s + m - q α + q C σ(s), which increases in s.
  static double dual_step(double alpha, double m, double q, double C) {
    constexpr double near = 1e-14;
    const double rest = m - q * alpha;
    const double low = -rest - q * C;  // the root lies here, since 0 <= σ <= 1
    const double high = -rest;
    const auto f = [&](double s) {
      const double e = elementary::exp(-std::fabs(s));
      return ValueAndSlope{s + rest + q * C * (s > 0 ? 1 : e) / (1 + e), 1 + q * C * e / ((1 + e) * (1 + e))};
    };
    const double start =
        alpha > 0 && alpha < C ? std::clamp(elementary::log(alpha / (C - alpha)), low, high) : (low + high) / 2;
    const double s = increasing_root(f, start, low, high, near, 1);
    return C * -slope(-s);  // C σ(s)
  }
};

}  // namespace halfspace
