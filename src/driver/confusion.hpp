// The counts of mistakes that shards answer.
#pragma once

#include "model/counts.hpp"
#include "shard/answer.hpp"

namespace halfspace {

/// `weighted`: by the weights that came with them.
Counts counts_of(const Answer& mistakes, std::size_t classes, bool weighted);

}  // namespace halfspace
