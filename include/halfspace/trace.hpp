// Training that shows every update of a perceptron, as the command line's --trace does (docs/formats/trace.md).
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "halfspace/data.hpp"
#include "halfspace/export.h"
#include "halfspace/options.hpp"
#include "halfspace/progress.hpp"
#include "halfspace/result.hpp"
#include "halfspace/train.hpp"

namespace halfspace {

/// One update of a perceptron, as a line of --trace tells it (docs/formats/trace.md).
struct TraceStep {
  std::int64_t pass = 0;             ///< from 1
  std::int64_t visit = 0;            ///< from 1
  std::int64_t row = 0;              ///< from 0, among the caller's rows; of a mini-batch its first mistake
  double score = 0;                  ///< w.x + b of this row before the update; argmax: the margin to the rival
  double multiplier = 0;             ///< c: (w, b) += c y (x, 1)
  double squared_norm = 0;           ///< |(w, b)|^2 after the update
  std::vector<double> weights;       ///< after the update: w, then b; of argmax class after class; empty beyond 64
                                     ///< columns and with a kernel
  std::vector<std::int64_t> rows;    ///< of a mini-batch: its mistakes; of other steps `row` alone
  std::vector<double> scores;        ///< of these rows
  std::vector<double> multipliers;   ///< of these rows
  std::optional<std::string> label;  ///< one-vs-rest: whose run this is; argmax: the class of the row
  std::optional<std::string> rival;  ///< argmax: the other class of the largest score
  std::optional<double> separator_product;  ///< (w, b).w* after the update, w* the separator of largest margin at
                                            ///< length 1, where it is known
  std::optional<double> cosine;             ///< of the angle between (w, b) and w*; none where (w, b) is 0
};

/// As train() with a perceptron, calling `seen` at each update; false ends the run (status interrupted, what it has is
/// kept). Weights, scores and w* are those of the rows that the perceptron sees: scaled ones with the option `scale`.
/// `seen` is called from the calling thread and must not throw; an empty one is never called. The runs of `calibrate`
/// are not shown. Errors: as train(), and usage for another learner.
HALFSPACE_API Result<Training> train_traced(const DenseRows& rows, const RowLabels& labels, const Options& options,
                                            const std::function<bool(const TraceStep&)>& seen, const Watch& watch = {});
HALFSPACE_API Result<Training> train_traced(const CsrRows& rows, const RowLabels& labels, const Options& options,
                                            const std::function<bool(const TraceStep&)>& seen, const Watch& watch = {});

}  // namespace halfspace
