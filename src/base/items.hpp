// The items of one parallel call, shared by its threads. Items are begun in order, so every item before a failed one is
// finished too, and the first failure is the same for any number of threads.
#pragma once

#include <atomic>
#include <cstddef>
#include <exception>
#include <functional>
#include <mutex>

namespace halfspace {

class Items {
 public:
  Items(std::size_t count, const std::function<void(std::size_t)>& work) : count_(count), work_(work) {}

  /// Does items until there are none left; called by each thread.
  void run() noexcept {
    for (std::size_t k = next_++; k < count_; k = next_++) {
      try {
        work_(k);
      } catch (...) {
        fail(k, std::current_exception());
      }
    }
  }

  /// Once all threads have returned.
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

}  // namespace halfspace
