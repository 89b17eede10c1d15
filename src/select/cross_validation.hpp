// Cross-validation: every fold is held out once a repeat, and what is learned from the others is measured on it.
#pragma once

#include <string>
#include <vector>

#include "select/fold_fit.hpp"
#include "select/folds.hpp"
#include "select/learn.hpp"

namespace halfspace {

struct CrossValidation {
  Folds folds;
  std::vector<FoldFit> fits;  // repeat after repeat
  std::vector<MetricSummary> summary;

  bool stopped() const;  // some folds were not scored because of a time limit or an interruption
};

/// `keep` keeps what was predicted of every row. The same bits for any number of threads. Errors: folds that cannot be
/// made, and those of learning.
Result<CrossValidation> cross_validate(const Dataset& data, const LearnPlan& plan, const FoldOptions& options,
                                       const std::vector<Metric>& metrics, bool keep, const FitObserver& observer);

/// The fit of one fold, with its metrics: what cross_validate() does, of the rows `used` (empty: all).
Result<FoldFit> validate_fold(const Dataset& data, const LearnPlan& plan, const Folds& folds, std::uint64_t repeat,
                              std::uint64_t fold, const std::vector<bool>& used, const std::vector<Metric>& metrics,
                              bool keep, const FitObserver& observer);

/// Error (usage) at `flag`: a metric that these classes, or a learner without probabilities, cannot have.
Result<void> check_metrics(const std::vector<Metric>& metrics, const LearnPlan& plan, std::size_t classes,
                           const std::string& flag);

/// --folds, --repeats and --seed. Errors: no whole numbers.
Result<FoldOptions> fold_options(const Settings& settings);

/// --folds, --repeats and --groups; `folds` says what is done without the first.
std::vector<Flag> fold_flags(const std::string& folds = "5");

}  // namespace halfspace
