// Vectors orthogonal to given rows of integers, and a lower bound on the rank of these rows.
#pragma once

#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

#include "exact/rational.hpp"

namespace halfspace {

/// (column, value) by column; other columns are 0.
using SparseIntegers = std::vector<std::pair<std::uint64_t, Integer>>;

struct NullSpace {
  std::size_t rank = 0;  // modulo a prime: the rank of the rows is at least this
  bool complete = false;
  std::vector<SparseIntegers> basis;  // where complete: columns - rank independent vectors orthogonal to all rows
};

/// Would the work need more memory than anyone wants to give it (2 GiB)?
bool null_space_too_large(std::size_t rows, std::size_t columns);

/// Gauss-Jordan modulo primes from 2^31 - 1 on; the solution mod their product, as fractions of small integers (Wang
/// 1981), is held against every row. Incomplete only where this did not settle within many primes.
NullSpace null_space(const std::vector<SparseIntegers>& rows, std::size_t columns);

}  // namespace halfspace
