// What a classifier does on labelled rows, why a row got its score, and the classifier for other programs.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "halfspace/data.hpp"
#include "halfspace/export.h"
#include "halfspace/model.hpp"
#include "halfspace/options.hpp"
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

/// Of n rows with a label each; without rows the counts are 0 and the rest is empty. Errors: those of
/// Classifier::predict, and a label that the classifier does not know (bad_data).
HALFSPACE_API Result<Evaluation> evaluate(const Classifier& classifier, const DenseRows& rows, const RowLabels& labels,
                                          const PredictOptions& options = {});
HALFSPACE_API Result<Evaluation> evaluate(const Classifier& classifier, const CsrRows& rows, const RowLabels& labels,
                                          const PredictOptions& options = {});

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

/// The names that exported() takes: those of `halfspace convert --to`. Classifier::bytes() is halfspace's own format.
HALFSPACE_API std::vector<std::string> export_formats();

/// The bytes of a file for another program, and what of the classifier is not in them.
struct Export {
  std::string bytes;
  std::vector<std::string> notes;
};

/// Errors (usage, bad_data): no such format, an option that the format has not, a classifier that it cannot hold.
HALFSPACE_API Result<Export> exported(const Classifier& classifier, const std::string& format,
                                      const ExportOptions& options = {});

}  // namespace halfspace
