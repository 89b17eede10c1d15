// The clock and the processor count: the only place that asks for either.
#pragma once

namespace halfspace {

/// Seconds since the program started.
double seconds_now();

/// Threads the machine can run at once, at least 1.
unsigned processor_count();

}  // namespace halfspace
