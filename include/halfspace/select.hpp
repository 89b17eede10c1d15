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

// NOLINTBEGIN(readability-redundant-member-init): as in options.hpp

/// Probabilities for any learner, from scores of rows that were held out.
struct CalibrationOptions {
  Calibrator kind = Calibrator::none;
  std::uint64_t folds = 5;  ///< 2..n; set without a kind: an Error
};

struct CvOptions {
  TrainOptions train = {};
  CalibrationOptions calibrate = {};
  std::uint64_t folds = 5;                 ///< 2..n, at most the rows of the rarest class, or the groups of the rows
  std::uint64_t repeats = 1;               ///< 1..1000
  std::optional<std::uint64_t> seed = {};  ///< 0..2^63 - 1: of the folds, and of the learner in place of its own
  std::vector<Metric> metrics = {};        ///< empty: all that exist for these classes and this learner
  bool predictions = false;                ///< keep what was predicted of every row while it was held out
};

/// A metric over folds: mean, and standard error (from two folds up).
struct MetricMean {
  Metric metric = Metric::accuracy;
  std::optional<double> mean;
  std::optional<double> error;
  std::int64_t folds = 0;  ///< in which it exists
};

/// The rows of one fold, and what the classifier learned from the others says of them.
struct HeldOut {
  std::int64_t repeat = 0;         ///< from 0
  std::int64_t fold = 0;           ///< from 0
  std::vector<std::int64_t> rows;  ///< from 0, among the caller's rows; ascending
  Predictions predictions;         ///< classes are indices into CvResult::classes
};

/// What cross-validation found.
struct CvResult {
  std::vector<MetricMean> metrics;
  std::vector<std::vector<double>> values;  ///< of each metric, fold after fold, repeat after repeat; NaN: not measured
  std::vector<std::string> classes;         ///< labels: -1 and +1, or all K
  std::vector<HeldOut> held_out;            ///< where asked for: of the folds that were scored
  std::string predictions;                  ///< where asked for: the CSV of `halfspace cv --predictions`
  bool stopped = false;                     ///< a limit, or the watch, ended some fits
  Report report;                            ///< of `halfspace cv`
};

/// A setting that a search varies: the name of an option of the learner (docs/options.md) and its values as texts, each
/// taken as it stands. Values are not empty, none twice, and hold no comma, colon or line break, as no option's do.
struct Vary {
  std::string name = {};
  std::vector<std::string> values = {};
};

struct SearchOptions {
  TrainOptions train = {};
  CalibrationOptions calibrate = {};
  std::vector<Vary> over = {};                       ///< empty: the learner's own grid; at most 10,000 points
  std::uint64_t folds = 5;                           ///< as in CvOptions
  std::uint64_t repeats = 1;                         ///< 1..1000
  std::optional<std::uint64_t> seed = {};            ///< as in CvOptions
  std::vector<Metric> metrics = {Metric::accuracy};  ///< one or more; the first chooses
  std::optional<double> halving = {};  ///< [1.5, inf): successive halving; 1 or not set: every point on all rows
  SelectionRule choose = SelectionRule::best;
};

struct SearchPoint {
  std::vector<std::pair<std::string, std::string>> settings;  ///< name and value of what varies
  std::optional<double> mean;                                 ///< of the first metric
  std::optional<double> error;                                ///< of the mean
};

struct SearchResult {
  std::vector<SearchPoint> points;    ///< in the order of the grid
  std::optional<std::size_t> best;    ///< among `points`
  std::optional<std::size_t> one_se;  ///< the simplest within one standard error of the best
  std::optional<Training> chosen;     ///< learned from all rows with the settings chosen
  bool stopped = false;               ///< a limit, or the watch, ended some fits
  Report report;                      ///< of `halfspace search`
};

