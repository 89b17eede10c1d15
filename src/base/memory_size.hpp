// How much memory a run may take where nobody says so.
#pragma once

#include <cstdint>

namespace halfspace {

/// Bytes: half of what the machine, or the address space, has.
std::uint64_t usable_memory();

}  // namespace halfspace
