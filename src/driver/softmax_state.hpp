// What a run of multinomial regression remembers, as bytes of a checkpoint.
#pragma once

#include <cstddef>

#include "driver/softmax_run.hpp"
#include "shard/packed.hpp"

namespace halfspace {

void pack(Packer& to, const SoftmaxState& state);
SoftmaxState softmax_state_from(Unpacker& from);

/// Has every vector in use n numbers, of that many columns?
bool fits_weights(const SoftmaxState& s, std::size_t n, std::size_t dims);

}  // namespace halfspace
