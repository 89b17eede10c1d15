// A second solver of small linear models, for tests: a dense primal-dual interior-point method in long double.
//
//   min over w:  Σ c_i loss(y_i x_i.w) + Σ_j (λ1_j |w_j| + λ2_j/2 w_j^2)         a bias is a column of ones
//
// Logistic losses are smooth. Every other term is the least cost of slacks ξ >= 0 that lift a row z to its height:
//
//   hinge            c ξ                s = ξ + z.w - 1 >= 0         squared hinge:  c ξ^2
//   modified Huber   c (ξ^2 + 4 ξ')     s = ξ + ξ' + z.w - 1 >= 0
//   λ1 |w_j|         λ1 ξ + λ1 ξ'       ξ - w_j >= 0,  ξ' + w_j >= 0
//
// Boyd and Vandenberghe, Convex Optimization, 2004, algorithm 11.2, with multipliers u of s >= 0 and v of ξ >= 0.
// Slacks leave Newton's equations as springs in series do, 1/k = s/u + Σ 1/(∂²f/∂ξ² + v/ξ): no digits are lost to
// u/s of 10^12. Of the library it knows the names of the losses alone.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <limits>
#include <utility>
#include <vector>

#include "halfspace/options.hpp"
#include "solver/linear/reference_algebra.hpp"
#include "solver/linear/reference_problem.hpp"

namespace halfspace::reference {

class InteriorPoint {
 public:
  explicit InteriorPoint(const SmallLinear& p) : p_(p) {
    const std::size_t d = p.l2.size();
    for (std::size_t i = 0; i < p.z.size(); ++i) add_row(p.loss, p.c[i], p.z[i], 1);
    for (std::size_t j = 0; j < d; ++j) {
      if (p.l1[j] == 0) continue;
      Reals axis(d);
      for (const Real side : {-1.0L, 1.0L}) {
        axis[j] = side;
        add_row(LossKind::hinge, p.l1[j], axis, 0);
      }
    }
    at_ = {Reals(d), Reals(slacks_.size(), 2), Reals(rows_.size(), 1), Reals(slacks_.size(), 1)};
  }

  SmallOptimum solve() {
    SmallOptimum out;
    do {
      out.w = at_.w;
      out.value = p_.value(out.w);
      out.error = error(residual(at_));
    } while (out.error > 1e-13L * out.value && ++out.rounds < 300 && step());
    return out;
  }

 private:
  struct Row {
    Reals z;
    Real height = 0;
    Real logistic = 0;               // c, where the row has no slacks
    std::size_t begin = 0, end = 0;  // of its slacks
  };
  struct Slack {
    Real linear = 0, square = 0;  // linear ξ + square/2 ξ^2
  };
  struct Point {
    Reals w, xi, u, v;
  };
  struct Residual {
    Reals s, of_w, of_xi;  // ∇ of the Lagrangian
    Real gap = 0;          // u.s + v.ξ
  };

  void add_row(LossKind loss, Real c, const Reals& z, Real height) {
    Row row{z, height, loss == LossKind::logistic ? c : 0, slacks_.size(), 0};
    if (loss == LossKind::hinge) slacks_.push_back({c, 0});
    if (loss == LossKind::squared_hinge || loss == LossKind::modified_huber) slacks_.push_back({0, 2 * c});
    if (loss == LossKind::modified_huber) slacks_.push_back({4 * c, 0});
    row.end = slacks_.size();
    rows_.push_back(std::move(row));
  }

  Residual residual(const Point& a) const {
    Residual r{Reals(rows_.size()), a.w, Reals(slacks_.size())};
    for (std::size_t j = 0; j < a.w.size(); ++j) r.of_w[j] *= p_.l2[j];
    for (std::size_t i = 0; i < rows_.size(); ++i) {
      const Row& row = rows_[i];
      const Real m = dot(row.z, a.w);
      add(r.of_w, row.logistic > 0 ? -row.logistic / (1 + std::exp(m)) : -a.u[i], row.z);
      if (row.logistic > 0) continue;
      r.s[i] = m - row.height;
      for (std::size_t k = row.begin; k < row.end; ++k) {
        r.s[i] += a.xi[k];
        r.of_xi[k] = slacks_[k].linear + slacks_[k].square * a.xi[k] - a.u[i] - a.v[k];
      }
    }
    r.gap = dot(a.u, r.s) + dot(a.v, a.xi);
    return r;
  }

  Real error(const Residual& r) const {
    return r.gap + std::sqrt(squares(r.of_w) + squares(r.of_xi)) * (1 + std::sqrt(squares(at_.w) + squares(at_.xi)));
  }

