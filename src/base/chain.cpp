#include "base/chain.hpp"

#include <algorithm>
#include <condition_variable>
#include <exception>
#include <mutex>

#include "base/helper_threads.hpp"

namespace halfspace {
namespace {

/// The blocks of one run, shared by its threads. Block k is in slot k modulo the number of slots.
class Chain {
 public:
  Chain(unsigned threads, const ChainSteps& steps) : steps_(steps), done_(chain_slots(threads)) {}

  void run(bool caller) noexcept {
    std::unique_lock lock(guard_);
    try {
      for (;;) {
        if (caller && may_give()) {
          give(lock);
        } else if (may_take()) {
          take_and_work(lock);
        } else if (ended_ && (!caller || stopped_ || given_ == taken_)) {
          return;
        } else {
          changed_.wait(lock);
        }
      }
    } catch (...) {
      if (!lock.owns_lock()) lock.lock();
      if (!failure_) failure_ = std::current_exception();
      stop();
    }
  }

  std::vector<std::size_t> rest() const {
    if (failure_) std::rethrow_exception(failure_);
    std::vector<std::size_t> slots;
    slots.reserve(taken_ - given_);
    for (std::size_t k = given_; k < taken_; ++k) slots.push_back(slot_of(k));
    return slots;
  }

 private:
  std::size_t slot_of(std::size_t block) const { return block % done_.size(); }
  bool may_take() const { return !ended_ && !taking_ && taken_ - given_ < done_.size(); }
  bool may_give() const { return !stopped_ && given_ < taken_ && done_[slot_of(given_)]; }

  void stop() {
    ended_ = true;
    stopped_ = true;
    changed_.notify_all();
  }

  void take_and_work(std::unique_lock<std::mutex>& lock) {
    const std::size_t slot = slot_of(taken_);
    taking_ = true;
    lock.unlock();
    const bool some = steps_.take(slot);
    lock.lock();
    taking_ = false;
    if (some) {
      done_[slot] = false;
      ++taken_;
    } else {
      ended_ = true;
    }
    changed_.notify_all();
    if (!some) return;
    lock.unlock();
    steps_.work(slot);
    lock.lock();
    done_[slot] = true;
    changed_.notify_all();
  }

  void give(std::unique_lock<std::mutex>& lock) {
    const std::size_t slot = slot_of(given_);
    lock.unlock();
    const bool more = steps_.give(slot);
    lock.lock();
    ++given_;
    if (!more) return stop();
    changed_.notify_all();
  }

  const ChainSteps& steps_;
  std::mutex guard_;
  std::condition_variable changed_;
  std::vector<bool> done_;  // of each slot: its block was worked on
  std::size_t taken_ = 0;
  std::size_t given_ = 0;
  bool taking_ = false;
  bool ended_ = false;    // nothing more is taken
  bool stopped_ = false;  // nothing more is given
  std::exception_ptr failure_;
};

}  // namespace

std::vector<std::size_t> run_chain(unsigned threads, const ChainSteps& steps) {
  Chain chain(threads, steps);
  {
    const auto helpers = helper_threads(std::max(1U, threads) - 1, [&chain] { chain.run(false); });
    chain.run(true);
  }
  return chain.rest();
}

}  // namespace halfspace
