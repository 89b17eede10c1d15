// v with H v = r, about, by conjugate gradients with a preconditioner M, from v = 0:
//
//   s = M^-1 r,   p = s + (r.s / r.s before) p,   a = r.s / p.Hp,   v += a p,   r -= a Hp
//
// until r.s has come down to a share of what it was. Golub and Van Loan 2013, algorithm 11.5.1.
#pragma once

#include <cstddef>
#include <span>
#include <utility>
#include <vector>

#include "simd/ops.hpp"

namespace halfspace {

struct ConjugateLimits {
  std::size_t most;  // products with H
  double share;      // of r.M^-1 r, below which the rest is small enough
};

struct ConjugateResult {
  std::size_t products = 0;
  double model = 0;  // 1/2 v.Hv - r.v
};

/// M = a diagonal. start() writes the first p and turn() the next; both return r.M^-1 r.
struct ByDiagonal {
  std::span<const double> M;

  double start(const std::vector<double>& r, std::vector<double>& p) const {
    for (std::size_t j = 0; j < r.size(); ++j) p[j] = r[j] / M[j];
    return dot(r.data(), r.size(), p.data());
  }

  double turn(const std::vector<double>& r, std::vector<double>& p, double before) const {
    double rest = 0;
    for (std::size_t j = 0; j < r.size(); ++j) rest += r[j] * r[j] / M[j];
    for (std::size_t j = 0; j < r.size(); ++j) p[j] = r[j] / M[j] + rest / before * p[j];
    return rest;
  }
};

/// A system without a bound on v. `product(p, Hp)` writes H p; false ends the run early.
template <class Product>
struct ProductsAlone {
  explicit ProductsAlone(Product f) : product(std::move(f)) {}
  bool bounded(const std::vector<double>&, const std::vector<double>&, double&) const { return false; }

  Product product;
};

/// Writes v. `system.bounded(v, p, a)` may shorten the step a along p; where it is true the run ends with that step.
template <class Preconditioner, class System>
ConjugateResult conjugate_gradients(std::vector<double> r, Preconditioner M, const ConjugateLimits& limits,
                                    std::vector<double>& v, System system) {
  const std::size_t d = r.size();
  v.assign(d, 0.0);
  std::vector<double> p(d);
  std::vector<double> Hp(d);
  ConjugateResult out;
  double rest = M.start(r, p);
  const double enough = limits.share * rest;
  while (out.products < limits.most && rest > enough) {
    if (!system.product(p, Hp)) break;
    const double curvature = dot(p.data(), d, Hp.data());
    if (!(curvature > 0)) break;
    double a = rest / curvature;
    const bool last = system.bounded(v, p, a);
    out.model += -a * rest + a * a / 2 * curvature;
    axpy(a, p.data(), d, v.data());
    ++out.products;
    if (last || out.products == limits.most) break;
    axpy(-a, Hp.data(), d, r.data());
    rest = M.turn(r, p, rest);
  }
  return out;
}

/// -g, the right side of a Newton step
inline std::vector<double> opposite(std::span<const double> g) {
  std::vector<double> r(g.begin(), g.end());
  for (double& x : r) x = -x;
  return r;
}

}  // namespace halfspace
