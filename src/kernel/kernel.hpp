// Kernel functions k(u, v): inner products of feature vectors that are never written down.
//
//   linear u.v   polynomial (γ u.v + c)^p   rbf exp(-γ |u - v|^2)   laplacian exp(-γ |u - v|_1)   sigmoid tanh(γ u.v +
//   c)
//   precomputed u.v, with v a row of a kernel matrix and u the unit vector of a training row
//
//   precomputed: the columns of a row are k(u, v_1), ..., k(u, v_n) for the rows v_j trained on
//
// Schölkopf and Smola 2002, chapter 2. "Kernel" means kernel function only.
#pragma once

#include <array>
#include <cmath>
#include <cstdint>
#include <string_view>

#include "base/elementary.hpp"
#include "base/fields.hpp"

namespace halfspace {

enum class KernelKind { none, linear, polynomial, rbf, laplacian, sigmoid, precomputed };

template <>
struct Names<KernelKind> {
  static constexpr std::array<std::string_view, 7> list = {"none",      "linear",  "polynomial", "rbf",
                                                           "laplacian", "sigmoid", "precomputed"};
};

struct Kernel {
  KernelKind kind = KernelKind::none;
  double gamma = 0;          // 0: 1/d
  std::uint64_t degree = 3;  // p
  double coef0 = 0;          // c

  bool squares() const { return kind == KernelKind::rbf; }

  /// k from the inner product and the squared lengths of u and v; for laplacian `dot` is |u - v|_1.
  double operator()(double dot, double uu, double vv) const {
    switch (kind) {
      case KernelKind::polynomial:
        return power(gamma * dot + coef0);
      case KernelKind::rbf:
        return elementary::exp(-gamma * std::fmax(0.0, uu + vv - 2 * dot));
      case KernelKind::laplacian:
        return elementary::exp(-gamma * dot);
      case KernelKind::sigmoid:
        return elementary::tanh(gamma * dot + coef0);
      default:
        return dot;
    }
  }

 private:
  /// a^p by repeated multiplication: the same bits everywhere, exact on whole numbers while they fit.
  double power(double a) const {
    double out = 1;
    for (std::uint64_t k = degree; k > 0; k >>= 1U) {
      if ((k & 1U) != 0) out *= a;
      a *= a;
    }
    return out;
  }
};

}  // namespace halfspace
