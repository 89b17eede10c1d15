// Random rows of short decimals with labels by a random plane, a few of them turned.
#pragma once

#include <cstdint>
#include <numeric>
#include <vector>

#include <rapidcheck.h>

#include "solver/perceptron/perceptron.hpp"

namespace halfspace::test {

struct PlantedRows {
  DenseMatrix<double> x;
  std::vector<std::int8_t> y;
  int decimals = 0;

  Matrix matrix() const;
};

inline Matrix PlantedRows::matrix() const {
  DenseMatrix<double> copy;
  for (std::size_t k = 0; k < x.value.size(); ++k) copy.value.push_back(x.value[k]);
  copy.rows = x.rows;
  copy.cols = x.cols;
  return copy;
}

/// 2 to 12 rows of 1 to 3 columns; both labels occur. `decimals` digits after the point.
inline PlantedRows planted_rows(int decimals, bool with_mistakes) {
  const auto d = *rc::gen::inRange<std::size_t>(1, 4);
  const auto n = *rc::gen::inRange<std::size_t>(2, 13);
  const auto star = *rc::gen::container<std::vector<int>>(d + 1, rc::gen::inRange(-5, 6));
  double unit = 1;
  for (int k = 0; k < decimals; ++k) unit *= 10;
  PlantedRows out;
  out.decimals = decimals;
  out.x.cols = d;
  for (std::size_t i = 0; i < n; ++i) {
    const auto row = *rc::gen::container<std::vector<int>>(d, rc::gen::inRange(-30, 31));
    const int s = std::inner_product(row.begin(), row.end(), star.begin(), 0) + star[d];
    const bool turned = with_mistakes && *rc::gen::inRange(0, 6) == 0;
    for (const int v : row) out.x.value.push_back(v / unit);
    out.y.push_back((s >= 0) != turned ? std::int8_t{1} : std::int8_t{-1});
  }
  out.y[0] = 1;
  out.y[1] = -1;
  out.x.rows = n;
  return out;
}

}  // namespace halfspace::test
