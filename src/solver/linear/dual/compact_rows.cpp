#include "solver/linear/dual/compact_rows.hpp"

#include <algorithm>
#include <cmath>
#include <type_traits>
#include <utility>
#include <variant>

namespace halfspace {
namespace {

constexpr std::uint32_t unseen = ~std::uint32_t{0};
constexpr std::size_t most_entries = std::size_t{1} << 28U;  // two gigabytes, beside three of rows
constexpr std::size_t few_columns = std::size_t{1} << 14U;   // w fits in the nearest cache anyway

/// Do the rows of z use more than half of the columns?
template <class T>
bool uses_most_columns(const CsrMatrix<T>& x, const Design& z) {
  std::vector<char> seen(x.cols);
  std::size_t used = 0;
  for (std::size_t i = 0; i < z.n(); ++i) {
    const auto row = x.row(z.row(i));
    for (std::size_t k = 0; k < row.size; ++k) used += std::exchange(seen[row.column[k]], 1) == 0 ? 1 : 0;
  }
  return 2 * used > x.cols;
}

/// The rows of z, and in `column` those that they use by first appearance. Nothing where a value is no float to within
/// half a unit in the last place.
template <class T>
std::optional<RoundedRows> rounded_rows(const CsrMatrix<T>& x, const Design& z, std::vector<std::uint32_t>& column) {
  constexpr double half_unit = 0x1p-24;
  RoundedRows out;
  out.rows = z.n();
  out.start.resize(z.n() + 1);
  out.start[0] = 0;
  out.column.resize(z.stored());
  out.value.resize(z.stored());
  std::vector<std::uint32_t> number(x.cols, unseen);
  std::size_t at = 0;
  for (std::size_t i = 0; i < z.n(); ++i) {
    const auto row = x.row(z.row(i));
    bool near = true;
    for (std::size_t k = 0; k < row.size; ++k, ++at) {
      std::uint32_t& to = number[row.column[k]];
      if (to == unseen) {
        to = static_cast<std::uint32_t>(column.size());
        column.push_back(row.column[k]);
      }
      const auto rounded = static_cast<float>(row.value[k]);
      const double v = row.value[k];
      near = near && std::fabs(static_cast<double>(rounded) - v) <= half_unit * std::fabs(v);
      out.column[at] = to;
      out.value[at] = rounded;
    }
    if (!near) return std::nullopt;
    out.start[i + 1] = at;
  }
  out.cols = column.size();
  return out;
}

/// Are they floats where Matrix has those?
template <class T>
bool all_floats(const CsrMatrix<T>& x) {
  return std::is_same_v<T, float> || (!rows_of_floats && std::all_of(x.value.begin(), x.value.end(), [](T v) {
           return T{static_cast<float>(v)} == v;
         }));
}

}  // namespace

std::vector<double> CompactRows::spread(std::span<const double> v, std::size_t dims) const {
  std::vector<double> out(dims);
  for (std::size_t j = 0; j < column.size(); ++j) out[column[j]] = v[j];
  if (z.bias()) out.back() = v[column.size()];
  return out;
}

std::optional<CompactRows> compact_rows(const Design& z) {
  return std::visit(
      [&](const auto& x) -> std::optional<CompactRows> {
        if constexpr (requires { x.column; }) {
          if (x.cols < few_columns || z.stored() > most_entries) return std::nullopt;
          if (all_floats(x) && uses_most_columns(x, z)) return std::nullopt;
          std::vector<std::uint32_t> column;
          auto rows = rounded_rows(x, z, column);
          if (!rows || column.empty()) return std::nullopt;
          return CompactRows{z.on_rows(std::move(*rows)), std::move(column)};
        }
        return std::nullopt;
      },
      z.matrix());
}

}  // namespace halfspace
