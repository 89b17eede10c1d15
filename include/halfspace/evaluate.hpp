// What a classifier does on labelled rows, and the classifier for other programs.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "halfspace/data.hpp"
#include "halfspace/explain.hpp"
#include "halfspace/export.h"
#include "halfspace/model.hpp"
#include "halfspace/options.hpp"
#include "halfspace/progress.hpp"
#include "halfspace/result.hpp"

namespace halfspace {

// NOLINTBEGIN(readability-redundant-member-init): as in options.hpp

/// How a classifier is judged; `threshold` as in PredictOptions.
struct EvaluateOptions {
  int threads = 0;                       ///< 1..4096; 0: all cores. Results do not depend on it
  Simd simd = Simd::automatic;           ///< `portable`: the same bits on every machine
  std::int64_t max_memory_mib = 0;       ///< 1..10^12, most memory for a copy of the rows; 0: half of the machine's
  std::optional<double> threshold = {};  ///< (0, 1): classes()[1] is predicted where P >= threshold
  std::optional<double> lift = {};       ///< (0, 1], default 0.1, two classes: share of the rows that `lift` is of
  std::uint64_t bootstrap = 0;           ///< 1..100,000: resamples for intervals of the metrics; 0: none
  std::uint64_t seed = 0;                ///< 0..2^63 - 1: of the resamples
  std::string costs = {};  ///< "FN=5,FP=1" (two classes) or "TRUE>PREDICTED=COST,...": of mistakes, else 1; "": none
  std::optional<Classifier> against = {};  ///< a second one, to be compared on the same rows
};

/// From, to.
using Interval = std::pair<double, double>;

/// Of predicted labels, by weight where rows have weights; a ratio without a denominator is 0.
struct ClassEvaluation {
  std::string label;
  double precision = 0;    ///< share of right ones among the rows predicted as this class
  double recall = 0;       ///< share of right ones among the rows of this class
  double specificity = 0;  ///< share of the rows of other classes that are predicted as others
  double f1 = 0;
  double support = 0;  ///< rows of this class, or their weight
};

/// Means over classes.
struct Averages {
  double precision = 0;
  double recall = 0;
  double f1 = 0;
};

/// Rows whose P(+1) is in one tenth of [0, 1].
struct ReliabilityBin {
  std::int64_t rows = 0;
  double mean_probability = 0;  ///< 0 without rows, as positive_share
  double positive_share = 0;
};

/// Intervals of 95 % by the bootstrap.
struct Resampling {
  std::int64_t samples = 0;
  std::int64_t lacking_a_class = 0;  ///< resamples without a class that the rows have
  /// accuracy, balanced_accuracy, mcc, f1, log_loss, brier, roc_auc, pr_auc: those that exist.
  std::vector<std::pair<std::string, Interval>> intervals = {};
};

/// A second classifier on the same rows.
struct Comparison {
  double accuracy = 0;                               ///< of the second
  double difference = 0;                             ///< of the accuracies, the first less the second
  std::optional<Interval> difference_interval = {};  ///< with `bootstrap`
  std::int64_t only_first_right = 0;
  std::int64_t only_second_right = 0;
  double p_value = 1;  ///< McNemar's test
};

/// What the predictions cost; of two classes from which score (from which P(+1), for `threshold`) +1 would cost least.
struct CostEvaluation {
  double total = 0;
  double mean = 0;  ///< of a row, by weight
  std::optional<double> best_threshold = {};
  std::optional<double> best_cost = {};
  std::optional<double> best_probability = {};
  std::optional<double> best_probability_cost = {};
};

/// Predicted labels and probabilities against the labels of rows, which count by their weights.
struct Evaluation {
  std::int64_t rows = 0;
  std::int64_t mistakes = 0;                       ///< rows whose predicted label is not theirs
  double accuracy = 0;                             ///< by weight where rows have weights; 1 without rows
  std::optional<Interval> accuracy_interval = {};  ///< 95 %, Wilson; rows without weights
  double balanced_accuracy = 0;                    ///< mean recall of the classes that have rows
  double mcc = 0;                                  ///< Matthews' coefficient; of more than two classes R_K
  Averages macro = {};                             ///< over the classes that occur
  Averages weighted = {};                          ///< by support
  Averages micro = {};                             ///< of counts summed over classes
  std::vector<ClassEvaluation> per_class = {};     ///< in the order of Classifier::classes(); empty without rows
  /// K x K, row after row: of each true class the rows predicted as each class, in the order of Classifier::classes().
  std::vector<std::int64_t> confusion = {};
  std::optional<double> roc_auc = {};  ///< two classes, both among the rows; of 3 to 100 classes with probabilities the
                                       ///< mean of each against the rest
  std::optional<double> pr_auc = {};   ///< average precision; two classes, +1 among the rows
  std::optional<double> lift = {};     ///< share of +1 among the rows of highest score by that of all; as pr_auc
  std::optional<double> log_loss = {};           ///< classifiers with probabilities
  std::optional<double> brier = {};              ///< classifiers with probabilities
  std::optional<double> ece = {};                ///< expected calibration error; classifiers with probabilities
  std::vector<ReliabilityBin> calibration = {};  ///< ten; two classes with probabilities, else empty
  std::optional<Resampling> bootstrap = {};      ///< where asked for
  std::optional<Comparison> against = {};        ///< where asked for
  std::optional<CostEvaluation> cost = {};       ///< where asked for
  std::int64_t missing_rows = 0;                 ///< of a file, left out by `missing`
  Report report;                                 ///< of `halfspace evaluate`
};

// NOLINTEND(readability-redundant-member-init)

/// Of n rows with a label each; without rows the counts are 0 and the rest is empty. Errors: those of
/// Classifier::predict, and a label that the classifier does not know (bad_data). Options by name:
/// evaluate_option_names(), files' apart; `against` names a model file.
HALFSPACE_API Result<Evaluation> evaluate(const Classifier& classifier, const DenseRows& rows, const RowLabels& labels,
                                          const EvaluateOptions& options = {});
HALFSPACE_API Result<Evaluation> evaluate(const Classifier& classifier, const CsrRows& rows, const RowLabels& labels,
                                          const EvaluateOptions& options = {});
HALFSPACE_API Result<Evaluation> evaluate(const Classifier& classifier, const DenseRows& rows, const RowLabels& labels,
                                          const Options& options);
HALFSPACE_API Result<Evaluation> evaluate(const Classifier& classifier, const CsrRows& rows, const RowLabels& labels,
                                          const Options& options);

/// The rows of a file (CSV, TSV, LIBSVM text, plain or packed; "-" is standard input), as `halfspace evaluate` does.
/// Options: evaluate_option_names(). Errors: io, bad_data, usage.
HALFSPACE_API Result<Evaluation> evaluate_file(const Classifier& classifier, const std::string& path,
                                               const Options& options = {});

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
