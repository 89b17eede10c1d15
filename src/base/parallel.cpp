#include "base/parallel.hpp"

#include <algorithm>
#include <atomic>
#include <exception>
#include <mutex>

#include "base/helper_threads.hpp"

namespace halfspace {
namespace {

/// The items of one call, shared by its threads. Items are begun in order, so every item before a failed one is
/// finished too, and the first failure is the same for any number of threads.
class Items {
 public:
  Items(std::size_t count, const std::function<void(std::size_t)>& work) : count_(count), work_(work) {}

  void run() noexcept {
    for (std::size_t k = next_++; k < count_; k = next_++) {
      try {
        work_(k);
      } catch (...) {
        fail(k, std::current_exception());
      }
    }
  }

  void rethrow() const {
    if (failure_) std::rethrow_exception(failure_);
  }

 private:
  void fail(std::size_t k, const std::exception_ptr& why) {
    const std::scoped_lock lock(failing_);
    if (failure_ && k > failed_) return;
    failed_ = k;
    failure_ = why;
    next_ = count_;  // nothing more is begun
  }

  std::size_t count_;
  const std::function<void(std::size_t)>& work_;
  std::atomic<std::size_t> next_{0};
  std::mutex failing_;
  std::size_t failed_ = 0;
  std::exception_ptr failure_;
};

}  // namespace

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
