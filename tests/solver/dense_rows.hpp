// A few dense rows for tests, which can be copied and changed.
#pragma once

#include <vector>

#include "data/rows.hpp"

namespace halfspace::test {

struct DenseRows {
  std::vector<double> value;  // row after row
  std::size_t rows = 0;
  std::size_t cols = 1;

  DenseRow<double> row(std::size_t i) const { return {value.data() + i * cols, cols}; }
  Matrix matrix() const {
    DenseMatrix<double> x;
    for (const double v : value) x.value.push_back(v);
    x.rows = rows;
    x.cols = cols;
    return x;
  }
};

}  // namespace halfspace::test
