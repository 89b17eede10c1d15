// Why rows got their scores: what features and columns add, and the smallest change that changes a label.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "halfspace/data.hpp"
#include "halfspace/export.h"
#include "halfspace/model.hpp"
#include "halfspace/options.hpp"
#include "halfspace/progress.hpp"
#include "halfspace/result.hpp"

namespace halfspace {

/// One term of a score: amount = weight times value of a feature, or multiplier times kernel value of a support row.
struct ScorePart {
  std::string name;  ///< of the feature, or the number of a support row, from 1
  double value = 0;  ///< in original units
  double weight = 0;
  double amount = 0;
};

/// The scores of one row and what they add up from: of each weight vector its terms, the largest first, and its bias.
struct Explanation {
  std::vector<double> scores;                 ///< Classifier::outputs() of them
  std::string predicted;                      ///< label
  std::vector<std::vector<ScorePart>> parts;  ///< of each weight vector
  std::vector<double> bias;                   ///< of each weight vector
  Report report;                              ///< of `halfspace explain`
};

/// Of row `row`, from 0 to n - 1. `max_memory_mib` as in PredictOptions. Errors: those of
/// Classifier::predict; usage for a voted classifier, which has no single score, and for a row beyond the last.
HALFSPACE_API Result<Explanation> explain(const Classifier& classifier, const DenseRows& rows, std::int64_t row,
                                          std::int64_t max_memory_mib = 0);
HALFSPACE_API Result<Explanation> explain(const Classifier& classifier, const CsrRows& rows, std::int64_t row,
                                          std::int64_t max_memory_mib = 0);

}  // namespace halfspace
