// The rows of a Design over the columns they use alone, in their order: what a row meets stands closer together. Values stay where
// they are.
#pragma once

#include <cstddef>
#include <memory>
#include <span>
#include <vector>

#include "data/rows.hpp"
#include "solver/linear/design.hpp"

namespace halfspace {

struct NarrowRows {
  /// Of dense rows all columns, and one at least.
  explicit NarrowRows(const Design& z);

  /// v in the columns of the design, `dims` of them; those that no row uses have weight 0.
  std::vector<double> spread(std::span<const double> v, std::size_t dims) const;

  std::shared_ptr<const Matrix> x;  // row i of the design's matrix at row i
  std::vector<std::size_t> column;  // where column k stands in the design; last the bias, where there is one
};

}  // namespace halfspace
