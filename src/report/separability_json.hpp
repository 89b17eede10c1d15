// What exact arithmetic found of the classes of a run, as JSON.
#pragma once

#include <vector>

#include "base/json.hpp"
#include "data/dataset.hpp"
#include "separate/separability.hpp"

namespace halfspace {

/// [{row, line, label, multiplier}]. Multipliers are whole numbers, as strings.
Json multipliers_json(const std::vector<Multiplier>& multipliers, const Dataset& data);

/// [{row, line, label, multiplier}], with more than two classes also `other`, the class whose score the row's own class
/// shall exceed; null where there is none. Multipliers are whole numbers, as strings.
Json witness_json(const Separability& known, const Dataset& data);

/// The verdict's name, null where nothing was asked.
Json verdict_json(const Separability& known);

}  // namespace halfspace
