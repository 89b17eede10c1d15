// The loops of panel_ops.hpp for one instruction set, included as vector_ops-inl.hpp is.
#pragma once

#include <array>
#include <limits>

#include <hwy/highway.h>

#include "simd/panel_ops.hpp"
#include "simd/vector_ops-inl.hpp"

// NOLINTBEGIN(cppcoreguidelines-pro-bounds-pointer-arithmetic)
namespace halfspace::HWY_NAMESPACE {
namespace {

using PanelTag = hn::CappedTag<double, group_rows / 2>;
using PanelVector = hn::VFromD<PanelTag>;

/// Two vectors of rows.
struct Pair {
  PanelVector a;
  PanelVector b;
};

HWY_INLINE Pair operator+(Pair x, Pair y) { return {hn::Add(x.a, y.a), hn::Add(x.b, y.b)}; }

/// The lanes first, first + 2, first + 4 and first + 6 of Σ_k product(k), summed.
template <class F>
HWY_INLINE Pair half_sum(std::size_t first, std::size_t size, F product) {
  Pair a0 = {hn::Zero(PanelTag()), hn::Zero(PanelTag())};
  Pair a2 = a0;
  Pair a4 = a0;
  Pair a6 = a0;
  std::size_t k = first;
  for (; k + 6 < size; k += 8) {
    a0 = a0 + product(k);
    a2 = a2 + product(k + 2);
    a4 = a4 + product(k + 4);
    a6 = a6 + product(k + 6);
  }
  if (k < size) a0 = a0 + product(k);
  if (k + 2 < size) a2 = a2 + product(k + 2);
  if (k + 4 < size) a4 = a4 + product(k + 4);
  return (a0 + a4) + (a2 + a6);
}

/// Calls f(l) for the rows of a group, two vectors at a time.
template <class F>
HWY_INLINE void for_pairs(F f) {
  for (std::size_t l = 0; l < group_rows; l += 2 * hn::Lanes(PanelTag())) f(l);
}

HWY_INLINE void store(Pair x, double* out) {
  hn::StoreU(x.a, PanelTag(), out);
  hn::StoreU(x.b, PanelTag(), out + hn::Lanes(PanelTag()));
}

HWY_INLINE Pair load(const double* p) {
  return {hn::LoadU(PanelTag(), p), hn::LoadU(PanelTag(), p + hn::Lanes(PanelTag()))};
}

/// Calls f(g, s, out) for each group g of the panel and, while its rows are in cache, each source s.
template <class F>
HWY_INLINE void for_groups(std::size_t count, double* out, F f) {
  for (std::size_t g = 0; g < panel_rows / group_rows; ++g) {
    for (std::size_t s = 0; s < count; ++s) f(g, s, out + s * panel_rows + g * group_rows);
  }
}

void panel_dots(const double* value, const std::uint32_t* column, std::size_t size, const double* const* u,
                std::size_t count, double* out) {
  for_groups(count, out, [=](std::size_t g, std::size_t s, double* to) {
    const double* const from = u[s];
    for_pairs([=](std::size_t l) {
      const auto product = [=](std::size_t k) {
        const auto x = hn::Set(PanelTag(), from[column[k]]);
        const Pair v = load(value + (g * size + k) * group_rows + l);
        return Pair{hn::Mul(v.a, x), hn::Mul(v.b, x)};
      };
      store(half_sum(0, size, product) + half_sum(1, size, product), to + l);
    });
  });
}

void group_dots(const double* value, const double* x, std::size_t size, double* out) {
  for_pairs([=](std::size_t l) {
    const auto product = [=](std::size_t k) {
      const Pair v = load(value + k * group_rows + l);
      const Pair u = load(x + k * group_rows + l);
      return Pair{hn::Mul(v.a, u.a), hn::Mul(v.b, u.b)};
    };
    store(half_sum(0, size, product) + half_sum(1, size, product), out + l);
  });
}

void panel_distances(const double* value, std::size_t cols, const double* const* u, std::size_t count, double* out) {
  for_groups(count, out, [=](std::size_t g, std::size_t s, double* to) {
    const double* const from = u[s];
    for_pairs([=](std::size_t l) {
      Pair sum = {hn::Zero(PanelTag()), hn::Zero(PanelTag())};
      for (std::size_t c = 0; c < cols; ++c) {
        const auto x = hn::Set(PanelTag(), from[c]);
        const Pair v = load(value + (g * cols + c) * group_rows + l);
        sum = sum + Pair{hn::Abs(hn::Sub(x, v.a)), hn::Abs(hn::Sub(x, v.b))};
      }
      store(sum, to + l);
    });
  });
}

/// x as k ln 2 + r + lost; `rounded` is k + 1.5 2^52.
struct Reduced {
  PanelVector rounded;
  PanelVector r;
  PanelVector lost;
};

HWY_INLINE Reduced reduced(PanelVector x) {
  const PanelTag d;
  const auto round_to_whole = hn::Set(d, 0x1.8p52);
  const auto rounded = hn::Add(hn::Mul(x, hn::Set(d, 1.44269504088896338700e+00)), round_to_whole);
  const auto k = hn::Sub(rounded, round_to_whole);
  const auto low = hn::Mul(k, hn::Set(d, 1.90821492927058770002e-10));
  const auto high = hn::Sub(x, hn::Mul(k, hn::Set(d, 6.93147180369123816490e-01)));
  const auto r = hn::Sub(high, low);
  return {rounded, r, hn::Sub(hn::Sub(high, r), low)};
}

/// 1 + (r + (lost + r r p))
HWY_INLINE PanelVector of_polynomial(const Reduced& x, PanelVector p) {
  const auto tail = hn::Add(x.lost, hn::Mul(hn::Mul(x.r, x.r), p));
  return hn::Add(hn::Set(PanelTag(), 1.0), hn::Add(x.r, tail));
}

/// 2^(k - off), a normal number
HWY_INLINE PanelVector power_of_two(PanelVector rounded, PanelVector off) {
  const PanelTag d;
  const hn::RebindToSigned<PanelTag> whole;
  const auto bits_of_0 = hn::BitCast(whole, hn::Set(d, 0x1.8p52 - 1023));
  const auto power = hn::Sub(hn::BitCast(whole, hn::Sub(rounded, off)), bits_of_0);
  return hn::BitCast(d, hn::ShiftLeft<52>(power));
}

constexpr std::array<double, 11> inverse_factorials = {1 / 479001600.0, 1 / 39916800.0, 1 / 3628800.0, 1 / 362880.0,
                                                       1 / 40320.0,     1 / 5040.0,     1 / 720.0,     1 / 120.0,
                                                       1 / 24.0,        1 / 6.0,        1 / 2.0};
constexpr double first_inverse_factorial = 1.0 / 6227020800;

/// elementary::exp of any number, operation by operation.
HWY_INLINE PanelVector any_exp(PanelVector x) {
  constexpr double overflow = 709.782712893384;
  constexpr double underflow = -745.1332191019412;
  const PanelTag d;
  const Reduced in = reduced(hn::Min(hn::Max(x, hn::Set(d, -746.0)), hn::Set(d, 710.0)));
  auto p = hn::Set(d, first_inverse_factorial);
  for (const double c : inverse_factorials) p = hn::Add(hn::Mul(p, in.r), hn::Set(d, c));
  // y 2^k, in two steps where 2^k is no normal number
  const auto k = hn::Sub(in.rounded, hn::Set(d, 0x1.8p52));
  const auto least = hn::Lt(k, hn::Set(d, -1021.0));
  const auto most = hn::Gt(k, hn::Set(d, 1023.0));
  const auto off = hn::IfThenElse(least, hn::Set(d, -200.0), hn::IfThenElseZero(most, hn::Set(d, 1.0)));
  const auto rest = hn::IfThenElse(least, hn::Set(d, 0x1p-200), hn::IfThenElse(most, hn::Set(d, 2.0), hn::Set(d, 1.0)));
  auto v = hn::Mul(hn::Mul(of_polynomial(in, p), power_of_two(in.rounded, off)), rest);
  v = hn::IfThenElse(hn::Gt(x, hn::Set(d, overflow)), hn::Set(d, std::numeric_limits<double>::infinity()), v);
  v = hn::IfThenElse(hn::Lt(x, hn::Set(d, underflow)), hn::Zero(d), v);
  return hn::IfThenElse(hn::IsNaN(x), x, v);
}

/// e^x where |x| <= 700, so that 2^k is a normal number: four chains of operations side by side.
HWY_INLINE void four_exps(PanelVector x0, PanelVector x1, PanelVector x2, PanelVector x3, double* out) {
  const PanelTag d;
  const std::size_t lanes = hn::Lanes(d);
  const Reduced in0 = reduced(x0);
  const Reduced in1 = reduced(x1);
  const Reduced in2 = reduced(x2);
  const Reduced in3 = reduced(x3);
  auto p0 = hn::Set(d, first_inverse_factorial);
  auto p1 = p0;
  auto p2 = p0;
  auto p3 = p0;
  for (const double c : inverse_factorials) {
    const auto next = hn::Set(d, c);
    p0 = hn::Add(hn::Mul(p0, in0.r), next);
    p1 = hn::Add(hn::Mul(p1, in1.r), next);
    p2 = hn::Add(hn::Mul(p2, in2.r), next);
    p3 = hn::Add(hn::Mul(p3, in3.r), next);
  }
  const auto zero = hn::Zero(d);
  hn::StoreU(hn::Mul(of_polynomial(in0, p0), power_of_two(in0.rounded, zero)), d, out);
  hn::StoreU(hn::Mul(of_polynomial(in1, p1), power_of_two(in1.rounded, zero)), d, out + lanes);
  hn::StoreU(hn::Mul(of_polynomial(in2, p2), power_of_two(in2.rounded, zero)), d, out + 2 * lanes);
  hn::StoreU(hn::Mul(of_polynomial(in3, p3), power_of_two(in3.rounded, zero)), d, out + 3 * lanes);
}

void panel_exponentials(double* v, double scale) {
  const PanelTag d;
  const std::size_t lanes = hn::Lanes(d);
  const auto factor = hn::Set(d, scale);
  for_quarters<double>([&](std::size_t l) {
    const auto x0 = hn::Mul(factor, hn::LoadU(d, v + l));
    const auto x1 = hn::Mul(factor, hn::LoadU(d, v + l + lanes));
    const auto x2 = hn::Mul(factor, hn::LoadU(d, v + l + 2 * lanes));
    const auto x3 = hn::Mul(factor, hn::LoadU(d, v + l + 3 * lanes));
    const auto small = [&](auto x) { return hn::Le(hn::Abs(x), hn::Set(d, 700.0)); };
    if (hn::AllTrue(d, hn::And(hn::And(small(x0), small(x1)), hn::And(small(x2), small(x3))))) {
      four_exps(x0, x1, x2, x3, v + l);
      return;
    }
    hn::StoreU(any_exp(x0), d, v + l);
    hn::StoreU(any_exp(x1), d, v + l + lanes);
    hn::StoreU(any_exp(x2), d, v + l + 2 * lanes);
    hn::StoreU(any_exp(x3), d, v + l + 3 * lanes);
  });
}

constexpr PanelOps panel_table = {panel_dots, group_dots, panel_distances, panel_exponentials};

}  // namespace
}  // namespace halfspace::HWY_NAMESPACE
// NOLINTEND(cppcoreguidelines-pro-bounds-pointer-arithmetic)
