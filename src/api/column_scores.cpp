#include "api/column_scores.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <variant>

#include "api/arrays.hpp"
#include "api/row_checks.hpp"
#include "base/parallel.hpp"

namespace halfspace::api {
namespace {

constexpr std::size_t sum_lanes = 8;       // of the sums of simd/ops.hpp
constexpr std::size_t rows_a_time = 1024;  // a column of them is long enough to be fetched ahead

/// w.x of rows first .. first + count - 1: product j goes to lane j mod 8.
template <class T>
void sums(const Grid<T>& x, std::size_t first, std::size_t count, const double* w, double* out) {
  std::array<std::array<double, rows_a_time>, sum_lanes> lane{};
  for (std::size_t j = 0; j < x.cols; ++j) {
    const T* column = x.first + first * x.row_stride + j * x.col_stride;
    double* to = lane[j % sum_lanes].data();
    for (std::size_t i = 0; i < count; ++i) to[i] += static_cast<double>(column[i * x.row_stride]) * w[j];
  }
  for (std::size_t i = 0; i < count; ++i)
    out[i] = ((lane[0][i] + lane[4][i]) + (lane[2][i] + lane[6][i])) +
             ((lane[1][i] + lane[5][i]) + (lane[3][i] + lane[7][i]));
}

}  // namespace

bool adds_all_numbers(const Model& m) { return m.linear() && !m.votes && !m.exact && !m.pairwise() && m.map.plain(); }

std::optional<std::vector<double>> column_scores(const Model& m, const DenseRows& rows, unsigned threads) {
  if (!check_shape(rows) || !rows.categories.empty() || static_cast<std::uint64_t>(rows.cols) != m.cols() ||
      !adds_all_numbers(m))
    return std::nullopt;
  return std::visit(
      [&](auto values) -> std::optional<std::vector<double>> {
        const Grid x(values, rows);
        if (x.by_rows()) return std::nullopt;
        const std::size_t outputs = m.vectors();
        std::vector<double> out(x.rows * outputs);
        parallel_blocks(x.rows, threads, [&](std::size_t, std::size_t begin, std::size_t end) {
          std::array<double, rows_a_time> sum{};
          for (std::size_t first = begin; first < end; first += rows_a_time) {
            const std::size_t count = std::min(rows_a_time, end - first);
            for (std::size_t k = 0; k < outputs; ++k) {
              sums(x, first, count, m.w.data() + k * x.cols, sum.data());
              for (std::size_t i = 0; i < count; ++i) out[(first + i) * outputs + k] = sum[i] + m.b[k];
            }
          }
        });
        const bool finite = std::all_of(out.begin(), out.end(), [](double s) { return std::isfinite(s); });
        return finite ? std::optional(std::move(out)) : std::nullopt;
      },
      rows.values);
}

}  // namespace halfspace::api
