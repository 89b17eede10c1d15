#include "base/parallel.hpp"

#include <algorithm>

#include "base/helper_threads.hpp"
#include "base/items.hpp"

namespace halfspace {
void parallel_blocks(std::size_t n, unsigned threads,
                     const std::function<void(std::size_t, std::size_t, std::size_t)>& work) {
  parallel_items(block_count(n), threads,
                 [&](std::size_t k) { work(k, k * block_rows, std::min(n, (k + 1) * block_rows)); });
}

void parallel_items(std::size_t count, unsigned threads, const std::function<void(std::size_t)>& work) {
  if (count == 0) return;
  Items items(count, work);
  {
    const auto helpers = helper_threads(std::min<std::size_t>(std::max(1U, threads), count) - 1, [&] { items.run(); });
    items.run();
  }
  items.rethrow();
}

}  // namespace halfspace
