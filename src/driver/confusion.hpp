// The counts of mistakes that shards answer.
#pragma once

#include "model/counts.hpp"
#include "shard/answer.hpp"

namespace halfspace {

/// Has it all numbers of so many classes?
bool is_whole_count(const Answer& mistakes, std::size_t classes);

/// What is said of an answer that lacks numbers.
Error incomplete();

/// Are these the answers of all rows, each once? Else an Error (bad_data).
Result<void> check_rows(std::uint64_t answered, std::uint64_t rows);

/// By the weights that came with them where these say something else than rows do, or where `weighted`.
Counts counts_of(const Answer& mistakes, std::size_t classes, bool weighted);

}  // namespace halfspace
