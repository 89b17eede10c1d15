// Work on the blocks of a stream: blocks are taken one after another, worked on side by side, and given in the order
// in which they were taken. So what is given is the same for any number of threads.
#pragma once

#include <cstddef>
#include <functional>
#include <vector>

namespace halfspace {

/// Each block has a slot from its taking to its giving.
struct ChainSteps {
  std::function<bool(std::size_t slot)> take;  // by one thread at a time; false: there are no more
  std::function<void(std::size_t slot)> work;  // beside all other calls
  std::function<bool(std::size_t slot)>
      give;  // by the caller's thread, beside take and work; false: no more are wanted
};

/// Slots that keep so many threads at work.
inline std::size_t chain_slots(unsigned threads) { return threads <= 1 ? 1 : 2 * std::size_t{threads}; }

/// Runs the chain with chain_slots(threads) slots on up to `threads` threads (at least 1), fewer where the system
/// refuses them. Returns the slots of blocks that were worked on and not given, in order. Where a step throws, no
/// further one is begun, and the exception reaches the caller once all threads are done.
std::vector<std::size_t> run_chain(unsigned threads, const ChainSteps& steps);

}  // namespace halfspace
