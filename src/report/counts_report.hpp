// Predicted labels against true ones, for people and as JSON.
#pragma once

#include <string>

#include "base/json.hpp"
#include "model/counts.hpp"

namespace halfspace {

/// "3 %", "3 % of their weight"
std::string error_text(const Counts& counts);

/// "5 mistakes in 100 rows (5 %); 2 false positives, ..."
std::string counts_text(const Counts& counts);

/// null where nothing was counted, else {"rows", "mistakes", "error", "false_positives", "false_negatives",
/// "on_boundary", "perceptron_loss"}, and "weight" where rows have weights
Json counts_json(const Counts& counts);

}  // namespace halfspace
