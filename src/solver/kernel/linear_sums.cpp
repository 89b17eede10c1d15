#include "solver/kernel/linear_sums.hpp"

#include <cmath>
#include <limits>
#include <variant>
#include <vector>

#include "base/parallel.hpp"

namespace halfspace {
namespace {

constexpr double of_double = std::numeric_limits<double>::epsilon();
constexpr double of_wide = std::numeric_limits<long double>::epsilon();

/// A sum and what its roundings lost (Knuth's two-sum): off by little more than a rounding of each term.
struct WideSum {
  long double sum = 0;
  long double lost = 0;

  void add(long double v) {
    const long double next = sum + v;
    const long double taken = next - sum;
    lost += (sum - (next - taken)) + (v - taken);
    sum = next;
  }
  long double value() const { return sum + lost; }
};

/// At least |x|.
template <class Row>
double size_of(Row row) {
  constexpr double safe = 1e-140;
  const double length = std::sqrt(squared_norm(row));
  return length > safe ? length : absolute_sum(row.value, row.size);
}

struct Weights {
  std::vector<long double> w;
  long double b = 0;
  double length = 0;  // |w|
  double sway = 0;    // Σ |c| |x|
  double moved = 0;   // Σ |c|
};

template <class X>
Weights weights_of(const X& x, std::span<const std::uint32_t> rows, std::span<const double> c, const StopToken& stop) {
  std::vector<WideSum> w(x.cols);
  WideSum b;
  Weights out;
  Pace pace(stop);
  for (std::size_t s = 0; s < rows.size(); ++s) {
    pace.check(x.row_size(rows[s]));
    const auto row = x.row(rows[s]);
    for_each_entry(row, [&](std::size_t j, double v) { w[j].add(static_cast<long double>(c[s]) * v); });
    b.add(c[s]);
    out.moved += std::fabs(c[s]);
    out.sway += std::fabs(c[s]) * size_of(row);
  }
  long double square = 0;
  out.w.reserve(w.size());
  for (const WideSum& sum : w) {
    out.w.push_back(sum.value());
    square += out.w.back() * out.w.back();
  }
  out.b = b.value();
  out.length = static_cast<double>(std::sqrt(square));
  return out;
}

}  // namespace

// A product c x_j is off by half a place of a long double, and two-sum keeps a sum of n < 2^31 such within another: w_j
// by of_wide Σ |c x_j| and a place of its own. So w.x_t is off by of_wide (Σ |c| |x|) |x_t| and, by Cauchy and Schwarz,
// what w and its products with x_t add, of_wide (k + 2) |w| |x_t|; twice that and more is charged, and b with its product
// alike. Sizes are sums of absolute values where squares would underflow.
LinearSums::Scores LinearSums::of(std::span<const std::uint32_t> rows, std::span<const double> c, unsigned threads,
                                  const StopToken& stop) const {
  return std::visit(
      [&](const auto& x) {
        const Weights weights = weights_of(x, rows, c, stop);
        const long double b = weights.b * constant_;
        const double of_b = 4 * of_wide * weights.moved * std::fabs(constant_);
        Scores out{std::vector<double>(x.rows), std::vector<double>(x.rows)};
        parallel_blocks(x.rows, threads, [&](std::size_t, std::size_t first, std::size_t last) {
          Pace pace(stop);
          for (std::size_t t = first; t < last; ++t) {
            const auto row = x.row(t);
            pace.check(row.size);
            long double sum = b;
            for_each_entry(row, [&](std::size_t j, double v) { sum += weights.w[j] * v; });
            const double products = (static_cast<double>(row.size) + 4) * weights.length + 4 * weights.sway;
            out.f[t] = static_cast<double>(sum);
            out.error[t] = 2 * of_wide * products * size_of(row) + of_b + of_double * std::fabs(out.f[t]);
          }
        });
        return out;
      },
      x_);
}

}  // namespace halfspace
