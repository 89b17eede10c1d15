// What to learn and how: typed options with their defaults, or names and values as the command line takes them.
// docs/algorithms.md says what each choice does, docs/options.md lists the flags of the same names.
//
// Ranges stand in interval notation. A value outside its range, and a choice that has no effect beside the others, is
// an Error (usage) of the call that uses it. What is `std::optional` and not set takes the default named beside it; a 0
// that is set is a 0, and an Error where 0 is out of range.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

#include "halfspace/choices.hpp"
#include "halfspace/export.h"
#include "halfspace/result.hpp"

namespace halfspace {

// With `= {}` callers may write {.C = 10} without a warning about the rest.
// NOLINTBEGIN(readability-redundant-member-init)

/// The perceptron family (docs/algorithms.md, section 2): a preset, and choices in place of its own. A choice that the
/// preset makes too is left to the preset: `averaged` with stop `passes` still ends at a clean pass.
///
///   PerceptronOptions o{.preset = "pocket"};
///   o.rounds = 5000;
struct PerceptronOptions {
  std::string preset = "cyclic";  ///< a name of perceptron_preset_names(); stands in reports and models
  std::optional<Mistake> mistake = {};
  std::optional<Step> step = {};
  std::optional<Order> order = {};
  std::optional<Stop> stop = {};
  std::optional<Keep> keep = {};
  std::optional<Start> start = {};  ///< given: from `start_weights`
  /// Of step `minibatch`; default random for order `random`, else consecutive.
  std::optional<BatchOrder> batch_order = {};
  std::optional<Bias> bias = {};  ///< free is the same as augmented
  std::optional<Decide> decide = {};
  std::optional<double> eta = {};              ///< (0, inf), default 1: learning rate of steps `rate` and `delta`
  std::optional<double> tau = {};              ///< (0, inf), default 1: step size of `minibatch`
  std::optional<double> margin = {};           ///< [0, inf), default 0: required margin β of the mistake rule
  std::optional<double> aggressiveness = {};   ///< (0, inf), default 1: C of `pa1` and `pa2`
  std::optional<std::uint64_t> batch = {};     ///< 1..n, default min(32, n): rows of a mini-batch
  std::optional<std::uint64_t> passes = {};    ///< T, 1..2^63 - 1, default 100 for stop `passes`; beside others a cap
  std::optional<std::uint64_t> rounds = {};    ///< T visits, 1..2^63 - 1, default 100 n for stop `rounds`; else a cap
  std::optional<std::uint64_t> patience = {};  ///< P visits, 1..2^63 - 1, default 5 n; of stop `patience`
  std::optional<std::uint64_t> max_updates = {};  ///< K, 1..2^63 - 1: a cap; default none
  std::uint64_t seed = 0;                         ///< 0..2^63 - 1: of every random choice
  std::optional<KernelKind> kernel = {};          ///< multipliers of rows in place of weights
  std::optional<double> gamma = {};               ///< (0, inf), default 1/d: γ of the kernel
  std::optional<std::uint64_t> degree = {};       ///< 1..2^63 - 1, default 3: p of the polynomial kernel
  std::optional<double> coef0 = {};               ///< finite, default 0: c of the polynomial and the sigmoid kernel
  /// Start `given`: w_1, ..., w_d[, b] in original units; of K > 2 classes, whatever the way, K times as many numbers,
  /// class after class.
  std::vector<double> start_weights = {};
};

/// The names of the presets (docs/algorithms.md).
HALFSPACE_API std::vector<std::string> perceptron_preset_names();

/// The preset with all of its choices set, to look at or to change (batch_order apart: the order decides). To begin
/// from another preset begin anew: choices that are set stay. Errors (usage): no such preset.
HALFSPACE_API Result<PerceptronOptions> perceptron_preset(std::string_view name);

/// The kernel of a support vector machine (docs/kernels.md).
struct KernelOptions {
  KernelKind kernel = KernelKind::none;
  std::optional<double> gamma = {};          ///< (0, inf), default 1/d: of polynomial, rbf, laplacian, sigmoid
  std::optional<std::uint64_t> degree = {};  ///< 1..2^63 - 1, default 3: of the polynomial kernel
  std::optional<double> coef0 = {};          ///< finite, default 0: c of the polynomial and the sigmoid kernel
  std::optional<double> nu = {};             ///< (0, 1]: ν-SVC in place of C; default C-SVC
  std::uint64_t cache_mib = 256;             ///< from 1: most memory for rows of the kernel matrix
  Approximation approximation = Approximation::exact;  ///< else a linear model of so many features:
  std::optional<std::uint64_t> components = {};        ///< 1..100,000, default 512
};

/// A row and its multiplier: w = Σ α_i y_i x_i (and for a perceptron the start), in the learner's features.
struct SupportRow {
  std::int64_t row = 0;  ///< from 0, among the caller's rows; of a file: the row's line, from 1
  double alpha = 0;      ///< α_i > 0; multinomial and Crammer-Singer runs have none
};

/// Logistic regression (loss `logistic`) and support vector machines (the others):
///
///   min over w, b   C Σ_i c_i loss(y_i (w.x_i + b)) + penalty(w)      (bias `augmented`: penalty(w, b))
struct ObjectiveOptions {
  LossKind loss = LossKind::logistic;
  PenaltyKind penalty = PenaltyKind::l2;
  double C = 1;                       ///< (0, inf]; infinity: hard margin (hinge, L2)
  std::optional<double> lambda = {};  ///< (0, inf): (1/n) Σ c_i loss + λ penalty, in place of C
  double l1_ratio = 0.5;              ///< [0, 1]: ρ of the elastic net
  Bias bias = Bias::free;
  /// (0, inf): stop when P - D <= tol P; default 1e-4, 1e-10 with statistics, 1e-6 on a path.
  std::optional<double> tol = {};
  LinearSolver solver = LinearSolver::automatic;
  std::optional<std::uint64_t> max_rounds = {};  ///< 1..2^63 - 1: a cap; default none
  double alpha = 0;                              ///< [0, inf): fixed step of `gd`; 0: 1/L
  std::optional<std::uint64_t> rounds = {};      ///< 1..2^63 - 1: of `gd`, default 1000; passes of `sgd`, default 1
  std::uint64_t seed = 0;                        ///< 0..2^63 - 1: of random orders
  KernelOptions kernel = {};                     ///< loss hinge or squared_hinge; approximations: any
  std::string class_weight = {};  ///< weights of classes in (0, inf): "", "balanced" (n/(K n_k)), or "LABEL=W,..."
  /// Support vector machines: keep the multipliers at which the gap is within `tol`, in place of those of the optimum, at
  /// which small problems have their support vectors counted exactly.
  bool approximate_support = false;
  bool statistics = false;  ///< standard errors and tests of two classes; penalty `none` or `firth`
  /// Where the solver begins: outputs * (d + 1) numbers, w_1, ..., w_d, b of each run in original units, b = 0 without a
  /// bias; empty: its own choice. Where that point is within `tol` of the optimum by a proof the run ends there at once;
  /// else the answer depends on it within `tol` only. For train() and calibrate(), linear models with a finite C and any
  /// penalty but `firth`, any solver but `gd` and `sgd`, any way to many classes but `crammer_singer`; else an Error.
  std::vector<double> start_weights = {};
  /// Of each run (RunSummary::support): a dual point to begin from, beside start_weights, cut to the bounds of this run;
  /// not of `multinomial`. Empty: a smooth loss has that of the weights.
  std::vector<std::vector<SupportRow>> start_multipliers = {};
};

/// The perceptron where it reaches a clean pass within counted work, else logistic regression.
struct AutomaticOptions {};

/// From columns to features, kept inside the model. `features` multiplies the columns, `scale` is folded back.
struct FeatureOptions {
  Expansion features = Expansion::none;
  Scaling scale = Scaling::none;
  /// Of columns of texts: default error, and `other` for the rows that folds of one data set hold out.
  std::optional<Unseen> unseen = {};
  Coding coding = Coding::one_hot;  ///< of columns of texts that are not `ordered`
  /// Column and level, of coding `reference` and `effect`; "" is the missing cell. Default: the first text in order.
  std::map<std::string, std::string> reference = {};
  std::uint64_t min_level = 0;  ///< levels in fewer training rows are pooled into one, "(rare)"; 0: none
  /// Column and all of its levels in order, two or more: one feature, 0, 1, 2, ... A level not listed is an Error.
  std::map<std::string, std::vector<std::string>> ordered = {};
};

struct TrainOptions {
  std::variant<AutomaticOptions, PerceptronOptions, ObjectiveOptions> learner = {};
  FeatureOptions features = {};
  MissingCells missing = MissingCells::error;  ///< dense rows
  Multiclass multiclass = Multiclass::none;
  std::string positive = {};  ///< label of +1, of two classes; "": the one that sorts last
  /// Labels that exist beside those of the rows, whether or not a row has them (numbers as texts); perceptrons in train()
  /// and train_traced() alone. With two or more of them all rows may be of one class.
  std::vector<std::string> classes = {};
  int threads = 0;                  ///< 1..4096; 0: all cores. Results do not depend on it
  Simd simd = Simd::automatic;      ///< `portable`: the same bits on every machine
  double timeout = 0;               ///< (0, inf) seconds until the run ends and keeps what it has; 0: none
  std::int64_t max_memory_mib = 0;  ///< 1..10^12, most memory for rows; 0: half of what the machine has
};

/// How rows are scored.
struct PredictOptions {
  int threads = 0;                  ///< 1..4096; 0: all cores. Results do not depend on it
  Simd simd = Simd::automatic;      ///< `portable`: the same bits on every machine
  std::int64_t max_memory_mib = 0;  ///< 1..10^12, most memory for a copy of the rows; 0: half of what the machine has
  std::optional<double> threshold = {};  ///< (0, 1): classes()[1] is predicted where P >= threshold; two classes with
                                         ///< probabilities. Not set: where the score is at least 0
  /// Of a level that training did not see; default: as the model was trained, and an Error where that was `row`. `row`:
  /// it, and a missing cell that the model has no value for, leaves the row without a prediction (class -1, scores NaN).
  std::optional<Unseen> unseen = {};
  /// One-vs-one: the n * K (K - 1) / 2 scores of the pairs (0 1), (0 2), ..., (1 2), ... in place of the votes, each at
  /// least 0 where it votes for the first of its pair (models of LIBSVM and LIBLINEAR: above 0); other classifiers: an
  /// Error (usage).
  bool pair_scores = false;
  bool probabilities = true;  ///< false: Predictions::probabilities stays empty, which saves their time
};

/// How a classifier is written for another program.
struct ExportOptions {
  std::map<std::string, std::int64_t>
      labels;                  ///< libsvm, liblinear: whole numbers of 32 bits for labels that have none
  std::string name = "model";  ///< c, c-float: front of functions' names; sql: the table ("model": data)
};

// NOLINTEND(readability-redundant-member-init)

/// {{"preset", "pocket"}, {"rounds", "2000"}, {"seed", "7"}}: names and values of `halfspace train --help` and
/// docs/options.md; the lists below say which a call knows. A switch (no-header, statistics) has the value "". Of equal
/// names the last counts. Unknown names and bad values are Errors (usage) that name the nearest.
using Options = std::vector<std::pair<std::string, std::string>>;

/// Names that a call knows, in the order of the help. Those of the command line's group `data` (label, columns,
/// format, ...) are about files: for rows in memory only `missing` is known of them.
HALFSPACE_API std::vector<std::string> option_names();           ///< train() and train_file()
HALFSPACE_API std::vector<std::string> separate_option_names();  ///< separate() and separate_file()
HALFSPACE_API std::vector<std::string> predict_option_names();   ///< Classifier::predict_file()
HALFSPACE_API std::vector<std::string> cv_option_names();        ///< cross_validate()
HALFSPACE_API std::vector<std::string> search_option_names();    ///< search()
HALFSPACE_API std::vector<std::string> path_option_names();      ///< path()
HALFSPACE_API std::vector<std::string> evaluate_option_names();  ///< evaluate() and evaluate_file()
HALFSPACE_API std::vector<std::string> explain_option_names();   ///< explain_file()
HALFSPACE_API std::vector<std::string> inspect_option_names();   ///< inspect_file()
HALFSPACE_API std::vector<std::string> report_option_names();    ///< report_page()

}  // namespace halfspace
