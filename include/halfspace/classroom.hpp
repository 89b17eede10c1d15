// For lectures and exercises: every visit of a perceptron as a table, curves to draw.
#pragma once

#include <string>
#include <vector>

#include "halfspace/export.h"
#include "halfspace/options.hpp"
#include "halfspace/progress.hpp"
#include "halfspace/result.hpp"

namespace halfspace {

/// A table of visits, and what is said of it.
struct VisitedTable {
  std::string table;  ///< in the form of the option `output-format`: text (default), csv, latex, markdown
  Report report;      ///< of `halfspace trace --json`: every visit, and what train() reports of the run
};

/// Trains a perceptron on the rows of a file as train_file() does and shows every visit, changed weights or not
/// (docs/formats/visits.md). Options: trace_option_names(). Errors: as train_file(); usage for another learner; bad_data
/// for a table larger than half of max-memory, or 1 GiB.
HALFSPACE_API Result<VisitedTable> trace_file(const std::string& path, const Options& options, const Watch& watch = {});

/// Values of a curve that courses draw, at each number: `sign` and `step` of a score, `sigmoid` = 1/(1 + e^-s), and of
/// margins the losses `zero-one` (1 where m <= 0), `perceptron`, `hinge`, `squared-hinge`, `logistic`, `modified-huber`.
/// Errors: usage for another name.
HALFSPACE_API Result<std::vector<double>> curve(const std::string& name, const std::vector<double>& at);

/// Names that trace_file() knows.
HALFSPACE_API std::vector<std::string> trace_option_names();

}  // namespace halfspace
