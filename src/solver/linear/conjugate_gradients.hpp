// v with H v = -g, about, by conjugate gradients with a diagonal M before them: until the rest r has r.M^-1 r at most
// accuracy^2 of what it was. Golub and Van Loan 2013, algorithm 11.5.1.
#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "simd/ops.hpp"

namespace halfspace {

struct Directions {
  std::size_t most;  // products with H
  double accuracy;
};

/// Writes v and returns how many products it took. `product(p, Hp)` writes H p; false ends the run early.
template <class Product>
std::size_t conjugate_gradients(std::span<const double> g, std::span<const double> M, const Directions& limits,
                                std::vector<double>& v, Product product) {
  const std::size_t d = g.size();
  v.assign(d, 0.0);
  std::vector<double> r(d);
  std::vector<double> p(d);
  std::vector<double> Hp(d);
  for (std::size_t j = 0; j < d; ++j) r[j] = -g[j];
  for (std::size_t j = 0; j < d; ++j) p[j] = r[j] / M[j];
  double rest = dot(r.data(), d, p.data());
  const double wanted = limits.accuracy * limits.accuracy * rest;
  std::size_t k = 0;
  for (; k < limits.most && rest > wanted; ++k) {
    if (!product(p, Hp)) break;
    const double curvature = dot(p.data(), d, Hp.data());
    if (!(curvature > 0)) break;
    const double step = rest / curvature;
    axpy(step, p.data(), d, v.data());
    axpy(-step, Hp.data(), d, r.data());
    const double before = rest;
    rest = 0;
    for (std::size_t j = 0; j < d; ++j) rest += r[j] * r[j] / M[j];
    for (std::size_t j = 0; j < d; ++j) p[j] = r[j] / M[j] + rest / before * p[j];
  }
  return k;
}

}  // namespace halfspace
