#include "solver/linear/shift.hpp"

#include <algorithm>
#include <cmath>
#include <utility>
#include <variant>

namespace halfspace {
namespace {

constexpr double far = 100;  // times the spread

template <class T>
std::optional<ShiftedColumns> shifted(const DenseMatrix<T>& x) {
  std::vector<double> low(x.cols, INFINITY);
  std::vector<double> high(x.cols, -INFINITY);
  for (std::size_t i = 0; i < x.rows; ++i) {
    for_each_entry(x.row(i), [&](std::size_t j, double v) {
      low[j] = std::min(low[j], v);
      high[j] = std::max(high[j], v);
    });
  }
  ShiftedColumns out;
  out.by.assign(x.cols, 0);
  bool any = false;
  for (std::size_t j = 0; j < x.cols; ++j) {
    const double spread = high[j] - low[j];
    if (!(std::min(std::fabs(low[j]), std::fabs(high[j])) >= far * spread)) continue;
    out.by[j] = low[j] + spread / 2;
    any = any || out.by[j] != 0;
  }
  if (!any) return std::nullopt;
  DenseMatrix<double> moved;
  moved.rows = x.rows;
  moved.cols = x.cols;
  moved.value.reserve(x.stored());
  for (std::size_t i = 0; i < x.rows; ++i)
    for_each_entry(x.row(i), [&](std::size_t j, double v) { moved.value.push_back(v - out.by[j]); });
  out.x = std::move(moved);
  return out;
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

/// Constant columns alone: a shift of others would fill them.
template <class T>
std::optional<ShiftedColumns> shifted(const CsrMatrix<T>& x) {
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

std::optional<ShiftedColumns> shifted_columns(const Matrix& x) {
  return std::visit([](const auto& m) { return shifted(m); }, x);
}

}  // namespace halfspace
