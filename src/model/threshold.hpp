// +1 where its probability is at least a threshold, in place of where the score is at least 0.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "halfspace/result.hpp"
#include "model/counts.hpp"
#include "model/model.hpp"

namespace halfspace {

/// Errors (usage): a threshold outside (0, 1), a model without probabilities or of other than two classes.
Result<void> check_threshold(const Model& model, double threshold);

/// Why a model has no probabilities, and which have: for messages.
std::string no_probabilities_text(const Model& model);

/// The class of each row, by the threshold where there is one.
std::vector<std::uint32_t> predicted_classes(const Model& model, std::span<const double> score,
                                             std::optional<double> threshold);

/// count_predictions() of these classes; on the boundary are rows whose probability is the threshold.
Counts counts_at(const Model& model, std::span<const double> score, std::span<const std::uint32_t> truth,
                 std::span<const double> weight, std::optional<double> threshold);

}  // namespace halfspace
