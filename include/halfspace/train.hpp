// Training: rows and options in, a classifier and how the run went out. docs/algorithms.md says what every option does.
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

/// One objective, or one perceptron: a model of two classes has one, one-vs-rest one a class, one-vs-one one a pair.
struct RunSummary {
  std::string label;   ///< "": all classes; one-vs-rest: the class; one-vs-one: "A against B"
  std::string status;  ///< as Training::status
  std::string stop_reason;
  std::int64_t rounds = 0;          ///< of the solver; passes of a perceptron
  std::optional<double> primal;     ///< logistic, svm: P at the weights returned, in the form asked for
  std::optional<double> dual;       ///< D at α, where the run has one
  std::optional<double> gap;        ///< P is at most so far above the optimum
  std::vector<SupportRow> support;  ///< by row; empty where the run has no multipliers
};

/// A finished run. Not to converge, or not to be separable, is a result and not an Error: `status` tells.
struct Training {
  Classifier classifier;
  std::string status;  ///< converged, vacuous, not-separable, not-converged, passes, rounds, patience, timeout,
                       ///< interrupted; of several runs that of the one that came least far
  std::string stop_reason;
  std::int64_t rows = 0;    ///< trained on
  std::int64_t visits = 0;  ///< of a perceptron
  std::int64_t passes = 0;  ///< of a perceptron; else rounds
  std::int64_t rounds = 0;  ///< of all runs together
  std::int64_t updates = 0;
  std::int64_t mistakes = 0;  ///< of the classifier on the training rows, by the run's own mistake rule; -1: the run
                              ///< was stopped before they were counted
  std::optional<bool> separable;    ///< proved: true or false; nothing: not known
  std::optional<double> objective;  ///< primal values summed over the runs
  std::optional<double> dual;       ///< dual values summed, where every run has one
  std::optional<double> gap;        ///< gaps summed
  std::vector<RunSummary> runs;     ///< one or more
  Report report;                    ///< of `halfspace train`: json() and text()
};

/// Learns from n rows of d columns in memory. Equal numbers, labels and options give the weights that the command line
/// finds in their text; the model is named by the XXH3-128 of the arrays in place of the text's. Errors: usage
/// (options, sizes that do not fit, groups, which are for calibrate()), bad_data (no rows, one class, a number that is
/// not finite: row and column are named, from 0; too little memory), interrupted (before there was anything to keep).
/// Messages name options without dashes, as Options does.
HALFSPACE_API Result<Training> train(const DenseRows& rows, const RowLabels& labels, const TrainOptions& options,
                                     const Watch& watch = {});
HALFSPACE_API Result<Training> train(const CsrRows& rows, const RowLabels& labels, const TrainOptions& options,
                                     const Watch& watch = {});

/// The same with options by name, option_names(), files' apart; with `calibrate` it is calibrate() (select.hpp).
HALFSPACE_API Result<Training> train(const DenseRows& rows, const RowLabels& labels, const Options& options = {},
                                     const Watch& watch = {});
HALFSPACE_API Result<Training> train(const CsrRows& rows, const RowLabels& labels, const Options& options = {},
                                     const Watch& watch = {});

/// What options by name cannot hold: members of PerceptronOptions, ObjectiveOptions and TrainOptions.
struct TrainStart {
  std::vector<double> weights;  ///< start_weights of the learner; of a perceptron beside the option
                                ///< start, "given"
  std::vector<std::vector<SupportRow>> multipliers;  ///< start_multipliers
  std::vector<std::string> classes;                  ///< TrainOptions::classes
};
HALFSPACE_API Result<Training> train(const DenseRows& rows, const RowLabels& labels, const Options& options,
                                     const TrainStart& start, const Watch& watch = {});
HALFSPACE_API Result<Training> train(const CsrRows& rows, const RowLabels& labels, const Options& options,
                                     const TrainStart& start, const Watch& watch = {});

/// Learns from a file ("-" is standard input), as `halfspace train PATH` does, to the same model bytes. Errors: io,
/// bad_data, usage; interrupted when the run was ended before there was anything to keep.
HALFSPACE_API Result<Training> train_file(const std::string& path, const Options& options = {},
                                          const Watch& watch = {});

/// The options with the weights of a classifier, d in original units and the bias, as their start; `bias` none leaves
/// the bias out. Of K > 2 classes a start has the K vectors of the classifier. The classes, and of two the one of +1,
/// must be the same in the run that begins there. Errors (usage): a classifier that is not linear in its columns, votes,
/// or has a vector for each pair of classes; a preset that does not exist.
HALFSPACE_API Result<PerceptronOptions> warm_start(PerceptronOptions options, const Classifier& from);

}  // namespace halfspace
