// Arrays that threads borrow, so that each is made once. A thread_local array would do, but a thread's first use of one
// ends the process where there is no memory (glibc's __cxa_thread_atexit).
#pragma once

#include <memory>
#include <mutex>
#include <utility>
#include <vector>

namespace halfspace {

template <class T>
class ScratchPool {
  struct Node {
    std::vector<T> values;
    std::unique_ptr<Node> next;
  };

 public:
  /// An array of the pool, as its last borrower left it, or an empty new one; given back at the end of its life.
  class Loan {
   public:
    explicit Loan(ScratchPool& pool) : pool_(pool), node_(pool.take()) {}
    Loan(const Loan&) = delete;
    Loan& operator=(const Loan&) = delete;
    ~Loan() { pool_.give_back(std::move(node_)); }
    std::vector<T>& values() { return node_->values; }

   private:
    ScratchPool& pool_;
    std::unique_ptr<Node> node_;
  };

 private:
  std::unique_ptr<Node> take() {
    {
      const std::scoped_lock lock(guard_);
      if (free_) {
        auto node = std::move(free_);
        free_ = std::move(node->next);
        return node;
      }
    }
    return std::make_unique<Node>();
  }

  void give_back(std::unique_ptr<Node> node) {
    const std::scoped_lock lock(guard_);
    node->next = std::move(free_);
    free_ = std::move(node);
  }

  std::mutex guard_;
  std::unique_ptr<Node> free_;
};

}  // namespace halfspace
