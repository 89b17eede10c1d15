#include "base/parallel.hpp"

#include <algorithm>
#include <atomic>
#include <thread>
#include <vector>

namespace halfspace {

void parallel_blocks(std::size_t n, unsigned threads,
                     const std::function<void(std::size_t, std::size_t, std::size_t)>& work) {
  parallel_items(block_count(n), threads,
                 [&](std::size_t k) { work(k, k * block_rows, std::min(n, (k + 1) * block_rows)); });
}

void parallel_items(std::size_t count, unsigned threads, const std::function<void(std::size_t)>& work) {
  std::atomic<std::size_t> next{0};
  const auto run = [&] {
    for (std::size_t k = next++; k < count; k = next++) work(k);
  };
  std::vector<std::jthread> helpers;
  for (std::size_t t = 1; t < std::min<std::size_t>(threads, count); ++t) helpers.emplace_back(run);
  run();
}

}  // namespace halfspace
