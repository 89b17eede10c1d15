// Checks that every learner shares.
#pragma once

#include <string>

#include "train/train.hpp"

namespace halfspace {

/// Scaling that moves the origin does not go with bias `none`.
Result<void> check_scale(const TrainRequest& request, Bias bias);

/// Do so many weights of each output fit in request.memory_bytes? `what` says in a message what needs them; "" is the
/// weights of the columns.
Result<void> check_memory(std::uint64_t weights, std::size_t outputs, const TrainRequest& request,
                          const std::string& what = "");

/// How many fits of these rows, each with a copy of them, may run side by side: at most request.threads, and as many as
/// request.memory_bytes holds, but one.
unsigned fits_at_once(const Dataset& data, const TrainRequest& request);

}  // namespace halfspace
