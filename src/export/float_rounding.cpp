#include "export/float_rounding.hpp"

#include <algorithm>
#include <cmath>
#include <vector>

#include "base/text.hpp"

namespace halfspace {
namespace {

constexpr double half_digit = 1.0 / (1 << 24);

/// t = base of two rows, and by how much it is off where both and the sum are rounded.
struct Base {
  double t = 0;
  double off = 0;
};

/// of(u_c, v_c) of the columns that either row has.
template <class F>
void for_each_pair(SparseRow<double> u, SparseRow<double> v, F of) {
  std::size_t a = 0, b = 0;
  while (a < u.size || b < v.size) {
    const bool first = b == v.size || (a < u.size && u.column[a] <= v.column[b]);
    const bool second = a == u.size || (b < v.size && v.column[b] <= u.column[a]);
    of(first ? u.value[a] : 0.0, second ? v.value[b] : 0.0);
    a += first ? 1 : 0;
    b += second ? 1 : 0;
  }
}

Base base_of(const Kernel& k, SparseRow<double> u, SparseRow<double> v) {
  double dot = 0, sizes = 0, l1 = 0, squares = 0, moved = 0, plain = 0;
  for_each_pair(u, v, [&](double a, double b) {
    const double d = std::fabs(a - b);
    const double both = std::fabs(a) + std::fabs(b);
    dot += a * b;
    sizes += std::fabs(a * b);
    l1 += d;
    plain += both;
    squares += d * d;
    moved += d * both;
  });
  if (k.base() == KernelBase::l1_distance) return {l1, half_digit * (4 * l1 + plain)};
  if (k.base() != KernelBase::squared_distance) return {dot, 4 * half_digit * sizes};
  return {squares, half_digit * (4 * squares + 2 * moved)};
}

/// By how much k is off.
double value_off(const Kernel& k, const Base& base, double value) {
  const double inner = std::fabs(k.gamma) * base.off;
  switch (k.map()) {
    case KernelMap::exponential:
      return std::min(1.0, value * std::expm1(std::min(inner, 40.0)) + 4 * half_digit * value);
    case KernelMap::hyperbolic_tangent:
      return std::min(2.0, inner * (1 - value * value) + 4 * half_digit * std::fabs(value));
    case KernelMap::power: {
      const double a = std::fabs(k.gamma * base.t + k.coef0);
      const double off = inner + 2 * half_digit * (std::fabs(k.gamma * base.t) + std::fabs(k.coef0));
      const auto p = static_cast<double>(k.degree);
      return p * off * std::pow(a + off, p - 1) + p * half_digit * std::pow(a, p);
    }
    default:
      return base.off;
  }
}

/// The length of a row, or its L1 norm.
double norm_of(const Kernel& k, SparseRow<double> row) {
  double out = 0;
  for_each_entry(row, [&](std::size_t, double v) {
    out = k.base() == KernelBase::l1_distance ? out + std::fabs(v) : std::hypot(out, v);
  });
  return out;
}

/// At least |t| of two rows, and its terms: of their lengths, or of their L1 norms.
double base_bound(const Kernel& k, double u, double v) {
  if (k.base() == KernelBase::l1_distance) return u + v;
  return k.base() == KernelBase::squared_distance ? (u + v) * (u + v) : u * v;
}

/// At least |k| where |t| <= most, and what it is computed of.
double value_bound(const Kernel& k, double most) {
  const double inner = std::fabs(k.uses_gamma() ? k.gamma : 1) * most + (k.uses_coef0() ? std::fabs(k.coef0) : 0);
  switch (k.map()) {
    case KernelMap::exponential:
    case KernelMap::hyperbolic_tangent:
      return 1;
    case KernelMap::power:
      return std::pow(inner, static_cast<double>(k.degree));
    default:
      return most;
  }
}

}  // namespace

double largest_on_the_way(const Model& m, std::span<const double> w, std::span<const double> b) {
  const CsrMatrix<double>& rows = m.support->rows;
  const Kernel& kernel = m.support->kernel;
  std::vector<double> norm;
  norm.reserve(rows.rows);
  for (std::size_t j = 0; j < rows.rows; ++j) norm.push_back(norm_of(kernel, rows.row(j)));
  const double longest = norm.empty() ? 0 : 2 * *std::max_element(norm.begin(), norm.end());
  double most = 0;
  std::vector<double> sums(b.size());
  for (std::size_t k = 0; k < b.size(); ++k) sums[k] = std::fabs(b[k]);
  for (std::size_t j = 0; j < rows.rows; ++j) {
    const double base = base_bound(kernel, longest, norm[j]);
    const double value = value_bound(kernel, base);
    most = std::fmax(most, std::fmax(base, value));
    for (std::size_t k = 0; k < b.size(); ++k)
      if (const double weight = w[k * rows.rows + j]; weight != 0) sums[k] += std::fabs(weight) * value;
  }
  for (const double sum : sums) most = std::fmax(most, sum);
  return most;
}

FloatRounding float_rounding(const Model& m) {
  const CsrMatrix<double>& rows = m.support->rows;
  const Kernel& kernel = m.support->kernel;
  const std::size_t count = rows.rows;
  const std::size_t vectors = m.vectors();
  const auto work = static_cast<double>(std::max<std::size_t>(rows.value.size(), 1));
  const auto samples = static_cast<std::size_t>(std::clamp(1e8 / work, 4.0, 64.0));
  FloatRounding out;
  std::vector<double> score(vectors);
  std::vector<double> off(vectors);
  const std::size_t step = std::max<std::size_t>(1, count / samples);
  for (std::size_t i = 0; i < count; i += step) {
    for (std::size_t k = 0; k < vectors; ++k) {
      score[k] = m.b[k];
      off[k] = half_digit * std::fabs(m.b[k]);
    }
    for (std::size_t j = 0; j < count; ++j) {
      const Base base = base_of(kernel, rows.row(i), rows.row(j));
      const double value = kernel.of(base.t);
      const double value_error = value_off(kernel, base, value);
      for (std::size_t k = 0; k < vectors; ++k) {
        const double w = m.w[k * count + j];
        score[k] += w * value;
        off[k] += std::fabs(w) * (value_error + 4 * half_digit * std::fabs(value));
      }
    }
    for (std::size_t k = 0; k < vectors; ++k) {
      out.error = std::fmax(out.error, off[k]);
      out.largest = std::fmax(out.largest, std::fabs(score[k]));
    }
  }
  return out;
}

std::string note_of(const FloatRounding& off, const std::string& what) {
  return what + " can be off by about " + short_number(off.error, 2) + " (the largest score of a support row is " +
         short_number(off.largest, 2) + "), and labels nearer to a tie than that can differ from predict's";
}

}  // namespace halfspace
