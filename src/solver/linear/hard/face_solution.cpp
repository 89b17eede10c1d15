#include "solver/linear/hard/face_solution.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

namespace halfspace {
namespace {

using Row = std::vector<long double>;  // of the system, its right side last

/// The unknowns; empty when a pivot vanishes beside its column.
Row eliminated(std::vector<Row> rows) {
  constexpr long double vanished = 64 * std::numeric_limits<long double>::epsilon();
  const std::size_t n = rows.size();
  Row largest(n);
  for (const Row& row : rows) {
    for (std::size_t j = 0; j < n; ++j) largest[j] = std::max(largest[j], std::fabs(row[j]));
  }
  for (std::size_t k = 0; k < n; ++k) {
    std::size_t pivot = k;
    for (std::size_t i = k; i < n; ++i) {
      if (std::fabs(rows[i][k]) > std::fabs(rows[pivot][k])) pivot = i;
    }
    std::swap(rows[k], rows[pivot]);
    if (!(std::fabs(rows[k][k]) > vanished * largest[k])) return {};
    for (std::size_t i = k + 1; i < n; ++i) {
      const long double factor = rows[i][k] / rows[k][k];
      for (std::size_t j = k; j <= n && factor != 0; ++j) rows[i][j] -= factor * rows[k][j];
    }
  }
  Row x(n);
  for (std::size_t k = n; k-- > 0;) {
    x[k] = rows[k][n];
    for (std::size_t j = k + 1; j < n; ++j) x[k] -= rows[k][j] * x[j];
    x[k] /= rows[k][k];
  }
  return x;
}

}  // namespace

bool solve_face_exactly(const Design& z, std::span<const std::size_t> rows, std::vector<double>& v,
                        std::vector<double>& alpha) {
  const std::size_t d = z.dims();
  const std::size_t n = d + rows.size();
  std::vector<Row> system(n, Row(n + 1));
  std::vector<double> at(d);
  for (std::size_t j = 0; j < d; ++j) system[j][j] = z.penalty(j).l2;
  for (std::size_t k = 0; k < rows.size(); ++k) {
    z.write_row(rows[k], at);
    for (std::size_t j = 0; j < d; ++j) {
      system[j][d + k] = -at[j];
      system[d + k][j] = at[j];
    }
    system[d + k][n] = 1;
  }
  const Row x = eliminated(std::move(system));
  if (x.empty()) return false;
  for (std::size_t j = 0; j < d; ++j) v[j] = static_cast<double>(x[j]);
  std::fill(alpha.begin(), alpha.end(), 0.0);
  for (std::size_t k = 0; k < rows.size(); ++k) alpha[rows[k]] = static_cast<double>(x[d + k]);
  return true;
}

}  // namespace halfspace
