// halfspace_sums: what sums whose bits depend on no order cost beside plain ones (docs/scale.md). A pass adds r_i x_i of every row
// to a vector, four ways; nanoseconds a nonzero, the least of some passes.
#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <vector>

#include "base/rng.hpp"
#include "shard/exact_sum.hpp"
#include "shard/grid.hpp"

namespace {

using namespace halfspace;

struct Rows {
  std::vector<std::uint32_t> column;
  std::vector<double> value;
  std::vector<double> factor;  // r_i
  std::size_t cols;
  std::size_t a_row;
};

Rows made_rows(std::size_t n, std::size_t cols, std::size_t a_row) {
  Rng rng(1, Stream::start);
  Rows out{{}, {}, {}, cols, a_row};
  const auto uniform = [&] { return (static_cast<double>(rng.word()) + 0.5) / 4294967296.0; };
  for (std::size_t i = 0; i < n; ++i) {
    out.factor.push_back(uniform() - 0.5);
    for (std::size_t k = 0; k < a_row; ++k) {
      out.column.push_back(static_cast<std::uint32_t>(static_cast<double>(cols) * std::pow(uniform(), 3)));
      out.value.push_back(uniform());
    }
  }
  return out;
}

/// Calls add(column, term) for every nonzero; nanoseconds each.
template <class Add>
double timed(const Rows& rows, const Add& add) {
  double least = 1e300;
  for (int pass = 0; pass < 7; ++pass) {
    const auto begun = std::chrono::steady_clock::now();
    std::size_t at = 0;
    for (const double r : rows.factor)
      for (std::size_t k = 0; k < rows.a_row; ++k, ++at) add(rows.column[at], r * rows.value[at]);
    const std::chrono::duration<double, std::nano> took = std::chrono::steady_clock::now() - begun;
    least = std::min(least, took.count() / static_cast<double>(at));
  }
  return least;
}

void compare(const char* name, std::size_t n, std::size_t cols, std::size_t a_row) {
  const Rows rows = made_rows(n, cols, a_row);
  std::vector<double> plain(cols);
  std::vector<double> gridded(cols, grid::origin(grid::exponent(static_cast<double>(n))));
  std::vector<std::int64_t> fixed(cols);
  std::vector<ExactSum> exact(std::min<std::size_t>(cols, 1000));
  const double a = timed(rows, [&](std::uint32_t j, double t) { plain[j] += t; });
  const double b = timed(rows, [&](std::uint32_t j, double t) { gridded[j] += grid::odd(t); });
  const double scale = std::ldexp(1, 62 - grid::exponent(7 * static_cast<double>(n)));
  const double c = timed(rows, [&](std::uint32_t j, double t) { fixed[j] += std::llrint(t * scale); });
  const double e = timed(rows, [&](std::uint32_t j, double t) { exact[j % exact.size()].add(t); });
  std::printf("%-28s plain %.2f  grid %.2f (%.2fx)  64-bit integers %.2f (%.2fx)  exact %.2f (%.2fx)\n", name, a, b,
              b / a, c, c / a, e, e / a);
}

}  // namespace

int main() {
  compare("123 columns, 14 a row", 200000, 123, 14);
  compare("100,000 columns, 75 a row", 40000, 100000, 75);
  compare("1,000,000 columns, 75 a row", 100000, 1000000, 75);
}
