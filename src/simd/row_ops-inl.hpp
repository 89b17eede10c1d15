// The loops of row_ops.hpp for one instruction set, included as vector_ops-inl.hpp is. Every line of exp, log and log1p
// is one of base/elementary.hpp.
#pragma once

#include <array>
#include <limits>

#include <hwy/highway.h>

#include "simd/row_ops.hpp"

// NOLINTBEGIN(cppcoreguidelines-pro-bounds-pointer-arithmetic)
namespace halfspace::HWY_NAMESPACE {
namespace {

namespace hn = hwy::HWY_NAMESPACE;

using LaneTag = hn::CappedTag<double, 8>;  // a part of the eight lanes

/// A part of the eight lanes at a time.
void add_tile(const double* x, const double* scaled, std::size_t stride, std::size_t count, double* tile) {
  const LaneTag d;
  if (count == 0) return;
  for (std::size_t l = 0; l < 8; l += hn::Lanes(d)) {
    auto a0 = hn::Load(d, tile + l);
    auto a1 = hn::Load(d, tile + 8 + l);
    auto a2 = hn::Load(d, tile + 16 + l);
    auto a3 = hn::Load(d, tile + 24 + l);
    const double* s = scaled;
    const double* y = x + l;
    for (std::size_t i = 0; i < count; ++i, s += stride, y += stride) {
      const auto v = hn::LoadU(d, y);
      a0 = hn::Add(a0, hn::Mul(hn::Set(d, s[0]), v));
      a1 = hn::Add(a1, hn::Mul(hn::Set(d, s[1]), v));
      a2 = hn::Add(a2, hn::Mul(hn::Set(d, s[2]), v));
      a3 = hn::Add(a3, hn::Mul(hn::Set(d, s[3]), v));
    }
    hn::Store(a0, d, tile + l);
    hn::Store(a1, d, tile + 8 + l);
    hn::Store(a2, d, tile + 16 + l);
    hn::Store(a3, d, tile + 24 + l);
  }
}

/// Calls f(d, i) for whole vectors, then for single numbers.
template <class F>
HWY_INLINE void for_vectors(std::size_t n, F f) {
  const hn::ScalableTag<double> d;
  const std::size_t lanes = hn::Lanes(d);
  std::size_t i = 0;
  for (; i + lanes <= n; i += lanes) f(d, i);
  for (; i < n; ++i) f(hn::CappedTag<double, 1>(), i);
}

/// c[t] = q_t.a and then a -= Σ c_t q_t, columns q_t of n numbers one after another, t < 4 or 1.
template <std::size_t columns>
HWY_INLINE void take_some(const double* q, std::size_t n, double* a, double* r) {
  static_assert(columns == 1 || columns == 4);
  const LaneTag d;
  const std::size_t lanes = hn::Lanes(d);
  HWY_ALIGN double sum[columns][8] = {};  // NOLINT(cppcoreguidelines-avoid-c-arrays)
  const std::size_t whole = n - n % 8;
  for (std::size_t l = 0; l < 8; l += lanes) {
    auto s0 = hn::Zero(d);
    auto s1 = s0;
    auto s2 = s0;
    auto s3 = s0;
    for (std::size_t i = l; i < whole; i += 8) {
      const auto v = hn::LoadU(d, a + i);
      s0 = hn::Add(s0, hn::Mul(hn::LoadU(d, q + i), v));
      if constexpr (columns == 4) {
        s1 = hn::Add(s1, hn::Mul(hn::LoadU(d, q + n + i), v));
        s2 = hn::Add(s2, hn::Mul(hn::LoadU(d, q + 2 * n + i), v));
        s3 = hn::Add(s3, hn::Mul(hn::LoadU(d, q + 3 * n + i), v));
      }
    }
    hn::StoreU(s0, d, sum[0] + l);
    if constexpr (columns == 4) {
      hn::StoreU(s1, d, sum[1] + l);
      hn::StoreU(s2, d, sum[2] + l);
      hn::StoreU(s3, d, sum[3] + l);
    }
  }
  std::array<double, columns> c{};
  for (std::size_t t = 0; t < columns; ++t) {
    double* s = sum[t];
    for (std::size_t i = whole; i < n; ++i) s[i - whole] += q[t * n + i] * a[i];
    c[t] = ((s[0] + s[4]) + (s[2] + s[6])) + ((s[1] + s[5]) + (s[3] + s[7]));
    r[t] += c[t];
  }
  for_vectors(n, [=](auto tag, std::size_t i) {
    auto v = hn::LoadU(tag, a + i);
    for (std::size_t t = 0; t < columns; ++t)
      v = hn::Sub(v, hn::Mul(hn::Set(tag, c[t]), hn::LoadU(tag, q + t * n + i)));
    hn::StoreU(v, tag, a + i);
  });
}

void take_parts(const double* q, std::size_t count, std::size_t n, double* a, double* r) {
  std::size_t k = 0;
  for (; k + 4 <= count; k += 4) take_some<4>(q + k * n, n, a, r + k);
  for (; k < count; ++k) take_some<1>(q + k * n, n, a, r + k);
}

template <class D>
HWY_INLINE hn::VFromD<D> two_to(D d, hn::VFromD<hn::RebindToSigned<D>> k) {
  const hn::RebindToSigned<D> whole;
  return hn::BitCast(d, hn::ShiftLeft<52>(hn::Add(k, hn::Set(whole, 1023))));
}

/// e^x for x <= 0
template <class D>
HWY_INLINE hn::VFromD<D> exp_below_0(D d, hn::VFromD<D> any) {
  const hn::RebindToSigned<D> whole;
  const auto round = hn::Set(d, 0x1.8p52);
  const auto x = hn::Max(any, hn::Set(d, -746.0));
  const auto shifted = hn::Add(hn::Mul(x, hn::Set(d, 1.44269504088896338700e+00)), round);
  const auto k = hn::Sub(shifted, round);
  const auto low = hn::Mul(k, hn::Set(d, 1.90821492927058770002e-10));
  const auto high = hn::Sub(x, hn::Mul(k, hn::Set(d, 6.93147180369123816490e-01)));
  const auto r = hn::Sub(high, low);
  const auto lost = hn::Sub(hn::Sub(high, r), low);
  constexpr std::array<double, 11> factorial = {479001600.0, 39916800.0, 3628800.0, 362880.0, 40320.0, 5040.0,
                                                720.0,       120.0,      24.0,      6.0,      2.0};
  auto p = hn::Set(d, 1.0 / 6227020800);
  for (const double f : factorial) p = hn::Add(hn::Mul(p, r), hn::Set(d, 1 / f));
  const auto y = hn::Add(hn::Set(d, 1.0), hn::Add(r, hn::Add(lost, hn::Mul(hn::Mul(r, r), p))));
  const auto power = hn::Sub(hn::BitCast(whole, shifted), hn::BitCast(whole, round));
  const auto tiny = hn::Lt(k, hn::Set(d, -1021.0));
  const auto raised = hn::IfThenElse(hn::RebindMask(whole, tiny), hn::Add(power, hn::Set(whole, 200)), power);
  const auto scaled = hn::Mul(y, two_to(d, raised));
  const auto out = hn::Mul(scaled, hn::IfThenElse(tiny, hn::Set(d, 0x1p-200), hn::Set(d, 1.0)));
  return hn::IfThenElseZero(hn::Ge(any, hn::Set(d, -745.1332191019412)), out);
}

/// log x for finite x > 0
template <class D>
HWY_INLINE hn::VFromD<D> log_above_0(D d, hn::VFromD<D> any) {
  const hn::RebindToSigned<D> whole;
  const auto tiny = hn::Lt(any, hn::Set(d, std::numeric_limits<double>::min()));
  const auto x = hn::IfThenElse(tiny, hn::Mul(any, hn::Set(d, 0x1p54)), any);
  const auto root_half = hn::Set(whole, 0x3fe6a09e667f3bcd);
  const auto from_root = hn::Sub(hn::BitCast(whole, x), root_half);
  const auto round = hn::Set(d, 0x1.8p52);
  const auto power = hn::Sub(hn::BitCast(d, hn::Add(hn::ShiftRight<52>(from_root), hn::BitCast(whole, round))), round);
  const auto k = hn::Add(hn::IfThenElseZero(tiny, hn::Set(d, -54.0)), power);
  const auto m = hn::BitCast(d, hn::Add(hn::And(from_root, hn::Set(whole, 0x000fffffffffffff)), root_half));
  const auto f = hn::Sub(m, hn::Set(d, 1.0));
  const auto s = hn::Div(f, hn::Add(hn::Set(d, 2.0), f));
  const auto z = hn::Mul(s, s);
  const auto w = hn::Mul(z, z);
  const auto times_w_plus = [=](auto v, double c) { return hn::Add(hn::Set(d, c), hn::Mul(w, v)); };
  const auto even =
      hn::Mul(w, times_w_plus(times_w_plus(hn::Set(d, 1.531383769920937332e-01), 2.222219843214978396e-01),
                              3.999999999940941908e-01));
  const auto odd =
      hn::Mul(z, times_w_plus(times_w_plus(times_w_plus(hn::Set(d, 1.479819860511658591e-01), 1.818357216161805012e-01),
                                           2.857142874366239149e-01),
                              6.666666666666735130e-01));
  const auto half = hn::Mul(hn::Mul(hn::Set(d, 0.5), f), f);
  const auto bent =
      hn::Add(hn::Mul(s, hn::Add(half, hn::Add(even, odd))), hn::Mul(k, hn::Set(d, 1.90821492927058770002e-10)));
  return hn::Sub(hn::Mul(k, hn::Set(d, 6.93147180369123816490e-01)), hn::Sub(hn::Sub(half, bent), f));
}

/// log(1 + x) for -1 < x <= 1
template <class D>
HWY_INLINE hn::VFromD<D> log_of_1_and(D d, hn::VFromD<D> x) {
  const auto one = hn::Set(d, 1.0);
  const auto u = hn::Add(one, x);
  const auto lost = hn::Sub(x, hn::Sub(u, one));
  return hn::IfThenElse(hn::Eq(u, one), x, hn::Add(log_above_0(d, u), hn::Div(lost, u)));
}

void sigmoids(const double* m, std::size_t n, double* value, double* slope, double* bend) {
  for_vectors(n, [=](auto d, std::size_t i) {
    const auto at = hn::LoadU(d, m + i);
    const auto e = exp_below_0(d, hn::Neg(hn::Abs(at)));
    const auto one = hn::Set(d, 1.0);
    const auto whole = hn::Add(one, e);
    const auto right = hn::Gt(at, hn::Zero(d));
    const auto unknown = hn::IsNaN(at);
    const auto write = [=](auto v, double* to) { hn::StoreU(hn::IfThenElse(unknown, at, v), d, to + i); };
    if (value != nullptr) {
      const auto tail = log_of_1_and(d, e);
      write(hn::IfThenElse(right, tail, hn::Sub(tail, at)), value);
    }
    if (slope != nullptr) write(hn::Div(hn::IfThenElse(right, hn::Neg(e), hn::Neg(one)), whole), slope);
    if (bend != nullptr) write(hn::Div(e, hn::Mul(whole, whole)), bend);
  });
}

void exponentials(double* v, std::size_t n) {
  for_vectors(n, [=](auto d, std::size_t i) {
    const auto at = hn::LoadU(d, v + i);
    hn::StoreU(hn::IfThenElse(hn::IsNaN(at), at, exp_below_0(d, at)), d, v + i);
  });
}

void entropies(const double* a, std::size_t n, double* out) {
  for_vectors(n, [=](auto d, std::size_t i) {
    const auto v = hn::LoadU(d, a + i);
    const auto zero = hn::Zero(d);
    const auto one = hn::Set(d, 1.0);
    const auto some = hn::Gt(v, zero);
    const auto not_all = hn::Lt(v, one);
    const auto in = hn::IfThenElse(hn::And(some, not_all), v, hn::Set(d, 0.5));
    const auto low = hn::IfThenElseZero(hn::And(some, not_all), hn::Mul(in, log_above_0(d, in)));
    const auto high = hn::IfThenElseZero(not_all, hn::Mul(hn::Sub(one, in), log_of_1_and(d, hn::Neg(in))));
    hn::StoreU(hn::Add(low, hn::IfThenElseZero(some, high)), d, out + i);
  });
}

HWY_INLINE hn::VFromD<hn::ScalableTag<double>> load_numbers(const double* p) {
  return hn::LoadU(hn::ScalableTag<double>(), p);
}
HWY_INLINE hn::VFromD<hn::ScalableTag<double>> load_numbers(const float* p) {
  const hn::ScalableTag<double> d;
  return hn::PromoteTo(d, hn::LoadU(hn::Rebind<float, decltype(d)>(), p));
}

template <class T>
NumberKinds kinds(const T* v, std::size_t n, double below, double unit) {
  constexpr double least_long = 1e15;
  constexpr std::uint64_t sign_bit = std::uint64_t{1} << 63U;  // -0 has no other
  const hn::ScalableTag<double> d;
  const hn::Rebind<float, decltype(d)> narrow;
  const hn::RebindToUnsigned<decltype(d)> bits;
  const auto zero = hn::Zero(d);
  auto wide = hn::Ne(zero, zero);  // of no lane, as the others
  auto minus = wide;
  auto long_ones = wide;
  NumberKinds out;
  const auto look = [&](auto x) {
    const auto some = hn::Ne(x, zero);
    out.nonzeros += hn::CountTrue(d, some);
    wide = hn::Or(wide, hn::Ne(hn::PromoteTo(d, hn::DemoteTo(narrow, x)), x));
    minus = hn::Or(minus, hn::RebindMask(d, hn::Eq(hn::BitCast(bits, x), hn::Set(bits, sign_bit))));
    const auto m = hn::Round(hn::Mul(x, hn::Set(d, unit)));
    const auto fits = hn::And(hn::Lt(hn::Abs(m), hn::Set(d, least_long)), hn::Eq(hn::Div(m, hn::Set(d, unit)), x));
    long_ones = hn::Or(long_ones, hn::AndNot(fits, hn::And(some, hn::Lt(hn::Abs(x), hn::Set(d, below)))));
  };
  const std::size_t lanes = hn::Lanes(d);
  std::size_t i = 0;
  for (; i + lanes <= n; i += lanes) look(load_numbers(v + i));
  if (i < n) {
    T rest[hn::MaxLanes(d)] = {};  // NOLINT: zeros change nothing
    for (std::size_t l = 0; i + l < n; ++l) rest[l] = v[i + l];
    look(load_numbers(rest));
  }
  out.floats = hn::AllFalse(d, wide);
  out.negative_zero = !hn::AllFalse(d, minus);
  out.decimals = hn::AllFalse(d, long_ones);
  return out;
}

constexpr RowOps row_table = {add_tile, take_parts, sigmoids, exponentials, entropies, kinds<double>, kinds<float>};

}  // namespace
}  // namespace halfspace::HWY_NAMESPACE
// NOLINTEND(cppcoreguidelines-pro-bounds-pointer-arithmetic)
