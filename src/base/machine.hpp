// What the machine lets a run use where nobody says how much: its memory and its processors.
#pragma once

#include <cstdint>
#include <optional>

namespace halfspace {

/// Bytes: half of what the machine, or the address space, has.
std::uint64_t usable_memory();

/// Bytes that this process may still have now, within its control group (cgroup v2); nothing where the system does not say.
std::optional<std::uint64_t> available_memory();

/// Processors that this process may run on, at least 1.
unsigned processor_count();

}  // namespace halfspace
