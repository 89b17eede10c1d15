// The verdicts of many classes, for people and as JSON.
#pragma once

#include <string>

#include "base/json.hpp"
#include "data/bias.hpp"
#include "data/dataset.hpp"
#include "separate/separate_pairs.hpp"

namespace halfspace {

/// The members of `separate --json` between the head and the seconds, of more than two classes.
Json pairs_json(const Dataset& data, Bias bias, const PairVerdicts& found);
std::string pairs_text(const PairVerdicts& found);

}  // namespace halfspace
