// Kernel functions k(u, v): inner products of feature vectors that are never written down. A kernel is a base, which
// takes two rows to one number t, and a map of that number:
//
//   base   product u.v   squared distance |u - v|^2   L1 distance |u - v|_1
//          listed: the columns of a row x are k(x, x_1), ..., k(x, x_n) for the rows x_j trained on
//   map    identity t    power (γ t + c)^p    exponential exp(-γ t)    hyperbolic tangent tanh(γ t + c)
//
// A new kernel is an enumerator in halfspace/choices.hpp and a row of kernel_table here and in docs/kernels.md; a model,
// the exports and both learners know bases and maps. Schölkopf and Smola 2002, chapter 2. "Kernel" means kernel function
// only.
#pragma once

#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <string_view>

#include "base/elementary.hpp"
#include "base/fields.hpp"
#include "halfspace/options.hpp"

namespace halfspace {

enum class KernelBase { product, squared_distance, l1_distance, listed };

enum class KernelMap { identity, power, exponential, hyperbolic_tangent };

struct KernelFacts {
  KernelKind kind;
  std::string_view name;
  KernelBase base;
  KernelMap map;
  bool in_libsvm;
};

/// In the order of KernelKind.
inline constexpr std::array<KernelFacts, 7> kernel_table = {{
    {KernelKind::none, "none", KernelBase::product, KernelMap::identity, false},
    {KernelKind::linear, "linear", KernelBase::product, KernelMap::identity, true},
    {KernelKind::polynomial, "polynomial", KernelBase::product, KernelMap::power, true},
    {KernelKind::rbf, "rbf", KernelBase::squared_distance, KernelMap::exponential, true},
    {KernelKind::laplacian, "laplacian", KernelBase::l1_distance, KernelMap::exponential, false},
    {KernelKind::sigmoid, "sigmoid", KernelBase::product, KernelMap::hyperbolic_tangent, true},
    {KernelKind::precomputed, "precomputed", KernelBase::listed, KernelMap::identity, true},
}};

template <>
struct Names<KernelKind> {
  static constexpr auto list = [] {
    std::array<std::string_view, kernel_table.size()> names;
    for (std::size_t k = 0; k < names.size(); ++k) names[k] = kernel_table[k].name;
    return names;
  }();
};

/// a^p by repeated multiplication: the same bits everywhere, exact on whole numbers while they fit.
template <class Real>
Real whole_power(Real a, std::uint64_t p) {
  Real out = 1;
  for (; p > 0; p >>= 1U) {
    if ((p & 1U) != 0) out *= a;
    a *= a;
  }
  return out;
}

struct Kernel {
  KernelKind kind = KernelKind::none;
  double gamma = 0;          // 0: 1/d
  std::uint64_t degree = 3;  // p
  double coef0 = 0;          // c

  constexpr const KernelFacts& facts() const { return kernel_table[static_cast<std::size_t>(kind)]; }
  constexpr KernelBase base() const { return facts().base; }
  constexpr KernelMap map() const { return facts().map; }

  constexpr bool listed() const { return base() == KernelBase::listed; }
  constexpr bool linear() const { return base() == KernelBase::product && map() == KernelMap::identity; }
  constexpr bool uses_gamma() const { return map() != KernelMap::identity; }
  constexpr bool uses_degree() const { return map() == KernelMap::power; }
  constexpr bool uses_coef0() const { return map() == KernelMap::power || map() == KernelMap::hyperbolic_tangent; }

  constexpr bool of_distance() const {
    return base() == KernelBase::squared_distance || base() == KernelBase::l1_distance;
  }

  /// By how much t is off, at most, for each unit that u.v, |u|^2 and |v|^2 (L1 distance: |u|_1 and |v|_1) are off
  /// together; |t| is at most so many times the largest |x|^2 (|x|_1).
  constexpr double slope_of_base() const {
    return base() == KernelBase::squared_distance ? 4 : base() == KernelBase::l1_distance ? 2 : 1;
  }

  /// Made of +, - and * alone, so that rational rows have rational values.
  constexpr bool rational() const {
    return (base() == KernelBase::product || listed()) && (map() == KernelMap::identity || map() == KernelMap::power);
  }

  /// k from what the base makes of u and v.
  double of(double t) const {
    switch (map()) {
      case KernelMap::power:
        return whole_power(gamma * t + coef0, degree);
      case KernelMap::exponential:
        return elementary::exp(-gamma * t);
      case KernelMap::hyperbolic_tangent:
        return elementary::tanh(gamma * t + coef0);
      default:
        return t;
    }
  }

  /// The same where |u - v|^2 comes from u.v and the squared lengths of u and v; t is the base of other kernels.
  double operator()(double t, double uu, double vv) const {
    return of(base() == KernelBase::squared_distance ? std::fmax(0.0, uu + vv - 2 * t) : t);
  }
};

/// Is the kernel an inner product on the rows, so that duality gaps and mistake bounds are proofs? A distance that is
/// not mapped, tanh and a power with c < 0 need not be; of a listed kernel the caller knows whether its matrix is
/// positive semidefinite.
constexpr bool is_inner_product(const Kernel& k, bool semidefinite_matrix = false) {
  switch (k.map()) {
    case KernelMap::exponential:
      return k.base() == KernelBase::squared_distance || k.base() == KernelBase::l1_distance;
    case KernelMap::power:
      return k.base() == KernelBase::product && k.coef0 >= 0;
    case KernelMap::identity:
      return k.linear() || (k.listed() && semidefinite_matrix);
    default:
      return false;
  }
}

/// Does the kernel have random Fourier features (Rahimi, Recht 2007): exp(-γ |u - v|^2), exp(-γ |u - v|_1)?
constexpr bool has_fourier_features(const Kernel& k) { return k.of_distance() && k.map() == KernelMap::exponential; }

}  // namespace halfspace
