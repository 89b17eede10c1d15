// The loops of gaussian_ops.hpp for one instruction set, included as vector_ops-inl.hpp is.
#pragma once

#include <array>

#include <hwy/highway.h>

#include "simd/gaussian_ops.hpp"

// NOLINTBEGIN(cppcoreguidelines-pro-bounds-pointer-arithmetic)
namespace halfspace::HWY_NAMESPACE {
namespace {

namespace hn = hwy::HWY_NAMESPACE;

constexpr std::size_t gaussian_group = gaussian_lanes / 4;
using GaussianTag = hn::CappedTag<double, gaussian_group>;
using GaussianVector = hn::VFromD<GaussianTag>;

/// The lanes l, l + 8, l + 16 and l + 24 on.
struct Four {
  GaussianVector a;
  GaussianVector b;
  GaussianVector c;
  GaussianVector d;
};

template <class F>
HWY_INLINE Four each(const Four& x, F f) {
  return {f(x.a), f(x.b), f(x.c), f(x.d)};
}

HWY_INLINE Four load_four(const double* p) {
  const GaussianTag d;
  return {hn::LoadU(d, p), hn::LoadU(d, p + gaussian_group), hn::LoadU(d, p + 2 * gaussian_group),
          hn::LoadU(d, p + 3 * gaussian_group)};
}

/// (e^r - 1 - r) / r^2 for |r| <= ln 2 / 2 at the Chebyshev points of degree 9: e^r to 2e-17 of it.
constexpr std::array<double, 10> exp_tail = {2.510038549551032e-08,  2.7620088445409746e-07, 2.7557268459997064e-06,
                                             2.4801521295954376e-05, 0.00019841269863053618, 0.0013888888917213717,
                                             0.008333333333330062,   0.04166666666662413,    0.16666666666666669,
                                             0.5000000000000001};

/// e^x for x <= 0, at least e^-708: four chains of operations side by side.
HWY_INLINE Four exp_of_four(const Four& any) {
  const GaussianTag tag;
  const hn::RebindToSigned<GaussianTag> whole;
  const auto round_to_whole = hn::Set(tag, 0x1.8p52);
  const Four x = each(any, [=](auto v) { return hn::Max(hn::Min(v, hn::Zero(tag)), hn::Set(tag, -708.0)); });
  const Four k = each(x, [=](auto v) { return hn::MulAdd(v, hn::Set(tag, 1.44269504088896338700), round_to_whole); });
  const auto reduced = [=](auto v, auto rounded) {
    const auto n = hn::Sub(rounded, round_to_whole);
    return hn::NegMulAdd(n, hn::Set(tag, 1.90821492927058770002e-10),
                         hn::NegMulAdd(n, hn::Set(tag, 6.93147180369123816490e-01), v));
  };
  const Four r = {reduced(x.a, k.a), reduced(x.b, k.b), reduced(x.c, k.c), reduced(x.d, k.d)};
  Four p = each(r, [=](auto) { return hn::Set(tag, exp_tail[0]); });
  const auto times_r_plus = [&](double c) {
    const auto next = hn::Set(tag, c);
    p = {hn::MulAdd(p.a, r.a, next), hn::MulAdd(p.b, r.b, next), hn::MulAdd(p.c, r.c, next),
         hn::MulAdd(p.d, r.d, next)};
  };
  for (std::size_t i = 1; i < exp_tail.size(); ++i) times_r_plus(exp_tail[i]);
  times_r_plus(1);
  times_r_plus(1);
  const auto scaled = [=](auto v, auto rounded) {  // 2^n v: the low bits of `rounded` are n
    return hn::BitCast(tag, hn::Add(hn::BitCast(whole, v), hn::ShiftLeft<52>(hn::BitCast(whole, rounded))));
  };
  return {scaled(p.a, k.a), scaled(p.b, k.b), scaled(p.c, k.c), scaled(p.d, k.d)};
}

HWY_INLINE void store_four(const Four& x, double* p) {
  const GaussianTag d;
  hn::StoreU(x.a, d, p);
  hn::StoreU(x.b, d, p + gaussian_group);
  hn::StoreU(x.c, d, p + 2 * gaussian_group);
  hn::StoreU(x.d, d, p + 3 * gaussian_group);
}

/// -|u - v|^2 / 2 = u.v - |u|^2/2 - |v|^2/2 of the lanes l, ...: what stands before the products
HWY_INLINE Four half_squares(double square, const GaussianPanel& panel, std::size_t l) {
  const GaussianTag tag;
  const auto uu = hn::Set(tag, -0.5 * square);
  return each(load_four(panel.square + l), [=](auto vv) { return hn::MulAdd(hn::Set(tag, -0.5), vv, uu); });
}

/// ... and those of the entries k, ..., end - 1
HWY_INLINE Four with_products(Four a, const SparseVector<double>& u, std::size_t k, std::size_t end,
                              const GaussianPanel& panel, std::size_t l) {
  for (; k < end; ++k) {
    const Four v = load_four(panel.rows + std::size_t{u.column[k]} * gaussian_lanes + l);
    const auto x = hn::Set(GaussianTag(), u.value[k]);
    a = {hn::MulAdd(x, v.a, a.a), hn::MulAdd(x, v.b, a.b), hn::MulAdd(x, v.c, a.c), hn::MulAdd(x, v.d, a.d)};
  }
  return a;
}

/// part[l], ... = Σ c e^{2 γ a} over the four
HWY_INLINE void store_weighted(const Four& a, const GaussianPanel& panel, std::size_t l, double* part) {
  const GaussianTag tag;
  const auto scale = hn::Set(tag, 2 * panel.gamma);
  const Four v = exp_of_four(each(a, [=](auto x) { return hn::Mul(scale, x); }));
  const Four c = load_four(panel.weight + l);
  const auto low = hn::MulAdd(v.b, c.b, hn::Mul(v.a, c.a));
  const auto high = hn::MulAdd(v.d, c.d, hn::Mul(v.c, c.c));
  hn::StoreU(hn::Add(low, high), tag, part + l);
}

HWY_INLINE void add_parts(const double* part, double& sum, double& lost) {
  const double few = ((part[0] + part[4]) + (part[2] + part[6])) + ((part[1] + part[5]) + (part[3] + part[7]));
  const double next = sum + few;
  const double taken = next - sum;
  lost += (sum - (next - taken)) + (few - taken);
  sum = next;
}

constexpr std::size_t rows_in_room = 64;

/// Some vectors, part by part: their products so far wait in `room`.
HWY_INLINE void add_in_parts(const GaussianQueries& q, std::size_t first, std::size_t last, const GaussianPanel& panel,
                             double* sum, double* lost) {
  double room[rows_in_room * gaussian_lanes];  // NOLINT
  double part[gaussian_group];                 // NOLINT
  for (std::size_t p = 0; p < q.parts; ++p) {
    for (std::size_t s = first; s < last; ++s) {
      double* const at = room + (s - first) * gaussian_lanes;
      const std::uint32_t* const cut = q.cut + s * (q.parts + 1) + p;
      for (std::size_t l = 0; l < gaussian_group; l += hn::Lanes(GaussianTag())) {
        const Four before = p == 0 ? half_squares(q.square[s], panel, l) : load_four(at + l);
        const Four a = with_products(before, q.u[s], cut[0], cut[1], panel, l);
        p + 1 < q.parts ? store_four(a, at + l) : store_weighted(a, panel, l, part);
      }
      if (p + 1 == q.parts) add_parts(part, sum[s], lost[s]);
    }
  }
}

void add_gaussians(const GaussianQueries& q, const GaussianPanel& panel, double* sum, double* lost) {
  for (std::size_t s = 0; q.parts > 1 && s < q.count; s += rows_in_room) {
    add_in_parts(q, s, s + rows_in_room < q.count ? s + rows_in_room : q.count, panel, sum, lost);
  }
  for (std::size_t s = 0; q.parts == 1 && s < q.count; ++s) {
    double part[gaussian_group];  // NOLINT
    for (std::size_t l = 0; l < gaussian_group; l += hn::Lanes(GaussianTag())) {
      const Four a = half_squares(q.square[s], panel, l);
      store_weighted(with_products(a, q.u[s], 0, q.u[s].size, panel, l), panel, l, part);
    }
    add_parts(part, sum[s], lost[s]);
  }
}

constexpr GaussianOps gaussian_table = {add_gaussians};

}  // namespace
}  // namespace halfspace::HWY_NAMESPACE
// NOLINTEND(cppcoreguidelines-pro-bounds-pointer-arithmetic)
