// A perceptron's run with the table of its visits: `halfspace trace`.
#pragma once

#include <optional>
#include <string>
#include <vector>

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
/// digits stand, where they can be looked at again. Errors: as learn(); usage for another learner; bad_data for a row
/// without a finite score, for a table larger than --max-memory or 1 GiB.
Result<TracedRun> traced_run(const Dataset& data, const Settings& settings, const std::string& source,
                             std::optional<TextAgain> text, const TrainObserver& observer);

/// Of a run that is graded by: one that was cut short says nothing of a student. Error: interrupted.
Result<void> check_end(Status status);

}  // namespace halfspace
