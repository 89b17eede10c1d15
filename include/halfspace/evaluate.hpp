// What a classifier does on labelled rows, why a row got its score, and the classifier for other programs.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "halfspace/data.hpp"
#include "halfspace/export.h"
#include "halfspace/model.hpp"
#include "halfspace/progress.hpp"
#include "halfspace/result.hpp"

namespace halfspace {

/// Predicted labels and probabilities against the labels of rows, which count by their weights.
struct Evaluation {
  std::int64_t rows = 0;
  std::int64_t mistakes = 0;  ///< rows whose predicted label is not theirs
  double accuracy = 0;        ///< by weight where rows have weights; 1 without rows
  /// K x K, row after row: of each true class the rows predicted as each class, in the order of Classifier::classes().
  std::vector<std::int64_t> confusion;
  std::optional<double> roc_auc;   ///< two classes, both among the rows
  std::optional<double> pr_auc;    ///< average precision; two classes, +1 among the rows
  std::optional<double> log_loss;  ///< classifiers with probabilities
  std::optional<double> brier;     ///< classifiers with probabilities
  Report report;                   ///< of `halfspace evaluate`
};

/// `threads` 0: all cores. Errors: those of Classifier::predict, and a label that the classifier does not know.
HALFSPACE_API Result<Evaluation> evaluate(const Classifier& classifier, const DenseRows& rows, const RowLabels& labels,
                                          int threads = 0);
HALFSPACE_API Result<Evaluation> evaluate(const Classifier& classifier, const CsrRows& rows, const RowLabels& labels,
                                          int threads = 0);

/// One term of a score: weight times value of a feature, or multiplier times kernel value of a support row.
struct ScorePart {
  std::string name;
  double value = 0;
  double weight = 0;
  double amount = 0;
};

/// The scores of one row and what they add up from: of each weight vector its terms, the largest first, and its bias.
struct Explanation {
  std::vector<double> scores;
  std::string predicted;
  std::vector<std::vector<ScorePart>> parts;
  std::vector<double> bias;
  Report report;  ///< of `halfspace explain`
};

/// Of row `row`, from 0. Errors: those of Classifier::predict; usage for a voted classifier, which has no single score,
/// and for a row beyond the last.
HALFSPACE_API Result<Explanation> explain(const Classifier& classifier, const DenseRows& rows, std::int64_t row);
HALFSPACE_API Result<Explanation> explain(const Classifier& classifier, const CsrRows& rows, std::int64_t row);

/// The names that exported() takes: those of `halfspace convert --to`.
HALFSPACE_API std::vector<std::string> export_formats();

/// The bytes of a file for another program. `labels`: whole numbers for classes where a format has no others. Errors
/// (usage, bad_data): no such format, a classifier that it cannot hold.
HALFSPACE_API Result<std::string> exported(const Classifier& classifier, const std::string& format,
                                           const std::map<std::string, std::int64_t>& labels = {});

}  // namespace halfspace
