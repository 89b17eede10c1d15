// The loops of vector_ops.hpp for the instruction set this file is compiled for: included by one .cpp a set, whose
// compiler flags say which (cmake/instruction_sets.cmake). Only plain loops here: what two of those files shared by
// name could be compiled for the wider set and run on the narrower.
#pragma once

#include <limits>

#include <hwy/contrib/math/math-inl.h>
#include <hwy/highway.h>

#include "simd/vector_ops.hpp"

// NOLINTBEGIN(cppcoreguidelines-pro-bounds-pointer-arithmetic)
namespace halfspace::HWY_NAMESPACE {
namespace {

namespace hn = hwy::HWY_NAMESPACE;

template <class T>
using Tag = hn::CappedTag<T, panel_rows / 4>;  // four registers at least hold a row of the panel

/// Calls f(offset) for groups of four vectors of the panel's 64 lanes.
template <class T, class F>
HWY_INLINE void for_quarters(F f) {
  constexpr std::size_t step = 4 * hn::MaxLanes(Tag<T>());
  for (std::size_t l = 0; l < panel_rows; l += step) f(l);
}

template <class T>
void dots(const SparseVector<T>* u, std::size_t count, const T* panel, T* out, std::size_t stride) {
  const Tag<T> d;
  const std::size_t lanes = hn::Lanes(d);
  for (std::size_t s = 0; s < count; ++s) {
    for_quarters<T>([&](std::size_t l) {
      auto a0 = hn::Zero(d);
      auto a1 = a0;
      auto a2 = a0;
      auto a3 = a0;
      for (std::size_t k = 0; k < u[s].size; ++k) {
        const T* row = panel + std::size_t{u[s].column[k]} * panel_rows + l;
        const auto x = hn::Set(d, u[s].value[k]);
        a0 = hn::MulAdd(x, hn::LoadU(d, row), a0);
        a1 = hn::MulAdd(x, hn::LoadU(d, row + lanes), a1);
        a2 = hn::MulAdd(x, hn::LoadU(d, row + 2 * lanes), a2);
        a3 = hn::MulAdd(x, hn::LoadU(d, row + 3 * lanes), a3);
      }
      T* to = out + s * stride + l;
      hn::StoreU(a0, d, to);
      hn::StoreU(a1, d, to + lanes);
      hn::StoreU(a2, d, to + 2 * lanes);
      hn::StoreU(a3, d, to + 3 * lanes);
    });
  }
}

template <class T>
void distances(const SparseVector<T>* u, std::size_t count, const T* panel, const T* sums, T* out, std::size_t stride) {
  const Tag<T> d;
  const std::size_t lanes = hn::Lanes(d);
  for (std::size_t s = 0; s < count; ++s) {
    for (std::size_t l = 0; l < panel_rows; l += lanes) {
      auto a = hn::LoadU(d, sums + l);
      for (std::size_t k = 0; k < u[s].size; ++k) {
        const auto v = hn::LoadU(d, panel + std::size_t{u[s].column[k]} * panel_rows + l);
        const auto x = hn::Set(d, u[s].value[k]);
        a = hn::Add(a, hn::Sub(hn::Abs(hn::Sub(x, v)), hn::Abs(v)));
      }
      hn::StoreU(hn::Max(a, hn::Zero(d)), d, out + s * stride + l);
    }
  }
}

/// v[l] = f(v[l], l), n of them; what is behind the last full vector goes through a copy.
template <class T, class F>
HWY_INLINE void transform(T* v, std::size_t n, F f) {
  const hn::ScalableTag<T> d;
  const std::size_t lanes = hn::Lanes(d);
  std::size_t l = 0;
  for (; l + lanes <= n; l += lanes) hn::StoreU(f(hn::LoadU(d, v + l), l), d, v + l);
  for (; l < n; ++l) {
    const hn::CappedTag<T, 1> one;
    hn::StoreU(f(hn::LoadU(one, v + l), l), one, v + l);
  }
}

template <class V, class T>
HWY_INLINE V load_like(V, const T* p) {
  return hn::LoadU(hn::DFromV<V>(), p);
}

/// Exp of Highway is not defined far below the least exponent.
template <class V>
HWY_INLINE V safe_exp(V v) {
  const hn::DFromV<V> d;
  using T = hn::TFromD<decltype(d)>;
  const T least = sizeof(T) == 4 ? T(-87) : T(-708);
  const T most = sizeof(T) == 4 ? T(88) : T(709);
  const V in = hn::Min(hn::Max(v, hn::Set(d, least)), hn::Set(d, most));
  return hn::IfThenElseZero(hn::Ge(v, hn::Set(d, least)), hn::Exp(d, in));
}

template <class T>
void squared_distances(T* v, const T* squares, T uu, std::size_t n) {
  transform<T>(v, n, [=](auto dot, std::size_t l) {
    const hn::DFromV<decltype(dot)> d;
    const auto sum = hn::Add(hn::Set(d, uu), load_like(dot, squares + l));
    return hn::Max(hn::Zero(d), hn::Sub(sum, hn::Add(dot, dot)));
  });
}

template <class T>
void exponentials(T* v, T scale, std::size_t n) {
  transform<T>(v, n,
               [=](auto x, std::size_t) { return safe_exp(hn::Mul(hn::Set(hn::DFromV<decltype(x)>(), scale), x)); });
}

template <class T>
void powers(T* v, T gamma, T coef0, std::uint64_t degree, std::size_t n) {
  transform<T>(v, n, [=](auto x, std::size_t) {
    const hn::DFromV<decltype(x)> d;
    auto base = hn::Add(hn::Mul(hn::Set(d, gamma), x), hn::Set(d, coef0));
    auto out = hn::Set(d, T(1));
    for (std::uint64_t k = degree; k > 0; k >>= 1U) {
      if ((k & 1U) != 0) out = hn::Mul(out, base);
      base = hn::Mul(base, base);
    }
    return out;
  });
}

HWY_INLINE hn::VFromD<hn::ScalableTag<double>> load_wide(const double* p) {
  return hn::LoadU(hn::ScalableTag<double>(), p);
}
HWY_INLINE hn::VFromD<hn::ScalableTag<double>> load_wide(const float* p) {
  const hn::ScalableTag<double> d;
  return hn::PromoteTo(d, hn::LoadU(hn::Rebind<float, decltype(d)>(), p));
}
HWY_INLINE void store_near(hn::VFromD<hn::ScalableTag<double>> v, float* p) {
  const hn::Rebind<float, hn::ScalableTag<double>> d;
  hn::StoreU(hn::DemoteTo(d, v), d, p);
}
HWY_INLINE void store_near(hn::VFromD<hn::ScalableTag<double>> v, double* p) {
  hn::StoreU(v, hn::ScalableTag<double>(), p);
}

template <class T>
void move(double* u, T* near, const T* a, const T* b, double step, std::size_t n) {
  const hn::ScalableTag<double> d;
  const std::size_t lanes = hn::Lanes(d);
  const auto c = hn::Set(d, step);
  std::size_t l = 0;
  for (; l + lanes <= n; l += lanes) {
    auto difference = load_wide(a + l);
    if (b != nullptr) difference = hn::Sub(difference, load_wide(b + l));
    const auto v = hn::Sub(hn::LoadU(d, u + l), hn::Mul(c, difference));
    hn::StoreU(v, d, u + l);
    store_near(v, near + l);
  }
  for (; l < n; ++l) {
    const double other = b != nullptr ? static_cast<double>(b[l]) : 0;
    u[l] -= step * (static_cast<double>(a[l]) - other);
    near[l] = static_cast<T>(u[l]);
  }
}

constexpr std::size_t scan_block = 256;

/// The first l of the largest f(l), by blocks: vectors find the block's largest, then its place. `f` takes a
/// tag and an index. n where all are -infinity.
template <class T, class F>
HWY_INLINE std::size_t first_largest(std::size_t n, F f) {
  const hn::ScalableTag<T> d;
  const hn::CappedTag<T, 1> one;
  const std::size_t lanes = hn::Lanes(d);
  const T none = -std::numeric_limits<T>::infinity();
  T best = none;
  std::size_t block = n;
  for (std::size_t first = 0; first < n; first += scan_block) {
    const std::size_t last = first + scan_block < n ? first + scan_block : n;
    auto most = hn::Set(d, none);
    std::size_t l = first;
    for (; l + lanes <= last; l += lanes) most = hn::Max(most, f(d, l));
    T value = hn::GetLane(hn::MaxOfLanes(d, most));
    for (; l < last; ++l) {
      const T v = hn::GetLane(f(one, l));
      value = v > value ? v : value;
    }
    if (value > best) {
      best = value;
      block = first;
    }
  }
  if (block == n) return n;
  std::size_t l = block;
  for (; l + lanes <= n; l += lanes) {
    const auto lane = hn::FindFirstTrue(d, hn::Eq(f(d, l), hn::Set(d, best)));
    if (lane >= 0) return l + static_cast<std::size_t>(lane);
  }
  for (; l < n; ++l) {
    if (hn::GetLane(f(one, l)) == best) return l;
  }
  return n;
}

template <class T>
std::size_t largest(const T* v, const T* open, T sign, std::size_t n) {
  return first_largest<T>(n, [=](auto d, std::size_t l) {
    return hn::Add(hn::Mul(hn::Set(d, sign), hn::LoadU(d, v + l)), hn::LoadU(d, open + l));
  });
}

template <class T>
std::size_t partner(const T* v, const T* open, const T* row, const T* diagonal, T top, T kii, T tau, std::size_t n) {
  const T none = -std::numeric_limits<T>::infinity();
  return first_largest<T>(n, [=](auto d, std::size_t l) {
    const auto difference = hn::Sub(hn::Set(d, top), hn::LoadU(d, v + l));
    const auto k = hn::LoadU(d, row + l);
    const auto sum = hn::Add(hn::Set(d, kii), hn::LoadU(d, diagonal + l));
    const auto curvature = hn::Max(hn::Set(d, tau), hn::Sub(sum, hn::Add(k, k)));
    const auto gain = hn::Add(hn::Div(hn::Mul(difference, difference), curvature), hn::LoadU(d, open + l));
    return hn::IfThenElse(hn::Gt(difference, hn::Zero(d)), gain, hn::Set(d, none));
  });
}

template <class T>
constexpr VectorOps<T> table = {dots<T>,   distances<T>, squared_distances<T>, exponentials<T>,
                                powers<T>, move<T>,      largest<T>,           partner<T>};

}  // namespace
}  // namespace halfspace::HWY_NAMESPACE
// NOLINTEND(cppcoreguidelines-pro-bounds-pointer-arithmetic)
