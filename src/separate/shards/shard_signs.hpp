// What the rows of one shard answer a SignQuestion: signs by exact arithmetic where doubles leave them open.
#pragma once

#include "base/stop.hpp"
#include "separate/shards/sign_answer.hpp"
#include "shard/shard.hpp"

namespace halfspace {

/// One pass over the rows. What they cannot answer is a failure of the answer. The bits do not depend on `threads`. Throws
/// Stopped.
SignAnswer answer_signs(const Shard& shard, const SignQuestion& question, unsigned threads, const StopToken& stop = {});

}  // namespace halfspace
