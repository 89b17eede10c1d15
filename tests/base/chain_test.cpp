// run_chain: what is given is what was taken, in its order, for any number of threads and whatever a block's work lasts.
#include "base/chain.hpp"

#include <atomic>
#include <functional>
#include <numeric>
#include <stdexcept>

#include <gtest/gtest.h>

#include "base/rng.hpp"

namespace halfspace {
namespace {

/// Blocks 0 to count - 1, each with the sum of some numbers as its work.
struct SumChain {
  explicit SumChain(unsigned threads) : slots(chain_slots(threads)), sums(chain_slots(threads)) {}

  std::vector<std::size_t> slots;
  std::vector<std::uint64_t> sums;
  std::size_t taken = 0;
  std::vector<std::size_t> given;
  std::atomic<int> taking = 0;

  ChainSteps steps(std::size_t count, std::size_t last_wanted) {
    return {[this, count](std::size_t slot) {
              EXPECT_EQ(taking++, 0);
              if (taken < count) slots[slot] = taken;
              --taking;
              return taken < count && ++taken > 0;
            },
            [this](std::size_t slot) {
              Rng rng(slots[slot], Stream::holdout);
              sums[slot] = 0;
              for (std::uint64_t k = rng.bounded(20000); k > 0; --k) sums[slot] += rng.bounded(3);
            },
            [this, last_wanted](std::size_t slot) {
              Rng rng(slots[slot], Stream::holdout);
              std::uint64_t sum = 0;
              for (std::uint64_t k = rng.bounded(20000); k > 0; --k) sum += rng.bounded(3);
              EXPECT_EQ(sums[slot], sum);
              given.push_back(slots[slot]);
              return slots[slot] != last_wanted;
            }};
  }
};

TEST(Chain, GivesWhatWasTakenInOrder) {
  for (const unsigned threads : {1U, 2U, 3U, 8U}) {
    for (const std::size_t count : {0U, 1U, 2U, 7U, 200U}) {
      SumChain run(threads);
      EXPECT_TRUE(run_chain(threads, run.steps(count, count)).empty());
      std::vector<std::size_t> all(count);
      std::iota(all.begin(), all.end(), 0);
      EXPECT_EQ(run.given, all);
    }
  }
}

TEST(Chain, TheRestIsInOrder) {
  for (const unsigned threads : {1U, 2U, 4U}) {
    SumChain run(threads);
    const auto rest = run_chain(threads, run.steps(100, 20));
    EXPECT_EQ(run.given.size(), 21U);
    EXPECT_EQ(run.taken, 21 + rest.size());
    for (std::size_t k = 0; k < rest.size(); ++k) EXPECT_EQ(run.slots[rest[k]], 21 + k);
  }
}

TEST(Chain, ThrowsWhatAStepThrows) {
  for (const unsigned threads : {1U, 2U, 4U}) {
    for (const int step : {0, 1, 2}) {
      const auto fails = [&](int now, std::size_t k) {
        if (now == step && k == 5) throw std::runtime_error("five");
      };
      SumChain run(threads);
      ChainSteps steps = run.steps(50, 50);
      const ChainSteps inner = steps;
      steps.take = [&](std::size_t slot) { return fails(0, run.taken), inner.take(slot); };
      steps.work = [&](std::size_t slot) { fails(1, run.slots[slot]), inner.work(slot); };
      steps.give = [&](std::size_t slot) { return fails(2, run.slots[slot]), inner.give(slot); };
      EXPECT_THROW(run_chain(threads, steps), std::runtime_error);
      EXPECT_LE(run.given.size(), 5U);
    }
  }
}

}  // namespace
}  // namespace halfspace
