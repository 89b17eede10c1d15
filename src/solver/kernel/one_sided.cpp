#include "solver/kernel/one_sided.hpp"

#include <algorithm>
#include <utility>

namespace halfspace {
namespace {

std::size_t rows_of(const Matrix& x) {
  return std::visit([](const auto& m) { return m.rows; }, x);
}

/// The rows twice, one below the other: a multiplier for either side of each.
Matrix twice(const Matrix& x, bool precomputed) {
  CsrMatrix<double> out;
  out.start.push_back(0);
  std::visit(
      [&](const auto& m) {
        out.cols = precomputed ? 2 * m.rows : m.cols;
        out.rows = 2 * m.rows;
        for (std::size_t k = 0; k < 2 * m.rows; ++k) {
          for (std::size_t shift = 0; shift < (precomputed ? 2 * m.rows : 1);
               shift += std::max<std::size_t>(m.rows, 1)) {
            for_each_entry(m.row(k % m.rows), [&](std::size_t j, double v) {
              if (v == 0) return;
              out.column.push_back(static_cast<std::uint32_t>(j + shift));
              out.value.push_back(v);
            });
          }
          out.start.push_back(out.value.size());
        }
      },
      x);
  return out;
}

}  // namespace

KernelFit train_one_class(const Matrix& x, const Kernel& kernel, double nu, const BoxOptions& options) {
  const std::size_t n = rows_of(x);
  BoxProblem q{
      x,  kernel,       0, std::vector<std::int8_t>(n, 1), std::vector<double>(n), std::vector<double>(n, 1.0), {},
      {}, Equality::sum};
  double left = nu * static_cast<double>(n);
  for (std::size_t i = 0; i < n; ++i) {
    q.start.push_back(std::min(1.0, left));
    left -= q.start.back();
  }
  KernelFit out;
  out.solution = solve_box(q, options);
  out.coefficient = out.solution.alpha;
  out.b = out.solution.level[1];
  return out;
}

KernelFit train_regression(const Matrix& x, std::span<const double> z, const Kernel& kernel, double C, double epsilon,
                           const BoxOptions& options) {
  const std::size_t n = rows_of(x);
  const Matrix both = twice(x, kernel.listed());
  BoxProblem q{both, kernel, 0, {}, {}, std::vector<double>(2 * n, C), {}, {}, Equality::sum};
  for (std::size_t i = 0; i < n; ++i) {
    q.y.push_back(1);
    q.p.push_back(epsilon - z[i]);
  }
  for (std::size_t i = 0; i < n; ++i) {
    q.y.push_back(-1);
    q.p.push_back(epsilon + z[i]);
  }
  KernelFit out;
  out.solution = solve_box(q, options);
  for (std::size_t i = 0; i < n; ++i) out.coefficient.push_back(out.solution.alpha[i] - out.solution.alpha[n + i]);
  out.b = out.solution.level[1];
  return out;
}

}  // namespace halfspace