  /// |(∇L, u s - centre, v ξ - centre)|^2, infinity outside
  Real merit(const Point& a, Real centre) const {
    const Residual r = residual(a);
    Real sum = squares(r.of_w) + squares(r.of_xi);
    const auto count = [&](Real x, Real multiplier) {
      const Real off = x * multiplier - centre;
      sum += x > 0 && multiplier > 0 ? off * off : std::numeric_limits<Real>::infinity();
    };
    for (std::size_t i = 0; i < rows_.size(); ++i)
      if (rows_[i].logistic == 0) count(r.s[i], a.u[i]);
    for (std::size_t k = 0; k < slacks_.size(); ++k) count(a.xi[k], a.v[k]);
    return sum;
  }

  /// Newton's step towards u s = v ξ = centre.
  Point direction(const Residual& now, Real centre) const {
    const std::size_t d = at_.w.size();
    std::vector<Reals> a(d, Reals(d));
    Reals right(d);
    for (std::size_t j = 0; j < d; ++j) {
      a[j][j] = p_.l2[j];
      right[j] = -p_.l2[j] * at_.w[j];
    }
    Reals stiffness(rows_.size());
    Reals pull(rows_.size());
    const auto spring = [&](std::size_t k) { return slacks_[k].square + at_.v[k] / at_.xi[k]; };
    const auto push = [&](std::size_t i, std::size_t k) {
      return centre / now.s[i] + centre / at_.xi[k] - slacks_[k].linear - slacks_[k].square * at_.xi[k];
    };
    for (std::size_t i = 0; i < rows_.size(); ++i) {
      const Row& row = rows_[i];
      if (row.logistic > 0) {
        const Real m = dot(row.z, at_.w);
        const Real e = std::exp(-std::fabs(m));
        stiffness[i] = row.logistic * e / ((1 + e) * (1 + e));
        add(right, row.logistic / (1 + std::exp(m)), row.z);
      } else {
        Real series = now.s[i] / at_.u[i];
        for (std::size_t k = row.begin; k < row.end; ++k) {
          series += 1 / spring(k);
          pull[i] += push(i, k) / spring(k);
        }
        stiffness[i] = 1 / series;
        add(right, centre / now.s[i] - stiffness[i] * pull[i], row.z);
      }
      for (std::size_t j = 0; j < d; ++j) add(a[j], stiffness[i] * row.z[j], row.z);
    }
    Point out{solved(std::move(a), std::move(right)), Reals(slacks_.size()), Reals(rows_.size()),
              Reals(slacks_.size())};
    for (std::size_t i = 0; i < rows_.size(); ++i) {
      if (rows_[i].logistic > 0) continue;
      const Real force = stiffness[i] * (dot(rows_[i].z, out.w) + pull[i]);
      out.u[i] = centre / now.s[i] - at_.u[i] - force;
      Real rest = force * now.s[i] / at_.u[i] - dot(rows_[i].z, out.w);  // the slacks' sum
      std::size_t softest = rows_[i].begin;
      for (std::size_t k = rows_[i].begin; k < rows_[i].end; ++k) {
        out.xi[k] = (push(i, k) - force) / spring(k);
        rest -= out.xi[k];
        if (spring(k) < spring(softest)) softest = k;
      }
      if (spring(softest) < at_.u[i] / now.s[i]) out.xi[softest] += rest;  // exact, where the quotient is not
    }
    for (std::size_t k = 0; k < slacks_.size(); ++k)
      out.v[k] = centre / at_.xi[k] - at_.v[k] - at_.v[k] / at_.xi[k] * out.xi[k];
    return out;
  }

  /// False where no step is better.
  bool step() {
    const Residual now = residual(at_);
    const bool ahead = now.gap < error(now) / 2;  // of the gradient: it might run into a wrong corner
    const auto pairs = static_cast<Real>(slacks_.size() + rows_.size());
    const Real centre = now.gap / (ahead ? pairs : 10 * pairs);
    const Point by = direction(now, centre);
    const Real merit_now = merit(at_, centre);
    Real length = 1;
    for (int cuts = 0; cuts < 80; ++cuts, length *= 0.7L) {
      Point next = at_;
      add(next.w, length, by.w);
      add(next.xi, length, by.xi);
      add(next.u, length, by.u);
      add(next.v, length, by.v);
      if (merit(next, centre) > (1 - length / 50) * merit_now) continue;
      at_ = std::move(next);
      return true;
    }
    return false;
  }

  SmallLinear p_;
  std::vector<Row> rows_;
  std::vector<Slack> slacks_;
  Point at_;
};

}  // namespace halfspace::reference
