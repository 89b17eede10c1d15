// The cells of one column.
#pragma once

#include <cmath>
#include <cstddef>
#include <cstdint>
#include <variant>

#include "data/dataset.hpp"

namespace halfspace {

/// Calls take(row, value) for the cells of a column in the first `rows` rows that are not missing, those left out of
/// sparse rows apart.
template <class Take>
void for_cells(const Dataset& d, std::size_t column, std::uint64_t rows, const Take& take) {
  std::visit(
      [&](const auto& x) {
        for (std::size_t i = 0; i < rows; ++i) {
          if constexpr (requires { x.column; }) {
            for_each_entry(x.row(i), [&](std::size_t j, double v) {
              if (j == column && !std::isnan(v)) take(i, v);
            });
          } else {
            const double v = x.value[i * x.cols + column];
            if (!std::isnan(v)) take(i, v);
          }
        }
      },
      d.x);
}

}  // namespace halfspace
