// A perceptron's run with the table of its visits: `halfspace trace`.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "base/json.hpp"
#include "classroom/visit_flags.hpp"
#include "classroom/visit_table.hpp"
#include "classroom/visit_text.hpp"
#include "format/read.hpp"
#include "select/learn.hpp"

namespace halfspace {

/// Error (usage): no such form.
Result<TableForm> table_form(const Settings& settings);

struct TracedRun {
  TrainRequest request;
  Learned learned;
  VisitTable table;
};

/// Trains as `train` does, with the perceptron where no learner is named, and gathers every visit. `text` is where the
/// digits stand, where they can be looked at again. Errors: as learn(); usage for another learner; bad_data for a table
/// larger than --max-memory or 1 GiB.
Result<TracedRun> traced_run(const Dataset& data, const Settings& settings, const std::string& source,
                             std::optional<TextAgain> text, const TrainObserver& observer);

/// The members of `trace --json`: visits, and what `train --json` says of the run.
Json trace_json(const Dataset& data, const TracedRun& run);

/// What the names of the table mean: x1 = sepal_length; y = 1 versicolor, -1 setosa.
std::string trace_legend(const TracedRun& run);

/// For people: the legend, the table, and how the run ended.
std::string trace_text(const TracedRun& run);

}  // namespace halfspace
