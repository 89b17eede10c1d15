// Counts by the scores that the runs themselves have of the rows (solver/perceptron/perceptron.hpp, OwnScores): weights
// as they are given are rounded, and a row on the boundary may be off it by them.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "model/counts.hpp"
#include "solver/perceptron/perceptron.hpp"

namespace halfspace {

struct OwnCounts {
  Counts counts;               // mistakes are wrong labels
  std::vector<double> margin;  // in the scale of the scores
  double threshold = 0;        // β in it
};

/// Of one run, or of one a class; nothing where one of them has no scores of its own.
std::optional<OwnCounts> own_counts(const std::vector<PerceptronResult>& runs, std::span<const std::uint32_t> truth,
                                    std::span<const double> weight);

}  // namespace halfspace