/// The points of a path are values of lambda (or of C). `repeats`, `metric`, `choose` and groups of rows are for
/// cross-validation: Errors without `folds`.
struct PathOptions {
  ObjectiveOptions objective =
      {};  ///< C, lambda, kernel, max_rounds, alpha, rounds, statistics, support: Errors when set
  FeatureOptions features = {};
  MissingCells missing = MissingCells::error;  ///< dense rows
  std::string positive = {};                   ///< label of +1; "": the one that sorts last
  std::uint64_t points = 50;                   ///< 2..10,000
  std::optional<double> ratio = {};  ///< (0, 1), the smallest lambda by the largest; default 1e-4, 1e-2 with fewer rows
                                     ///< than columns
  std::vector<double> lambdas = {};  ///< (0, inf), none twice, at most 10,000: the points, in place of a grid
  std::vector<double> costs = {};    ///< the same as values of C; not beside lambdas
  std::optional<std::uint64_t> folds = {};    ///< 2..n; not set: no cross-validation
  std::optional<std::uint64_t> repeats = {};  ///< 1..1000, default 1
  std::optional<std::uint64_t> seed = {};     ///< 0..2^63 - 1: of the folds, and of the solver in place of its own
  std::optional<Metric> metric = {};          ///< default deviance, of an svm loss
  std::optional<SelectionRule> choose = {};   ///< default best
  std::optional<std::uint64_t> point = {};    ///< choose this one, from 1, in place of `choose`
  int threads = 0;                            ///< as in TrainOptions
  Simd simd = Simd::automatic;                ///< as in TrainOptions
  double timeout = 0;                         ///< as in TrainOptions
  std::int64_t max_memory_mib = 0;            ///< as in TrainOptions
};

// NOLINTEND(readability-redundant-member-init)

struct PathStep {
  double lambda = 0;
  double C = 0;                 ///< 1/(n lambda)
  double objective = 0;         ///< (1/n) Σ c_i loss + λ penalty; of `costs` C Σ c_i loss + penalty
  double gap = 0;               ///< proven: the objective is at most so far above the optimum
  std::int64_t nonzero = 0;     ///< weights other than 0
  std::vector<double> weights;  ///< one a feature, in original units
  double bias = 0;
  std::optional<double> mean;   ///< of the metric
  std::optional<double> error;  ///< of the mean
};

struct PathResult {
  std::vector<PathStep> points;          ///< from the heaviest penalty to the lightest
  std::optional<std::size_t> best;       ///< among `points`, by cross-validation
  std::optional<std::size_t> one_se;     ///< the heaviest penalty within one standard error of the best
  std::optional<std::size_t> chosen;     ///< by `choose` or `point`
  std::optional<Classifier> classifier;  ///< of the chosen point
  std::string status;                    ///< as Training::status
  Report report;                         ///< of `halfspace path`
};

/// Errors: those of train(), and folds that cannot be made (usage, bad_data). Paths are of two classes. Options by
/// name: cv_option_names(), search_option_names(), path_option_names(), files' apart; several lists of `over` stand in
/// one value, a line each, NAME=V,V,... or NAME=LOW:HIGH:COUNT.
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

/// The rows of a file ("-" is standard input), as `halfspace cv`, `search` and `path` take it: `groups` keeps rows of a
/// group together, `order-by` puts folds in the order of a column. The rows of HeldOut are lines, from 1. Options:
/// cv_option_names(), search_option_names(), path_option_names(). Errors: also io.
HALFSPACE_API Result<CvResult> cross_validate_file(const std::string& path, const Options& options = {},
                                                   const Watch& watch = {});
HALFSPACE_API Result<SearchResult> search_file(const std::string& path, const Options& options = {},
                                               const Watch& watch = {});
HALFSPACE_API Result<PathResult> path_file(const std::string& path, const Options& options = {},
                                           const Watch& watch = {});

/// train() with probabilities that fit held-out scores. The classifier predicts them. Errors: those of train(), kind
/// `none`, a kind that does not go with the number of classes, folds that cannot be made.
HALFSPACE_API Result<Training> calibrate(const DenseRows& rows, const RowLabels& labels, const TrainOptions& options,
                                         const CalibrationOptions& how, const Watch& watch = {});
HALFSPACE_API Result<Training> calibrate(const CsrRows& rows, const RowLabels& labels, const TrainOptions& options,
                                         const CalibrationOptions& how, const Watch& watch = {});

}  // namespace halfspace
