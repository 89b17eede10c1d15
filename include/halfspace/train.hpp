// Training: rows and options in, a classifier and how the run went out. docs/algorithms.md says what every option does.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>

#include "halfspace/classifier.hpp"
#include "halfspace/export.h"
#include "halfspace/options.hpp"
#include "halfspace/result.hpp"
#include "halfspace/rows.hpp"

namespace halfspace {

/// Where a run is; asked now and then.
struct TrainProgress {
  std::int64_t visits = 0;
  std::int64_t passes = 0;
  std::int64_t updates = 0;
  double fraction = -1;  ///< done, in [0, 1], of a run of known length; else negative
};

/// Called from the calling thread; false ends the run: its status is `interrupted` and what it has is kept. It must not
/// throw.
using Watch = std::function<bool(const TrainProgress&)>;

/// A finished run. Not to converge, or not to be separable, is an answer and no Error: `status` tells.
struct Training {
  Classifier classifier;
  std::string status;  ///< converged, vacuous, not-separable, not-converged, passes, rounds, patience, timeout,
                       ///< interrupted
  std::string stop_reason;
  std::int64_t rows = 0;  ///< trained on
  std::int64_t visits = 0;
  std::int64_t passes = 0;
  std::int64_t updates = 0;
  std::int64_t mistakes = 0;  ///< of the classifier on the training rows, by the run's own mistake rule; -1: the run
                              ///< was stopped before they were counted
  std::optional<bool> separable;  ///< proved: true or false; nothing: not known
  std::string json;               ///< the answer of `halfspace train --json`, without version, seconds and peak_bytes
  std::string text;               ///< the report of `halfspace train`
};

/// Learns from rows in memory. Equal numbers, labels and options give the weights that the command line finds in their
/// text; the model is named by the XXH3-128 of the arrays in place of the text's. Errors: usage (options, sizes that do
/// not fit), bad_data (no rows, one class, a number that is not finite; row and column are named, from 0). Options
/// about files are refused.
HALFSPACE_API Result<Training> train(const DenseRows& rows, const RowLabels& labels, const Options& options = {},
                                     const Watch& watch = {});
HALFSPACE_API Result<Training> train(const CsrRows& rows, const RowLabels& labels, const Options& options = {},
                                     const Watch& watch = {});

/// Learns from a file, as `halfspace train PATH` does, to the same model bytes. Errors: io, bad_data, usage;
/// interrupted when the run was ended before there was anything to keep.
HALFSPACE_API Result<Training> train_file(const std::string& path, const Options& options = {},
                                          const Watch& watch = {});

}  // namespace halfspace
