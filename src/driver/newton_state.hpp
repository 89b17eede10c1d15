// What a run in partitions remembers, as bytes of a checkpoint.
#pragma once

#include <cstddef>

#include "driver/newton_run.hpp"
#include "shard/packed.hpp"

namespace halfspace {

void pack(Packer& to, const NewtonState& state);
NewtonState newton_state_from(Unpacker& from);

/// Has every vector in use d numbers?
bool fits_columns(const NewtonState& state, std::size_t d);

/// What the answer to `sizes` told.
void pack_sizes(Packer& to, const ShardFacts& facts);
void unpack_sizes(Unpacker& from, ShardFacts& facts);

}  // namespace halfspace
