#include "solver/kernel/kernel_checks.hpp"

#include <algorithm>
#include <cmath>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "base/number.hpp"
#include "kernel/kernel_rows.hpp"
#include "linalg/semidefinite.hpp"

namespace halfspace {
namespace {

constexpr double symmetric_to = 1e-12;  // of the largest entry
constexpr double definite_to = 1e-12;   // of the trace
constexpr double largest_sum = 1e150;   // of a kernel value: its square and small sums of those stay finite

std::vector<double> as_dense(const Matrix& x) {
  std::vector<double> out;
  std::visit(
      [&](const auto& m) {
        out.resize(m.rows * m.cols);
        for (std::size_t i = 0; i < m.rows; ++i)
          for_each_entry(m.row(i), [&](std::size_t j, double v) { out[i * m.cols + j] = v; });
      },
      x);
  return out;
}

/// Row i has i + 1 numbers.
std::vector<double> lower_triangle(const Matrix& x) {
  std::vector<double> out;
  std::visit(
      [&](const auto& m) {
        out.resize(m.rows * (m.rows + 1) / 2);
        for (std::size_t i = 0; i < m.rows; ++i)
          for_each_entry(m.row(i), [&](std::size_t j, double v) {
            if (j <= i) out[i * (i + 1) / 2 + j] = v;
          });
      },
      x);
  return out;
}

std::string place_by(const RowPlace& place, std::size_t i) { return place ? place(i) : "row " + std::to_string(i); }

Error bad_kernel(const std::string& where, const std::string& message) { return Error{Code::bad_data, where, message}; }

Result<void> check_matrix(const Matrix& x, const RowPlace& place) {
  const auto [n, d] = std::visit([](const auto& m) { return std::pair(m.rows, m.cols); }, x);
  if (n != d)
    return bad_kernel(
        "", "a precomputed kernel is a square matrix: " + std::to_string(n) + " rows of " + std::to_string(d) +
                " values; give k(x_i, x_j) for every pair of training rows (--holdout, --classes and --missing drop "
                "leave out rows but not columns)");
  const std::vector<double> k = as_dense(x);
  double largest = 0;
  for (const double v : k) largest = std::max(largest, std::fabs(v));
  for (std::size_t i = 0; i < n; ++i) {
    if (k[i * n + i] < 0)
      return bad_kernel(place_by(place, i),
                        "k(x, x) is " + number_text(k[i * n + i]) + "; the square of a length is not negative");
    for (std::size_t j = 0; j < i; ++j) {
      const double a = k[i * n + j];
      const double b = k[j * n + i];
      if (std::fabs(a - b) > symmetric_to * largest)
        return bad_kernel(place_by(place, i), "the kernel matrix is not symmetric: value " + std::to_string(j + 1) +
                                                  " is " + number_text(a) + ", but value " + std::to_string(i + 1) +
                                                  " of " + place_by(place, j) + " is " + number_text(b));
    }
  }
  return {};
}

}  // namespace

Result<void> check_kernel_rows(const Matrix& x, const Kernel& kernel, const RowPlace& place) {
  bool finite = true;
  std::visit(
      [&](const auto& m) {
        for (std::size_t i = 0; i < m.rows; ++i)
          for_each_entry(m.row(i), [&](std::size_t, double v) { finite = finite && std::isfinite(v); });
      },
      x);
  if (!finite) return bad_kernel("", "a value is not a finite number; a kernel needs numbers");
  if (kernel.listed()) {
    if (const auto square = check_matrix(x, place); !square) return square;
  }
  const KernelRows<double> rows(x, kernel, 0);
  if (kernel.listed() && rows.largest_value() >= largest_sum)
    return bad_kernel("", "a kernel value is " + short_number(rows.largest_value(), 3) +
                              "; divide the matrix by a number (which divides C)");
  if (rows.largest_value() < largest_sum && rows.largest_size() < largest_sum) return {};
  const double longest = std::sqrt(rows.largest_size());
  const std::string length = std::isfinite(longest) ? short_number(longest, 3) : "more than 1e154";
  return bad_kernel("", "row norms of " + length +
                            " leave the range of doubles in this kernel; scale the columns (--scale)" +
                            (kernel.uses_degree() ? ", or lower --gamma or --degree" : ""));
}

Result<void> check_distinct(const LinearProblem& p, const Kernel& kernel) {
  if (kernel.listed()) return {};
  std::map<std::vector<std::pair<std::size_t, double>>, std::size_t> seen;
  Result<void> out;
  std::visit(
      [&](const auto& m) {
        for (std::size_t i = 0; i < m.rows && out; ++i) {
          std::vector<std::pair<std::size_t, double>> row;
          for_each_entry(m.row(i), [&](std::size_t j, double v) {
            if (v != 0) row.emplace_back(j, v);
          });
          const auto [at, fresh] = seen.emplace(std::move(row), i);
          if (!fresh && p.y[at->second] != p.y[i])
            out = bad_kernel(place_by(p.place, i),
                             "equals " + place_by(p.place, at->second) +
                                 " and has another label: no kernel parts them; choose a finite --C");
        }
      },
      p.x);
  return out;
}

std::optional<bool> positive_semidefinite(const Matrix& x, unsigned threads, const StopToken& stop) {
  constexpr std::size_t most = 12000;
  const std::size_t n = std::visit([](const auto& m) { return m.rows; }, x);
  if (n > most) return std::nullopt;
  std::vector<double> K = lower_triangle(x);
  double trace = 0;
  for (std::size_t i = 0; i < n; ++i) trace += K[i * (i + 1) / 2 + i];
  return positive_semidefinite(std::move(K), n, definite_to * std::max(trace, 1e-280), threads, stop);
}

double doubt(const Matrix& x) {
  return std::visit(
      [](const auto& m) {
        double trace = 0;
        double largest = 0;
        for (std::size_t i = 0; i < m.rows; ++i) {
          for_each_entry(m.row(i), [&](std::size_t j, double v) {
            if (i == j) trace += v;
            largest = std::max(largest, std::fabs(v));
          });
        }
        return definite_to * trace + symmetric_to * largest * static_cast<double>(m.rows);
      },
      x);
}

}  // namespace halfspace
