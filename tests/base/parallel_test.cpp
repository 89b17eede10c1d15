// Work on threads: every item is done once, failures reach the caller, and refused threads mean fewer threads.
#include "base/parallel.hpp"

#include <atomic>
#include <cstdlib>
#include <fstream>
#include <new>
#include <stdexcept>
#include <string>
#include <vector>

#include <gtest/gtest.h>
#include <sys/resource.h>
#include <unistd.h>

namespace halfspace {
namespace {

TEST(Parallel, EveryItemIsDoneOnce) {
  for (const unsigned threads : {0U, 1U, 2U, 7U}) {
    std::vector<std::atomic<int>> done(1000);
    parallel_items(done.size(), threads, [&](std::size_t k) { ++done[k]; });
    for (const auto& d : done) EXPECT_EQ(d, 1);
  }
}

TEST(Parallel, ThrowsWhatTheFirstFailedItemThrew) {
  for (int run = 0; run < 200; ++run) try {
      parallel_items(64, 4, [&](std::size_t k) {
        if (k >= 5) throw std::runtime_error(std::to_string(k));
      });
      FAIL() << "no exception";
    } catch (const std::runtime_error& e) {
      EXPECT_EQ(std::string(e.what()), "5");
    }
}

TEST(Parallel, BeginsNothingMoreAfterAFailure) {
  std::atomic<int> begun{0};
  EXPECT_THROW(parallel_items(1000000, 2,
                              [&](std::size_t) {
                                ++begun;
                                throw std::bad_alloc();
                              }),
               std::bad_alloc);
  EXPECT_LE(begun, 2);
}

TEST(Parallel, BlocksCarryExceptionsToo) {
  EXPECT_THROW(parallel_blocks(3 * block_rows, 3,
                               [](std::size_t block, std::size_t, std::size_t) {
                                 if (block == 2) throw std::bad_alloc();
                               }),
               std::bad_alloc);
}

/// Leaves room for less than one thread's stack and counts the items that are done all the same.
[[noreturn]] void count_without_threads() {
  std::size_t pages = 0;
  std::ifstream("/proc/self/statm") >> pages;
  const rlim_t used = pages * static_cast<rlim_t>(::sysconf(_SC_PAGESIZE));
  const rlimit limit{used + (2 << 20), used + (2 << 20)};
  std::atomic<int> done{0};
  if (::setrlimit(RLIMIT_AS, &limit) != 0) std::_Exit(2);
  parallel_items(100, 16, [&](std::size_t) { ++done; });
  std::_Exit(done == 100 ? 0 : 1);
}

TEST(Parallel, RefusedThreadsMeanFewerThreads) { EXPECT_EXIT(count_without_threads(), testing::ExitedWithCode(0), ""); }

}  // namespace
}  // namespace halfspace
