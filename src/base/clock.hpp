// The clock and the processor count: the only place that asks for either.
#pragma once

namespace halfspace {

/// Seconds since the program started.
double seconds_now();

/// Threads the machine can run at once, at least 1.
unsigned processor_count();

/// The process gets SIGALRM after so many seconds.
void alarm_after(double seconds);

}  // namespace halfspace
