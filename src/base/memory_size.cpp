#include "base/memory_size.hpp"

#include <algorithm>

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

}  // namespace halfspace
