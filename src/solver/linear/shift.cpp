#include "solver/linear/shift.hpp"

#include <algorithm>
#include <cmath>
#include <variant>

namespace halfspace {
namespace {

constexpr double far = 100;  // times the spread

template <class T>
std::optional<ShiftedColumns> shifted(const DenseMatrix<T>& x) {
  std::vector<double> low(x.cols, INFINITY);
  std::vector<double> high(x.cols, -INFINITY);
  for (std::size_t k = 0; k < x.value.size(); ++k) {
    low[k % x.cols] = std::min(low[k % x.cols], static_cast<double>(x.value[k]));
    high[k % x.cols] = std::max(high[k % x.cols], static_cast<double>(x.value[k]));
  }
  ShiftedColumns out;
  out.by.assign(x.cols, 0);
  bool any = false;
  for (std::size_t j = 0; j < x.cols; ++j) {
    const double spread = high[j] - low[j];
    if (!(spread > 0) || std::min(std::fabs(low[j]), std::fabs(high[j])) < far * spread) continue;
    out.by[j] = low[j] + spread / 2;
    any = true;
  }
  if (!any) return std::nullopt;
  DenseMatrix<double> moved;
  moved.rows = x.rows;
  moved.cols = x.cols;
  for (std::size_t k = 0; k < x.value.size(); ++k)
    moved.value.push_back(static_cast<double>(x.value[k]) - out.by[k % x.cols]);
  out.x = std::move(moved);
  return out;
}

}  // namespace

std::optional<ShiftedColumns> shifted_columns(const Matrix& x) {
  if (const auto* doubles = std::get_if<DenseMatrix<double>>(&x)) return shifted(*doubles);
  if (const auto* floats = std::get_if<DenseMatrix<float>>(&x)) return shifted(*floats);
  return std::nullopt;
}

}  // namespace halfspace
