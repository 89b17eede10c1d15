#include "base/clock.hpp"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <thread>

#include <sys/time.h>

namespace halfspace {
namespace {

using Clock = std::chrono::steady_clock;
const Clock::time_point begun = Clock::now();

}  // namespace

double seconds_now() { return std::chrono::duration<double>(Clock::now() - begun).count(); }

unsigned processor_count() { return std::max(1U, std::thread::hardware_concurrency()); }

void alarm_after(double seconds) {
  constexpr double longest = 1e9;
  const double whole = std::floor(std::min(seconds, longest));
  struct itimerval timer{};
  timer.it_value.tv_sec = static_cast<time_t>(whole);
  timer.it_value.tv_usec = static_cast<suseconds_t>(std::max(1.0, (std::min(seconds, longest) - whole) * 1e6));
  ::setitimer(ITIMER_REAL, &timer, nullptr);
}

}  // namespace halfspace
