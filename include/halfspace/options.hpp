// What to learn and how: typed options with their defaults, or names and values as the command line takes them.
// docs/algorithms.md says what each choice does, docs/options.md lists the flags of the same names.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

#include "halfspace/export.h"
#include "halfspace/result.hpp"

namespace halfspace {

/// Where the bias lives: penalised like a weight, not penalised, or none at all.
enum class Bias { augmented, free, none };

enum class Mistake { boundary_is_mistake, boundary_is_correct, boundary_is_positive };
enum class Step { unit, rate, delta, minibatch, pa, pa1, pa2 };
enum class Order { cyclic, first_mistake, permuted, shuffled, random, random_mistake };
enum class Stop { clean_pass, no_mistake, passes, rounds, patience };
enum class Keep { last, pocket, average, vote };
enum class Start { zero, random, given };
enum class BatchOrder { random, consecutive };
enum class Decide { automatic, off };

/// k(u, v): u.v; (γ u.v + c)^p; exp(-γ |u - v|^2); exp(-γ |u - v|_1); tanh(γ u.v + c); a matrix of given values.
enum class KernelKind { none, linear, polynomial, rbf, laplacian, sigmoid, precomputed };

/// The perceptron family (docs/algorithms.md, section 2). Start from a preset, perceptron_preset("pocket"), or from the
/// defaults, which are the preset `cyclic`.
struct PerceptronOptions {
  std::string_view preset = "cyclic";  ///< what the choices began as; stands in reports and models
  Mistake mistake = Mistake::boundary_is_mistake;
  Step step = Step::unit;
  Order order = Order::cyclic;
  Stop stop = Stop::clean_pass;
  Keep keep = Keep::last;
  Start start = Start::zero;
  BatchOrder batch_order = BatchOrder::consecutive;
  Bias bias = Bias::augmented;
  Decide decide = Decide::automatic;  ///< automatic: a proof that no separator exists ends a run that waits for one
  bool ends_on_clean_pass = false;    ///< of presets: stop `passes` may end earlier on a clean pass
  double eta = 1;                     ///< (0, inf): learning rate of `rate` and `delta`
  double tau = 1;                     ///< (0, inf): step size of `minibatch`
  double margin = 0;                  ///< [0, inf): required margin β of the mistake rule
  double aggressiveness = 1;          ///< (0, inf): C of `pa1` and `pa2`
  std::uint64_t batch = 0;            ///< rows of a mini-batch; 0: min(32, n)
  std::uint64_t passes = 0;           ///< T; 0: 100 for stop `passes`, else no cap
  std::uint64_t rounds = 0;           ///< T visits; 0: 100 n for stop `rounds`, else no cap
  std::uint64_t patience = 0;         ///< P visits; 0: 5 n
  std::uint64_t max_updates = 0;      ///< K; 0: no cap
  std::uint64_t max_work = 0;  ///< set by the library: values looked at, 8 a visit, 64 an update, until a run ends
  std::uint64_t seed = 0;
  KernelKind kernel = KernelKind::none;
  double gamma = 0;                   ///< (0, inf): γ of the kernel; 0: 1/d
  std::uint64_t degree = 3;           ///< from 1: of the polynomial kernel
  double coef0 = 0;                   ///< c of the polynomial and the sigmoid kernel
  bool definite = true;               ///< set by the library: the kernel matrix is positive semidefinite
  std::vector<double> start_weights;  ///< w_1, ..., w_d[, b] in original units, for start `given`
};

/// The choices of a preset by its name (docs/algorithms.md). Errors (usage): no such preset.
HALFSPACE_API Result<PerceptronOptions> perceptron_preset(std::string_view name);

/// Of the margin m = y (w.x + b): max(0, 1 - m), its square, log(1 + e^-m), modified Huber, max(0, -m).
enum class LossKind { hinge, squared_hinge, logistic, modified_huber, perceptron };
enum class PenaltyKind { none, l2, l1, elastic_net, firth };
/// docs/solvers.md; `multipliers` is a choice of `automatic` alone.
enum class LinearSolver {
  automatic,
  gd,
  dual_cd,
  newton,
  trust_newton,
  cd,
  sgd,
  interior_point,
  min_norm,
  smo,
  multipliers
};
enum class Approximation { exact, nystrom, fourier };

/// The kernel of a support vector machine (docs/kernels.md).
struct KernelOptions {
  KernelKind kernel = KernelKind::none;
  double gamma = 0;                                    ///< (0, inf); 0: 1/d
  std::uint64_t degree = 3;                            ///< from 1: of the polynomial kernel
  double coef0 = 0;                                    ///< c of the polynomial and the sigmoid kernel
  double nu = 0;                                       ///< (0, 1]: ν-SVC in place of C; 0: C-SVC
  std::uint64_t cache_mib = 256;                       ///< most memory for rows of the kernel matrix
  Approximation approximation = Approximation::exact;  ///< else a linear model of so many features
  std::uint64_t components = 0;                        ///< 0: chosen by the number of rows

