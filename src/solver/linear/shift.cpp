#include "solver/linear/shift.hpp"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <utility>
#include <variant>
#include <vector>

#include "solver/linear/choose.hpp"

namespace halfspace {
namespace {

constexpr double far = 100;  // times the spread

/// What a column holds, sums as differences from its first value.
struct Spread {
  double low = INFINITY;
  double high = -INFINITY;
  double first = 0;
  double sum = 0;
  double squares = 0;

  void add(double v) {
    if (low > high) first = v;
    low = std::min(low, v);
    high = std::max(high, v);
    sum += v - first;
    squares += (v - first) * (v - first);
  }

  /// 0: the column stays where it is.
  double moved_by(std::size_t rows, bool iterative) const {
    const double spread = high - low;
    if (std::min(std::fabs(low), std::fabs(high)) >= far * spread) return low + spread / 2;
    if (!iterative) return 0;
    const auto n = static_cast<double>(rows);
    const double mean = first + sum / n;
    const double variance = std::max(0.0, squares / n - (sum / n) * (sum / n));
    return mean * mean >= variance ? mean : 0;
  }
};

/// Rows most of whose entries are stored, as dense ones.
template <class M>
std::optional<ShiftedColumns> shifted_rows(const M& x, std::uint64_t max_bytes) {
  std::vector<Spread> spread(x.cols);
  std::vector<double> row(x.cols);
  const auto each_row = [&](auto f) {
    for (std::size_t i = 0; i < x.rows; ++i) {
      std::fill(row.begin(), row.end(), 0.0);
      for_each_entry(x.row(i), [&](std::size_t j, double v) { row[j] = v; });
      for (std::size_t j = 0; j < x.cols; ++j) f(j, row[j]);
    }
  };
  each_row([&](std::size_t j, double v) { spread[j].add(v); });
  const bool fits = max_bytes == 0 || x.rows * x.cols <= max_bytes / sizeof(double);
  const bool iterative = fits && !small_system(x.rows, x.stored(), x.cols + 1);
  ShiftedColumns out;
  out.by.assign(x.cols, 0);
  for (std::size_t j = 0; j < x.cols && x.rows > 0; ++j) out.by[j] = spread[j].moved_by(x.rows, iterative);
  if (std::all_of(out.by.begin(), out.by.end(), [](double by) { return by == 0; })) return std::nullopt;
  DenseMatrix<double> moved;
  moved.rows = x.rows;
  moved.cols = x.cols;
  moved.value.reserve(x.rows * x.cols);
  each_row([&](std::size_t j, double v) { moved.value.push_back(v - out.by[j]); });
  out.x = std::move(moved);
  return out;
}

template <class T>
std::optional<ShiftedColumns> shifted(const DenseMatrix<T>& x, std::uint64_t max_bytes) {
  return shifted_rows(x, max_bytes);
}

using Entry = std::pair<std::size_t, double>;  // column, value

/// Leaves in `constant` what row has too. Both by columns.
template <class T>
void keep_common(SparseRow<T> row, std::vector<Entry>& constant) {
  std::size_t k = 0;
  std::size_t kept = 0;
  for (const Entry& e : constant) {
    while (k < row.size && row.column[k] < e.first) ++k;
    if (k < row.size && row.column[k] == e.first && static_cast<double>(row.value[k]) == e.second) constant[kept++] = e;
  }
  constant.resize(kept);
}

/// Of rows with few entries constant columns alone: a shift of others would fill them.
template <class T>
std::optional<ShiftedColumns> shifted(const CsrMatrix<T>& x, std::uint64_t max_bytes) {
  if (2 * x.stored() >= x.rows * x.cols) {
    if (auto moved = shifted_rows(x, max_bytes)) return moved;
  }
  std::vector<Entry> constant;
  if (x.rows > 0) {
    for_each_entry(x.row(0), [&](std::size_t j, double v) {
      if (v != 0) constant.emplace_back(j, v);
    });
  }
  for (std::size_t i = 1; i < x.rows && !constant.empty(); ++i) keep_common(x.row(i), constant);
  if (constant.empty()) return std::nullopt;
  ShiftedColumns out;
  out.by.assign(x.cols, 0);
  for (const auto& [j, v] : constant) out.by[j] = v;
  CsrMatrix<T> moved;
  moved.rows = x.rows;
  moved.cols = x.cols;
  moved.start.reserve(x.rows + 1);
  moved.column.reserve(x.stored());
  moved.value.reserve(x.stored());
  moved.start.push_back(0);
  for (std::size_t i = 0; i < x.rows; ++i) {
    const auto row = x.row(i);
    for (std::size_t k = 0; k < row.size; ++k) {
      if (out.by[row.column[k]] != 0) continue;
      moved.column.push_back(row.column[k]);
      moved.value.push_back(row.value[k]);
    }
    moved.start.push_back(moved.value.size());
  }
  out.x = std::move(moved);
  return out;
}

}  // namespace

std::optional<ShiftedColumns> shifted_columns(const Matrix& x, std::uint64_t max_bytes) {
  return std::visit([&](const auto& m) { return shifted(m, max_bytes); }, x);
}

}  // namespace halfspace
