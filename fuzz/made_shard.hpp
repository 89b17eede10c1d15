// A shard of one short row of each class.
#pragma once

#include <cstdint>
#include <string>
#include <utility>

#include "shard/shard.hpp"

namespace halfspace {

inline Shard made_shard(std::uint32_t classes) {
  ShardRows rows;
  CsrMatrix<double> x;
  x.start.push_back(0);
  for (std::uint32_t k = 0; k < classes; ++k) {
    x.column.push_back(k % 2);
    x.value.push_back(k == 1 ? -2.5 : 1.0 + k);
    x.start.push_back(k + 1);
    rows.label.push_back(k);
    rows.labels.push_back(k == 0 ? "no" : k == 1 ? "yes" : "class " + std::to_string(k));
  }
  x.rows = classes;
  x.cols = 2;
  rows.x = std::move(x);
  return Shard(std::move(rows));
}

}  // namespace halfspace
