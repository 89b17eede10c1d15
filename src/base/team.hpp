// Threads that stay between short pieces of work: a pass over rows in the cache takes little more than starting a thread.
#pragma once

#include <atomic>
#include <condition_variable>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <mutex>
#include <thread>
#include <vector>

#include "base/items.hpp"

namespace halfspace {

class Team {
 public:
  /// The caller and at most threads - 1 others, fewer where the system refuses threads.
  explicit Team(unsigned threads);
  Team(const Team&) = delete;
  Team& operator=(const Team&) = delete;
  ~Team();

  /// The caller among them.
  std::size_t size() const { return helpers_.size() + 1; }

  /// As parallel_items(). One call at a time, and none from within an item.
  void run(std::size_t count, const std::function<void(std::size_t k)>& work);

 private:
  void attend();

  std::mutex lock_;
  std::condition_variable begun_;
  std::condition_variable done_;
  Items* items_ = nullptr;  // of the call at work
  std::atomic<std::uint64_t> calls_{0};
  std::atomic<std::size_t> at_work_{0};  // helpers inside items_
  std::atomic<bool> over_{false};
  std::vector<std::jthread> helpers_;
};

}  // namespace halfspace
