// Limits of a call: threads, memory, seconds.
#pragma once

#include <cstdint>

#include "base/simd_choice.hpp"
#include "train/settings.hpp"

namespace halfspace {

/// --threads in 1..4096; without it the machine's cores.
Result<unsigned> thread_count(const Settings& settings);

/// --simd; automatic without it.
Result<Simd> simd_of(const Settings& settings);

/// --max-memory in bytes; without it half of what the machine, or the address space, has.
Result<std::uint64_t> memory_limit(const Settings& settings);

/// --timeout; 0 without it.
Result<double> timeout_seconds(const Settings& settings);

}  // namespace halfspace
