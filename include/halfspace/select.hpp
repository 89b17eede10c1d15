// Model selection from memory: cross-validation, search, paths, calibration. docs/selection.md, docs/path.md
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "halfspace/data.hpp"
#include "halfspace/export.h"
#include "halfspace/options.hpp"
#include "halfspace/progress.hpp"
#include "halfspace/result.hpp"
#include "halfspace/train.hpp"

namespace halfspace {

/// Probabilities for any learner, from scores of rows that were held out.
struct CalibrationOptions {
  Calibrator kind = Calibrator::none;
  std::uint64_t folds = 5;  ///< from 2 to n
};

struct CvOptions {
  TrainOptions train;
  CalibrationOptions calibrate;
  std::uint64_t folds = 5;      ///< from 2 to n; stratified by class, or by the groups of the rows
  std::uint64_t repeats = 1;    ///< 1..1000
  std::uint64_t seed = 0;       ///< of the folds and of the learner; 0: the learner's
  std::vector<Metric> metrics;  ///< empty: all that exist for these classes and this learner
};

/// A metric over folds: mean, and standard error (from two folds up).
struct MetricMean {
  Metric metric = Metric::accuracy;
  std::optional<double> mean;
  std::optional<double> error;
  std::int64_t folds = 0;  ///< in which it exists
};

/// What cross-validation found.
struct CvResult {
  std::vector<MetricMean> metrics;
  std::vector<std::vector<double>> values;  ///< of each metric, fold after fold, repeat after repeat; NaN: not measured
  bool stopped = false;                     ///< a limit, or the watch, ended some fits
  Report report;                            ///< of `halfspace cv`
};

/// A setting that a search varies: the name of an option (docs/options.md) and its values as texts.
struct Vary {
  std::string name;
  std::vector<std::string> values;
};

struct SearchOptions {
  TrainOptions train;
  CalibrationOptions calibrate;
  std::vector<Vary> over;  ///< empty: the learner's own grid; at most 10,000 points
  std::uint64_t folds = 5;
  std::uint64_t repeats = 1;
  std::uint64_t seed = 0;
  std::vector<Metric> metrics = {Metric::accuracy};  ///< the first chooses
  double halving = 0;  ///< 0: every point on all rows; else successive halving by this factor, from 1.5
  SelectionRule choose = SelectionRule::best;
};

struct SearchPoint {
  std::vector<std::pair<std::string, std::string>> settings;
  std::optional<double> mean;  ///< of the first metric
  std::optional<double> error;
};

struct SearchResult {
  std::vector<SearchPoint> points;    ///< in the order of the grid
  std::optional<std::size_t> best;    ///< among `points`
  std::optional<std::size_t> one_se;  ///< the simplest within one standard error of the best
  std::optional<Training> chosen;     ///< learned from all rows with the settings chosen
  bool stopped = false;
  Report report;  ///< of `halfspace search`
};

struct PathOptions {
  ObjectiveOptions objective;  ///< its C and lambda are not looked at
  FeatureOptions features;
  MissingCells missing = MissingCells::error;
  std::string positive;
  std::uint64_t points = 50;  ///< 2..10,000
  double ratio = 0;  ///< (0, 1): the smallest lambda by the largest; 0: 1e-4, 1e-2 with fewer rows than columns
  std::vector<double> lambdas;  ///< the points, in place of a grid
  std::vector<double> costs;    ///< values of C, in place of lambda
  std::uint64_t folds = 0;      ///< 0: no cross-validation
  std::uint64_t repeats = 1;
  std::uint64_t seed = 0;
  std::optional<Metric> metric;                ///< nothing: deviance, svm: loss
  SelectionRule choose = SelectionRule::best;  ///< where there are folds
  std::uint64_t point = 0;                     ///< choose this one, from 1; 0: by cross-validation
  int threads = 0;
  double timeout = 0;
};

struct PathStep {
  double lambda = 0;
  double C = 0;
  double objective = 0;
  double gap = 0;  ///< proven
  std::int64_t nonzero = 0;
  std::vector<double> weights;  ///< in original units
  double bias = 0;
  std::optional<double> mean;  ///< of the metric
  std::optional<double> error;
};

struct PathResult {
  std::vector<PathStep> points;  ///< from the heaviest penalty to the lightest
  std::optional<std::size_t> best;
  std::optional<std::size_t> one_se;
  std::optional<std::size_t> chosen;
  std::optional<Classifier> classifier;  ///< of the chosen point
  std::string status;
  Report report;  ///< of `halfspace path`
};

/// Errors: those of train(), and folds that cannot be made (usage, bad_data). Options by name are those of `halfspace
/// cv`, `search` and `path`, files apart; several lists of `over` stand in one value, a line each.
HALFSPACE_API Result<CvResult> cross_validate(const DenseRows& rows, const RowLabels& labels, const CvOptions& options,
                                              const Watch& watch = {});
HALFSPACE_API Result<CvResult> cross_validate(const CsrRows& rows, const RowLabels& labels, const CvOptions& options,
                                              const Watch& watch = {});
HALFSPACE_API Result<CvResult> cross_validate(const DenseRows& rows, const RowLabels& labels, const Options& options,
                                              const Watch& watch = {});
HALFSPACE_API Result<CvResult> cross_validate(const CsrRows& rows, const RowLabels& labels, const Options& options,
                                              const Watch& watch = {});

HALFSPACE_API Result<SearchResult> search(const DenseRows& rows, const RowLabels& labels, const SearchOptions& options,
                                          const Watch& watch = {});
HALFSPACE_API Result<SearchResult> search(const CsrRows& rows, const RowLabels& labels, const SearchOptions& options,
                                          const Watch& watch = {});
HALFSPACE_API Result<SearchResult> search(const DenseRows& rows, const RowLabels& labels, const Options& options,
                                          const Watch& watch = {});
HALFSPACE_API Result<SearchResult> search(const CsrRows& rows, const RowLabels& labels, const Options& options,
                                          const Watch& watch = {});

HALFSPACE_API Result<PathResult> path(const DenseRows& rows, const RowLabels& labels, const PathOptions& options,
                                      const Watch& watch = {});
HALFSPACE_API Result<PathResult> path(const CsrRows& rows, const RowLabels& labels, const PathOptions& options,
                                      const Watch& watch = {});
HALFSPACE_API Result<PathResult> path(const DenseRows& rows, const RowLabels& labels, const Options& options,
                                      const Watch& watch = {});
HALFSPACE_API Result<PathResult> path(const CsrRows& rows, const RowLabels& labels, const Options& options,
                                      const Watch& watch = {});

/// train() with probabilities that fit held-out scores. The classifier predicts them.
HALFSPACE_API Result<Training> calibrate(const DenseRows& rows, const RowLabels& labels, const TrainOptions& options,
                                         const CalibrationOptions& how, const Watch& watch = {});
HALFSPACE_API Result<Training> calibrate(const CsrRows& rows, const RowLabels& labels, const TrainOptions& options,
                                         const CalibrationOptions& how, const Watch& watch = {});

}  // namespace halfspace
