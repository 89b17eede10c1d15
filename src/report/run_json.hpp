// Parts of a perceptron run's JSON: multipliers, start, scaling, the mistake bound, the runs of one-vs-rest.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "base/json.hpp"
#include "data/dataset.hpp"
#include "train/train.hpp"

namespace halfspace {

/// [{row, line, multiplier}] of the multipliers that are not 0; null beyond 10,000 of them. `rows` of the data they are
/// of; empty: all.
Json alpha_json(const Dataset& data, std::span<const double> alpha, std::span<const std::uint64_t> rows = {});

/// The weights a run began with, in original units; null for zero. `start` is the learner's, w then b of each class.
Json start_json(const Model& model, const std::vector<double>& start);

/// shift and factor of each feature as the learner saw them, (x - shift) factor; null without scaling.
Json scaling_json(const FeatureMap& map);

/// mistakes_at_least, the disjoint witnesses, and whether the rows outside them are separable (null: not known); null
/// where not asked.
Json unavoidable_json(const std::optional<Unavoidable>& known, const Dataset& data);

/// What the run is held against, and how near it came.
Json bound_json(const MistakeBound& bound, const PerceptronResult& run);

Json runs_json(const Dataset& data, const Trained& trained);

}  // namespace halfspace
