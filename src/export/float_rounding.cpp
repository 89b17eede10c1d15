#include "export/float_rounding.hpp"

#include <algorithm>
#include <cmath>
#include <vector>

#include "base/text.hpp"

namespace halfspace {
namespace {

constexpr double unit = 1.0 / (1 << 24);

/// t = base of two rows, and by how much it is off where both and the sum are rounded.
struct Base {
  double t = 0;
  double off = 0;
};

Base base_of(const Kernel& k, const std::vector<double>& u, const std::vector<double>& v) {
  double dot = 0, sizes = 0, l1 = 0, squares = 0, moved = 0, plain = 0;
  for (std::size_t c = 0; c < u.size(); ++c) {
    const double a = std::fabs(u[c]), b = std::fabs(v[c]), d = std::fabs(u[c] - v[c]);
    dot += u[c] * v[c];
    sizes += a * b;
    l1 += d;
    plain += a + b;
    squares += d * d;
    moved += d * (a + b);
  }
  if (k.base() == KernelBase::l1_distance) return {l1, unit * (4 * l1 + plain)};
  if (k.base() != KernelBase::squared_distance) return {dot, 4 * unit * sizes};
  return {squares, unit * (4 * squares + 2 * moved)};
}

/// By how much k is off.
double value_off(const Kernel& k, const Base& base, double value) {
  const double inner = std::fabs(k.gamma) * base.off;
  switch (k.map()) {
    case KernelMap::exponential:
      return std::min(1.0, value * std::expm1(std::min(inner, 40.0)) + 4 * unit * value);
    case KernelMap::hyperbolic_tangent:
      return std::min(2.0, inner * (1 - value * value) + 4 * unit * std::fabs(value));
    case KernelMap::power: {
      const double a = std::fabs(k.gamma * base.t + k.coef0);
      const double off = inner + 2 * unit * (std::fabs(k.gamma * base.t) + std::fabs(k.coef0));
      const auto p = static_cast<double>(k.degree);
      return p * off * std::pow(a + off, p - 1) + p * unit * std::pow(a, p);
    }
    default:
      return base.off;
  }
}

std::vector<double> dense_row(const CsrMatrix<double>& rows, std::size_t j) {
  std::vector<double> out(rows.cols);
  for_each_entry(rows.row(j), [&](std::size_t c, double v) { out[c] = v; });
  return out;
}

}  // namespace

FloatRounding float_rounding(const Model& m) {
  const CsrMatrix<double>& rows = m.support->rows;
  const Kernel& kernel = m.support->kernel;
  const std::size_t count = rows.rows;
  const std::size_t vectors = m.vectors();
  const double work = static_cast<double>(count) * static_cast<double>(std::max<std::size_t>(rows.cols, 1));
  const auto samples = static_cast<std::size_t>(std::clamp(1e8 / std::max(work, 1.0), 4.0, 64.0));
  FloatRounding out;
  std::vector<double> score(vectors);
  std::vector<double> off(vectors);
  std::vector<std::vector<double>> dense;
  dense.reserve(count);
  for (std::size_t j = 0; j < count; ++j) dense.push_back(dense_row(rows, j));
  const std::size_t step = std::max<std::size_t>(1, count / samples);
  for (std::size_t i = 0; i < count; i += step) {
    const std::vector<double>& u = dense[i];
    for (std::size_t k = 0; k < vectors; ++k) {
      score[k] = m.b[k];
      off[k] = unit * std::fabs(m.b[k]);
    }
    for (std::size_t j = 0; j < count; ++j) {
      const Base base = base_of(kernel, u, dense[j]);
      const double value = kernel.of(base.t);
      const double value_error = value_off(kernel, base, value);
      for (std::size_t k = 0; k < vectors; ++k) {
        const double w = m.w[k * count + j];
        score[k] += w * value;
        off[k] += std::fabs(w) * (value_error + 4 * unit * std::fabs(value));
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
  return what + " can be off by about " + short_number(off.error, 2) + " (of the support rows they are at most " +
         short_number(off.largest, 2) + "), and labels nearer to a tie than that can differ from predict's";
}

}  // namespace halfspace
