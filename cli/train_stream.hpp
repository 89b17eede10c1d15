// halfspace train DATA --stream, and what other runs end with whose rows are not in memory.
#pragma once

#include "flags.hpp"
#include "select/learn.hpp"
#include "session.hpp"

namespace halfspace::cli {

/// Writes the model of -o, scores --test, and tells of a run that began at `begun`.
Outcome tell_of_run(const Args& args, double begun, const Dataset& data, const TrainRequest& request, Learned& learned,
                    ProgressLine& line, const StopToken& stop);

/// Learns, writes the model of -o, scores --test, and tells.
Outcome train_stream(const Args& args);

}  // namespace halfspace::cli
