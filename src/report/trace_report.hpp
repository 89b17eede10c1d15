// What `trace` says of a run: for programs, and for people.
#pragma once

#include <string>

#include "base/json.hpp"
#include "classroom/traced_run.hpp"
#include "data/dataset.hpp"

namespace halfspace {

/// The members of `trace --json`: visits, and what `train --json` says of the run.
Json trace_json(const Dataset& data, const TracedRun& run);

/// What the names of the table mean: x1 = sepal_length; y = 1 versicolor, -1 setosa.
std::string trace_legend(const TracedRun& run);

/// For people: the legend, the table, and how the run ended.
std::string trace_text(const TracedRun& run);

}  // namespace halfspace
