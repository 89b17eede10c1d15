#include "base/huge_pages.hpp"

#include <cstdint>

#include <sys/mman.h>

namespace halfspace {

void prefer_huge_pages(void* at, std::size_t bytes) {
#ifdef MADV_HUGEPAGE
  constexpr std::size_t least = std::size_t{8} << 20U;
  constexpr std::uintptr_t page = 4096;
  if (bytes < least) return;
  const auto first = (reinterpret_cast<std::uintptr_t>(at) + page - 1) / page * page;  // NOLINT
  const auto last = (reinterpret_cast<std::uintptr_t>(at) + bytes) / page * page;      // NOLINT
  ::madvise(reinterpret_cast<void*>(first), last - first, MADV_HUGEPAGE);              // NOLINT: advice alone
#else
  static_cast<void>(at);
  static_cast<void>(bytes);
#endif
}

}  // namespace halfspace
