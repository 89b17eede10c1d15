// Where the runs of an objective begin: what the caller gave in original units, as each run has it.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "data/dataset.hpp"
#include "feature/feature_map.hpp"
#include "solver/linear/linear.hpp"
#include "train/targets.hpp"
#include "train/train.hpp"

namespace halfspace {

/// Errors (usage): a learner that takes no start, sizes that do not fit, numbers that are not finite or no multipliers.
/// `cols` features.
Result<void> check_start(const TrainRequest& request, const Targets& targets, Multiclass multiclass,
                         std::uint64_t cols);

/// That of run k, in the units of the learner, with the multipliers of the rows of `data`; nothing where none is given.
std::optional<LinearStart> start_of_run(const LinearRequest& request, const FeatureMap& map, const Dataset& data,
                                        std::size_t k);

/// Those of all vectors of a joint objective, each with its bias last; empty where none is given.
std::vector<double> start_of_vectors(const LinearRequest& request, const FeatureMap& map, std::size_t vectors);

}  // namespace halfspace
