// Which part of the rows each row is held out with.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace halfspace {

/// A fold 0..folds-1 for each row: the rows of each class, shuffled, are dealt out in turn, so that folds differ by at
/// most one row of a class, and by at most one row of all. Repeats continue the stream of draws.
std::vector<std::uint32_t> stratified_folds(std::span<const std::uint32_t> label, std::size_t classes, unsigned folds,
                                            std::uint64_t seed, unsigned repeat);

}  // namespace halfspace
