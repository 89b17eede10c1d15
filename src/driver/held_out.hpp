// What an answer to `held_out` says of a model, in the order of its sums (shard/answer_held_out.cpp).
#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "select/held_out_sums.hpp"
#include "shard/question.hpp"

namespace halfspace {

/// `sums`: those of one model, held_out_sums() of the question. `probable`: has it probabilities?
inline HeldOutSums held_out_of(std::span<const double> sums, std::size_t classes, bool probable) {
  HeldOutSums out;
  for (std::size_t k = 0; k < classes; ++k) out.classes.push_back({sums[3 * k], sums[3 * k + 1], sums[3 * k + 2]});
  if (probable) {
    out.log_loss = sums[3 * classes];
    out.brier = sums[3 * classes + 1];
  }
  if (classes == 2) out.loss = sums[3 * classes + 2];
  return out;
}

}  // namespace halfspace
