// The counts of mistakes that shards answer.
#pragma once

#include "model/counts.hpp"
#include "shard/answer.hpp"

namespace halfspace {

/// Has it all numbers of so many classes?
bool is_whole_count(const Answer& mistakes, std::size_t classes);

/// What is said of an answer that lacks numbers.
Error incomplete();

/// `weighted`: by the weights that came with them.
Counts counts_of(const Answer& mistakes, std::size_t classes, bool weighted);

}  // namespace halfspace
