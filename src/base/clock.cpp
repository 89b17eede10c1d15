#include "base/clock.hpp"

#include <algorithm>
#include <chrono>
#include <thread>

namespace halfspace {
namespace {

using Clock = std::chrono::steady_clock;
const Clock::time_point begun = Clock::now();

}  // namespace

double seconds_now() { return std::chrono::duration<double>(Clock::now() - begun).count(); }

unsigned processor_count() { return std::max(1U, std::thread::hardware_concurrency()); }

}  // namespace halfspace
