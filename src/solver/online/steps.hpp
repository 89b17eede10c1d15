// How one row moves the weights: three rules for
//
//   min over w̄   Σ_i c_i loss(m_i) + n λ penalty(w),   m_i = y_i w̄.x̄_i,   x̄ = (1, x)
//
// Steps are implicit where nothing else stands against it: h, the length along y x̄, is that of the minimum of the
// row's loss and the distance moved, which is the loss's step in the dual (Kulis and Bartlett 2010, equation 2), so that
// no step overshoots its row whatever η. Rates are in units of the rows: q̄, the mean |x̄|^2 so far, stands for their
// scale: with no bias and no penalty multiplying all columns by a number changes no prediction.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>
#include <numbers>
#include <vector>

#include "base/root.hpp"
#include "loss/logistic.hpp"
#include "simd/ops.hpp"
#include "simd/prefetch.hpp"
#include "solver/online/online.hpp"
#include "solver/online/row_entries.hpp"

namespace halfspace {

/// The mean |x̄|^2 of the rows so far, and their number; both by the weights of rows.
class SquareMean {
 public:
  void add(double square, double c) {
    squares_ += c * square;
    rows_ += c;
  }
  double rows() const { return rows_; }
  double mean_square() const { return squares_ > 0 ? squares_ / rows_ : 1; }

 private:
  double squares_ = 0;
  double rows_ = 0;
};

/// h of an implicit step, argmin over h of c l*(-h/c) + h m + q h^2/2.
template <class L>
double step_length(double m, double q, double c) {
  return q > 0 ? L::dual_step(0, m, q, c) : 0;
}

/// Of the logistic loss the root of h = c σ(-(m + q h)), by Newton's method from the explicit step h = c σ(-m), which is
/// too long. Where the root lies below c/2 the function is convex from there to it.
template <>
inline double step_length<LogisticLoss>(double m, double q, double c) {
  constexpr double near = 1e-12;
  if (!(q > 0)) return 0;
  const auto f = [&](double h) {
    const double sigma = -LogisticLoss::slope(m + q * h);
    return ValueAndSlope{h - c * sigma, 1 + q * c * sigma * (1 - sigma)};
  };
  const double longest = -c * LogisticLoss::slope(m);
  return increasing_root(f, longest, 0, longest, near, 0);
}

/// Stochastic gradient descent (Robbins and Monro 1951), implicit, with w = a v so that the penalty costs nothing:
///   η_t = 1/(K q̄ sqrt(t)/η + λ t)     (Bartlett, Hazan, Rakhlin 2007: of a convex loss, or of one made strong by λ)
template <class L>
class SgdSteps {
 public:
  explicit SgdSteps(const OnlineOptions& o) : eta_(o.eta), lambda_(o.l2()), pulls_bias_(o.bias == Bias::augmented) {}

  void grow(std::size_t places) { v_.resize(places); }

  double score(const RowEntries& x) const {
    return detail::lanes(x.size(), [&](std::size_t k) { return x.value(k) * weight(x.place(k)); });
  }

  void step(RowEntries& x, double y, double m, double c, const SquareMean& scale) {
    const double t = scale.rows();
    const double eta = 1 / (bend * scale.mean_square() * std::sqrt(t) / eta_ + lambda_ * t);  // η_t
    const double shrink = 1 - eta * lambda_ * c;
    a_ *= std::max(shrink, smallest_scale);
    if (pulls_bias_) bias_ *= shrink;
    if (a_ < smallest_scale) fold();
    const double q = eta * x.square();
    const double h = step_length<L>(m, q, c);
    if (h == 0) return;
    const double move = eta * h * y;
    for (std::size_t k = 0; k < x.size(); ++k) {  // w̄ <- (1 - η λ) w̄ + η h y x̄
      if (x.place(k) == 0)
        bias_ += move;
      else
        v_[x.place(k)] += move / a_ * x.value(k);
    }
  }

  double weight(std::uint32_t place, double = 0) const { return place == 0 ? bias_ : a_ * v_[place]; }
  void will_need(std::uint32_t place) const { prefetch(&v_[place]); }

 private:
  static constexpr double smallest_scale = 1e-9;
  static constexpr double bend = [] {
    if constexpr (HasCurvature<L>) return L::most_curvature;
    return std::numbers::sqrt2;
  }();

  void fold() {
    for (double& v : v_) v *= a_;
    a_ = 1;
  }

