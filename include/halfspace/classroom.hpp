// For lectures and exercises: every visit of a perceptron as a table, curves to draw.
#pragma once

#include <cstdint>
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

/// A sheet with small data, a question, a solution and marks.
struct Exercise {
  std::string sheet;  ///< in the form asked for
  std::string data;   ///< the rows as CSV, columns x1, x2 and the label y
  Report report;      ///< of `halfspace exercise --json`: question, solution and marks, every number
};

/// The exercise of a kind (exercise_kind_names()) and a seed, the same on every machine (docs/classroom.md). `form`:
/// markdown, latex or text. `solution`: yes, no or only. Errors: usage for another word.
HALFSPACE_API Result<Exercise> exercise(const std::string& kind, std::uint64_t seed,
                                        const std::string& form = "markdown", const std::string& solution = "yes");

/// Kinds of exercises, simple ones first.
HALFSPACE_API std::vector<std::string> exercise_kind_names();

/// A verdict on a student's work.
struct Grading {
  bool accepted = false;
  Report report;  ///< of `halfspace grade --json`: the first slip and why, the accepted ways of writing
};

/// Checks a student's trace of a perceptron on the rows of `path`: a CSV with the columns of trace_file() or fewer, only
/// updates or all visits; or one line of final weights, of any linear learner (docs/classroom.md). What the options do not
/// name is as train_file() has it. Options: grade_option_names(). Errors: as train_file(); io and bad_data for `student`.
HALFSPACE_API Result<Grading> grade_file(const std::string& path, const std::string& student, const Options& options,
                                         const Watch& watch = {});

/// Names that a call knows.
HALFSPACE_API std::vector<std::string> grade_option_names();  ///< grade_file()
HALFSPACE_API std::vector<std::string> trace_option_names();  ///< trace_file()

}  // namespace halfspace
