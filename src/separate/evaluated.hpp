// What no linear model on a model's features could have avoided on the rows it is evaluated on.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>

#include "format/read.hpp"
#include "model/model.hpp"
#include "separate/unavoidable.hpp"

namespace halfspace {

/// Disjoint witnesses among the rows of `data`, whose true classes (0 or 1) are `truth`. Nothing where none of this is
/// about predicted labels or exact values: more than two classes, a kernel, votes, no bias (then a row on the boundary
/// may be right), filled cells, large data. Errors: the memory for features, reading the digits again.
Result<std::optional<Unavoidable>> unavoidable_for(const Model& model, const Dataset& data,
                                                   std::span<const std::uint32_t> truth, const TextAgain& text,
                                                   std::uint64_t max_bytes, const DecideOptions& options);

}  // namespace halfspace