  double eta_;
  double lambda_;
  bool pulls_bias_;
  double a_ = 1;
  double bias_ = 0;
  std::vector<double> v_;
};

/// AdaGrad with a diagonal (Duchi, Hazan, Singer 2011, figure 1), implicit along its own direction:
///   G_j += g_j^2,   w_j += η h y x_j/sqrt(G_j),   η <- η/sqrt(q̄)
template <class L>
class AdaGradSteps {
 public:
  explicit AdaGradSteps(const OnlineOptions& o) : eta_(o.eta) {}

  void grow(std::size_t places) { cell_.resize(places); }

  double score(const RowEntries& x) const {
    return detail::lanes(x.size(), [&](std::size_t k) { return x.value(k) * cell_[x.place(k)].w; });
  }

  void step(RowEntries& x, double y, double m, double c, const SquareMean& scale) {
    const double slope = c * L::slope(m);
    if (slope == 0) return;
    double* r = x.scratch();  // x_j/sqrt(G_j)
    for (std::size_t k = 0; k < x.size(); ++k) {
      double& G = cell_[x.place(k)].G;
      const double g = slope * x.value(k);
      G += g * g;
      r[k] = G;
    }
    const double* value = x.values();
    for (std::size_t k = 0; k < x.size(); ++k) r[k] = value[k] / std::sqrt(r[k] + smallest);
    const double u = detail::lanes(x.size(), [&](std::size_t k) { return value[k] * r[k]; });  // Σ x_j^2/sqrt(G_j)
    const double eta = eta_ / std::sqrt(scale.mean_square());
    const double h = step_length<L>(m, eta * u, c);
    const double move = eta * h * y;
    for (std::size_t k = 0; k < x.size(); ++k) cell_[x.place(k)].w += move * r[k];
  }

  double weight(std::uint32_t place, double = 0) const { return cell_[place].w; }
  void will_need(std::uint32_t place) const { prefetch(&cell_[place]); }

 private:
  static constexpr double smallest =
      std::numeric_limits<double>::min();  // G_j may vanish, and x_j/sqrt(G_j) not be inf
  struct Cell {
    double w = 0;
    double G = 0;
  };
  double eta_;
  std::vector<Cell> cell_;
};

/// FTRL-Proximal (McMahan et al. 2013, algorithm 1) with the penalty of every row so far, t λ, and α = η/sqrt(q̄):
///   w_j = 0 where |z_j| <= t λ1, else -(z_j - sgn(z_j) t λ1)/(Σσ_j + t λ2)
///   σ_j = (sqrt(n_j + g_j^2) - sqrt(n_j))/α,   z_j += g_j - σ_j w_j,   n_j += g_j^2
template <class L>
class FtrlSteps {
 public:
  explicit FtrlSteps(const OnlineOptions& o)
      : eta_(o.eta), l1_(o.l1()), l2_(o.l2()), pulls_bias_(o.bias == Bias::augmented) {}

  void grow(std::size_t places) { cell_.resize(places); }

  double score(const RowEntries& x) const {
    return detail::lanes(x.size(), [&](std::size_t k) { return x.value(k) * weight(x.place(k), rows_); });
  }

  void step(RowEntries& x, double y, double m, double c, const SquareMean& scale) {
    const double slope = c * L::slope(m) * y;
    const double alpha = eta_ / std::sqrt(scale.mean_square());
    if (slope != 0) {
      for (std::size_t k = 0; k < x.size(); ++k) {
        Cell& cell = cell_[x.place(k)];
        const double g = slope * x.value(k);
        const double n = cell.n + g * g;
        const double sigma = (std::sqrt(n) - std::sqrt(cell.n)) / alpha;
        cell.z += g - sigma * weight(x.place(k), rows_);
        cell.sigmas += sigma;
        cell.n = n;
      }
    }
    rows_ = scale.rows();
  }

  /// w_j after t rows
  double weight(std::uint32_t place, double t) const {
    const Cell& cell = cell_[place];
    const bool pulled = place != 0 || pulls_bias_;
    const double kink = pulled ? t * l1_ : 0;
    const double below = cell.sigmas + (pulled ? t * l2_ : 0);
    if (std::fabs(cell.z) <= kink || !(below > 0)) return 0;
    return -(cell.z - std::copysign(kink, cell.z)) / below;
  }
  void will_need(std::uint32_t place) const { prefetch(&cell_[place]); }

 private:
  struct Cell {
    double z = 0;
    double n = 0;
    double sigmas = 0;
  };
  double eta_;
  double l1_;
  double l2_;
  bool pulls_bias_;
  double rows_ = 0;
  std::vector<Cell> cell_;
};

}  // namespace halfspace
