// Where levels stand in the rows.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "data/dataset.hpp"

namespace halfspace {

struct CellCode {
  std::uint64_t row = 0;
  std::size_t code = 0;
};

/// The first row whose cell of the column has a marked code.
std::optional<CellCode> first_cell(const Dataset& data, std::size_t column, const std::vector<bool>& marked);

}  // namespace halfspace
