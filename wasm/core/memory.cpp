// What src/base asks of the machine, in a module: a limit that the page may move (option max-memory), one processor, no
// huge pages, and GMP's own functions, which trap where there is no memory.
#include <cstddef>

#include "base/gmp_memory.hpp"
#include "base/huge_pages.hpp"
#include "base/machine.hpp"

namespace halfspace {

std::uint64_t usable_memory() { return std::uint64_t{512} << 20U; }

unsigned processor_count() { return 1; }

void prefer_huge_pages(void*, std::size_t) {}

bool throwing_gmp_memory() { return true; }

}  // namespace halfspace
