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

  void widen(double v) {
    low = std::min(low, v);
    high = std::max(high, v);
  }

  void add(double v) {
    if (low > high) first = v;
    widen(v);
    sum += v - first;
    squares += (v - first) * (v - first);
  }

  /// 0: the column stays where it is.
  double moved_by(std::size_t rows, bool by_mean) const {
    const double spread = high - low;
    if (std::min(std::fabs(low), std::fabs(high)) >= far * spread) return low + spread / 2;
    if (!by_mean) return 0;
    const auto n = static_cast<double>(rows);
    const double mean = first + sum / n;
    if (!std::isfinite(mean)) return 0;
    const double variance = std::max(0.0, squares / n - (sum / n) * (sum / n));
    return mean * mean >= variance ? mean : 0;
  }
};

/// v - c, and whether that is all of it (Knuth 1997, 4.2.2, theorem B).
double difference(double v, double c, bool& exact) {
  const double d = v - c;
  const double lost = d - v;
  exact = exact && (v - (d - lost)) - (c + lost) == 0;
  return d;
}

/// As dense rows.
template <class M>
std::optional<ShiftedColumns> shifted_rows(const M& x, bool by_mean) {
  std::vector<Spread> spread(x.cols);
  if (by_mean) {
    for_each_number(x, [&](std::size_t j, double v) { spread[j].add(v); });
  } else {
    for_each_number(x, [&](std::size_t j, double v) { spread[j].widen(v); });
  }
  ShiftedColumns out;
  out.by.assign(x.cols, 0);
  for (std::size_t j = 0; j < x.cols && x.rows > 0; ++j) out.by[j] = spread[j].moved_by(x.rows, by_mean);
  if (std::all_of(out.by.begin(), out.by.end(), [](double by) { return by == 0; })) return std::nullopt;
  DenseMatrix<double> moved;
  moved.rows = x.rows;
  moved.cols = x.cols;
  moved.value.reserve(x.rows * x.cols);
  for_each_number(x, [&](std::size_t j, double v) { moved.value.push_back(difference(v, out.by[j], out.exact)); });
  out.x = std::move(moved);
  return out;
}

template <class T>
std::optional<ShiftedColumns> shifted(const DenseMatrix<T>& x, bool by_mean) {
  return shifted_rows(x, by_mean);
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

/// But for means constant columns alone: a shift of others would fill them.
template <class T>
std::optional<ShiftedColumns> shifted(const CsrMatrix<T>& x, bool by_mean) {
  if (by_mean && 2 * x.stored() >= x.rows * x.cols) return shifted_rows(x, by_mean);
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

bool moves_by_mean(const Matrix& x, const LinearOptions& o, std::uint64_t max_bytes) {
  if (!std::isfinite(o.C) || !is_weighed(o.penalty)) return false;
  return std::visit(
      [&](const auto& m) {
        const bool fits = max_bytes == 0 || m.rows * m.cols <= max_bytes / sizeof(double);
        return fits && !small_system(m.rows, m.stored(), m.cols + 1);
      },
      x);
}

std::optional<ShiftedColumns> shifted_columns(const Matrix& x, bool by_mean) {
  return std::visit([&](const auto& m) { return shifted(m, by_mean); }, x);
}

}  // namespace halfspace
