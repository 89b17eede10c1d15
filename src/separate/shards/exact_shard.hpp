// Rows of shards as the exact numbers they are: every double stands for the shortest decimal that reads back as it.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "certify/signed_rows.hpp"
#include "shard/shard.hpp"

namespace halfspace {

/// Exact features of the rows of `data`, whose doubles are the digits; it must outlive this.
ExactFetch exact_doubles(const Dataset& data);

/// Rows first ... last - 1 where they stand, with columns up to `cols`. Labels stay away.
Dataset viewed_rows(const Matrix& x, std::size_t first, std::size_t last, std::uint64_t cols);

/// A hash of the entries that are not 0: it does not depend on how rows are stored.
std::uint64_t hash_of_row(const Matrix& x, std::size_t row);

}  // namespace halfspace
