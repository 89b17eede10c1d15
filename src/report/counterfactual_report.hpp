// The smallest change that changes a label, for people and as JSON.
#pragma once

#include "base/json.hpp"
#include "model/counterfactual.hpp"
#include "report/lines.hpp"

namespace halfspace {

void add_counterfactual(Lines& lines, const Model& model, const Counterfactual& found);

/// `counterfactual` of `explain --json`.
Json counterfactual_json(const Model& model, const Counterfactual& found);

}  // namespace halfspace
