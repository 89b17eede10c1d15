#include "base/clock.hpp"

#include <chrono>

namespace halfspace {
namespace {

using Clock = std::chrono::steady_clock;
const Clock::time_point begun = Clock::now();

}  // namespace

double seconds_now() { return std::chrono::duration<double>(Clock::now() - begun).count(); }

}  // namespace halfspace
