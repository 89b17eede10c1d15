// Linear algebra in long double for the second solver of linear models.
#pragma once

#include <cstddef>
#include <vector>

namespace halfspace::reference {

using Real = long double;
using Reals = std::vector<Real>;

inline Real dot(const Reals& a, const Reals& b) {
  Real sum = 0;
  for (std::size_t k = 0; k < a.size(); ++k) sum += a[k] * b[k];
  return sum;
}

inline Real squares(const Reals& a) { return dot(a, a); }

inline void add(Reals& to, Real factor, const Reals& a) {
  for (std::size_t k = 0; k < a.size(); ++k) to[k] += factor * a[k];
}

/// x with A x = b, A positive semidefinite, by A = LDL'; x_j = 0 where a pivot vanishes.
inline Reals solved(std::vector<Reals> a, Reals b) {
  const std::size_t d = b.size();
  Reals diagonal(d);
  for (std::size_t j = 0; j < d; ++j) diagonal[j] = a[j][j];
  std::vector<std::size_t> pivots;
  for (std::size_t j = 0; j < d; ++j) {
    if (a[j][j] <= 1e-17L * diagonal[j]) continue;
    pivots.push_back(j);
    for (std::size_t i = j + 1; i < d; ++i) {
      const Real f = a[i][j] / a[j][j];
      for (std::size_t k = j + 1; k <= i; ++k) a[i][k] -= f * a[k][j];
      b[i] -= f * b[j];
    }
  }
  Reals x(d);
  while (!pivots.empty()) {
    const std::size_t j = pivots.back();
    pivots.pop_back();
    x[j] = b[j];
    for (std::size_t i = j + 1; i < d; ++i) x[j] -= a[i][j] * x[i];
    x[j] /= a[j][j];
  }
  return x;
}

}  // namespace halfspace::reference
