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
    out.sway += std::fabs(c[s]) * std::sqrt(squared_norm(row));
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

// Each w_j is off by at most 2 of_wide Σ |c x_j| and its own rounding, so w.x_t by 2 of_wide (Σ |c| |x|) |x_t| and
// what its products add, (k + 2) of_wide |w| |x_t| (Cauchy and Schwarz).
void LinearSums::add(std::span<const std::uint32_t> rows, std::span<const double> c, std::span<double> f,
                     std::span<double> error, unsigned threads, const StopToken& stop) const {
  constexpr double rounded_up = 1 + 1e-9;  // of the sums of sizes themselves
  std::visit(
      [&](const auto& x) {
        const Weights weights = weights_of(x, rows, c, stop);
        const long double b = weights.b * constant_;
        const double of_b = 4 * of_wide * weights.moved * std::fabs(constant_);
        parallel_blocks(x.rows, threads, [&](std::size_t, std::size_t first, std::size_t last) {
          Pace pace(stop);
          for (std::size_t t = first; t < last; ++t) {
            const auto row = x.row(t);
            pace.check(row.size);
            long double sum = b;
            for_each_entry(row, [&](std::size_t j, double v) { sum += weights.w[j] * v; });
            const double products = (static_cast<double>(row.size) + 4) * weights.length + 4 * weights.sway;
            const double of_sum = of_wide * products * std::sqrt(squared_norm(row)) + of_b;
            f[t] += static_cast<double>(sum);
            error[t] += rounded_up * (of_sum + of_double * (std::fabs(static_cast<double>(sum)) + std::fabs(f[t])));
          }
        });
      },
      x_);
}

}  // namespace halfspace
