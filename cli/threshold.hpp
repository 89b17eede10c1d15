// --threshold T: from which probability on a row is predicted +1.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "flags.hpp"
#include "model/model.hpp"
#include "model/threshold.hpp"
#include "verbs/flags.hpp"

namespace halfspace::cli {

/// T in (0, 1), for a model of two classes with probabilities; 0.5 where the flag is not given.
Result<double> threshold(const Args& args, const Model& model);

/// Error (usage) where the flag is given and the model has no probabilities.
Result<void> check_probabilities(const Args& args, const Model& model, const std::string& flag);

/// The class of each row: by the scores, or where the flag is given by P(+1) >= T.
std::vector<std::uint32_t> predicted_classes(const Args& args, const Model& model, std::span<const double> score,
                                             double threshold);

/// Predicted against true classes; with the flag a row on the boundary is one with P(+1) = T.
Counts counts_at(const Args& args, const Model& model, std::span<const double> score,
                 std::span<const std::uint32_t> truth, std::span<const double> weight, double threshold);

/// "score 0 is predicted b", "P(b) >= 0.8 is predicted b".
std::string rule_text(const Args& args, const Model& model, double threshold);

}  // namespace halfspace::cli
