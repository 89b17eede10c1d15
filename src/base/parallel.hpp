// Work over blocks of rows on several threads. The blocks depend on the number of rows only, so whatever is combined in
// block order has the same bits for any number of threads.
#pragma once

#include <cstddef>
#include <functional>

namespace halfspace {

inline constexpr std::size_t block_rows = 4096;

/// Calls work(block, first, last) for each block of block_rows rows of 0..n-1, on up to `threads` threads (at least 1).
void parallel_blocks(std::size_t n, unsigned threads,
                     const std::function<void(std::size_t block, std::size_t first, std::size_t last)>& work);

/// Calls work(k) for k = 0..count-1, begun in this order, on up to `threads` threads (at least 1); fewer where the
/// system refuses threads. Where work throws no further item is begun, and the exception of the first item (in this
/// order) that threw reaches the caller once all threads are done.
void parallel_items(std::size_t count, unsigned threads, const std::function<void(std::size_t k)>& work);

inline std::size_t block_count(std::size_t n) { return (n + block_rows - 1) / block_rows; }

}  // namespace halfspace
