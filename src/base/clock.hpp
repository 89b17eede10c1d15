// The clock: the only place that asks for it.
#pragma once

namespace halfspace {

/// Seconds since the program started.
double seconds_now();

}  // namespace halfspace
