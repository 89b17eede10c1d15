#include "base/machine.hpp"

#include <algorithm>
#include <fstream>
#include <limits>
#include <string>
#include <thread>

#include <sched.h>
#include <sys/resource.h>
#include <unistd.h>

namespace halfspace {

std::uint64_t usable_memory() {
  const auto pages = static_cast<std::uint64_t>(std::max(1L, ::sysconf(_SC_PHYS_PAGES)));
  const auto page = static_cast<std::uint64_t>(std::max(1L, ::sysconf(_SC_PAGESIZE)));
  std::uint64_t limit = pages * page / 2;
  struct rlimit space{};
  if (::getrlimit(RLIMIT_AS, &space) == 0 && space.rlim_cur != RLIM_INFINITY)
    limit = std::min<std::uint64_t>(limit, space.rlim_cur / 2);
  return limit;
}

std::optional<std::uint64_t> available_memory() {
  std::ifstream lines("/proc/meminfo");
  std::string name;
  for (std::uint64_t kib = 0; lines >> name >> kib; lines.ignore(std::numeric_limits<std::streamsize>::max(), '\n')) {
    if (name == "MemAvailable:") return kib << 10U;
  }
  return std::nullopt;
}

unsigned processor_count() {
  cpu_set_t ours;  // fails above 1,024 processors
  if (::sched_getaffinity(0, sizeof ours, &ours) == 0) return static_cast<unsigned>(std::max(1, CPU_COUNT(&ours)));
  return std::max(1U, std::thread::hardware_concurrency());
}

}  // namespace halfspace
