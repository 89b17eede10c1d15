// The entries of a row that are not 0, one after another, whatever the matrix: passes whose work on an entry is large need no
// code for each kind.
#pragma once

#include <cstddef>
#include <cstdint>
#include <variant>
#include <vector>

#include "data/rows.hpp"

namespace halfspace {

class NonzeroEntries {
 public:
  explicit NonzeroEntries(const Matrix& x) : x_(x) {}

  /// Row i; it stands until the next is asked for.
  SparseRow<double> of(std::size_t i) {
    column_.clear();
    value_.clear();
    std::visit(
        [&](const auto& x) {
          for_each_entry(x.row(i), [&](std::size_t j, double v) {
            if (v == 0) return;
            column_.push_back(static_cast<std::uint32_t>(j));
            value_.push_back(v);
          });
        },
        x_);
    return {column_.data(), value_.data(), value_.size()};
  }

 private:
  const Matrix& x_;
  std::vector<std::uint32_t> column_;
  std::vector<double> value_;
};

}  // namespace halfspace