  bool on() const { return kernel != KernelKind::none; }
  bool exactly() const { return on() && approximation == Approximation::exact; }
};

/// Logistic regression (loss `logistic`) and support vector machines (the others):
///
///   min over w, b   C Σ_i c_i loss(y_i (w.x_i + b)) + penalty(w)      (bias `augmented`: penalty(w, b))
struct ObjectiveOptions {
  LossKind loss = LossKind::logistic;
  PenaltyKind penalty = PenaltyKind::l2;
  double C = 1;           ///< (0, inf]; infinity: hard margin (hinge, L2)
  double lambda = 0;      ///< > 0: (1/n) Σ c_i loss + λ penalty, in place of C
  double l1_ratio = 0.5;  ///< [0, 1]: ρ of the elastic net
  Bias bias = Bias::free;
  double tol = 0;  ///< (0, inf): stop when P - D <= tol P; 0: 1e-4, 1e-10 with statistics, 1e-6 on a path
  LinearSolver solver = LinearSolver::automatic;
  std::uint64_t max_rounds = 0;  ///< 0: no cap
  double alpha = 0;              ///< fixed step of `gd`; 0: 1/L
  std::uint64_t rounds = 0;      ///< of `gd`, 0: 1000; passes of `sgd`, 0: 1
  std::uint64_t seed = 0;        ///< of random orders
  KernelOptions kernel;
  std::string class_weight;  ///< "", "balanced", or "LABEL=W,..."
  bool statistics = false;   ///< standard errors and tests; penalty `none` or `firth`
};

/// The perceptron where it reaches a clean pass within counted work, else logistic regression.
struct AutomaticOptions {};

enum class Expansion { none, poly2, poly3, interactions };
enum class Scaling { none, standard, minmax, max_norm };
enum class Unseen { error, other };

/// From columns to features, kept inside the model.
struct FeatureOptions {
  Expansion features = Expansion::none;
  Scaling scale = Scaling::none;
  Unseen unseen = Unseen::error;  ///< a level that training did not see
};

/// What becomes of missing cells (NaN): an Error, rows left out, the mean of a column of numbers, a level of a column
/// of texts, or both of these.
enum class MissingCells { error, drop, mean, category, mean_and_category };

/// Three classes or more; `none` leaves the choice to the learner.
enum class Multiclass { none, argmax, one_vs_rest, one_vs_one, multinomial, crammer_singer };

struct TrainOptions {
  std::variant<AutomaticOptions, PerceptronOptions, ObjectiveOptions> learner;
  FeatureOptions features;
  MissingCells missing = MissingCells::error;
  Multiclass multiclass = Multiclass::none;
  std::string positive;             ///< label of +1; "": the one that sorts last
  int threads = 0;                  ///< 0: all cores; results do not depend on it
  double timeout = 0;               ///< seconds until the run ends and keeps what it has; 0: none
  std::int64_t max_memory_mib = 0;  ///< most memory for copies of rows; 0: half of what the machine has
};

/// Measures of rows that were held out (docs/selection.md).
enum class Metric { accuracy, balanced_accuracy, error, f1, roc_auc, pr_auc, log_loss, brier, deviance, loss };

/// How scores become probabilities; `automatic` is platt for two classes and temperature for more.
enum class Calibrator { none, platt, isotonic, temperature, automatic };

/// The best mean, or the simplest point within one standard error of it.
enum class SelectionRule { best, one_se };

/// {{"preset", "pocket"}, {"rounds", "2000"}, {"seed", "7"}}: names and values of `halfspace train --help` and
/// docs/options.md, of its groups learner, features, data and running; for separate() those of `halfspace separate`. A
/// switch (no-header, zero-based) has the value "". Of equal names the last counts. Unknown names and bad values are
/// Errors (usage) that name the nearest.
using Options = std::vector<std::pair<std::string, std::string>>;

/// Names that train() and train_file() know, in the order of the help.
HALFSPACE_API std::vector<std::string> option_names();

/// Names that separate() and separate_file() know.
HALFSPACE_API std::vector<std::string> separate_option_names();

}  // namespace halfspace
