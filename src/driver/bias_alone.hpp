// The model without features: the bias that alone has the least loss.
#pragma once

#include <cstdint>

#include "driver/shard_facts.hpp"
#include "loss/losses.hpp"

namespace halfspace {

struct BiasAlone {
  double bias = 0;
  double loss = 0;  // Σ c_i loss
};

/// Of a class against the others, by the weights of the classes.
BiasAlone best_bias_alone(const ShardFacts& facts, LossKind loss, std::uint32_t positive);

}  // namespace halfspace
