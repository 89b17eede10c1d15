// The named choices of options. docs/algorithms.md, docs/solvers.md, docs/kernels.md and docs/selection.md say what
// each does.
#pragma once

namespace halfspace {

/// Where the bias lives: penalised like a weight, not penalised, or none at all.
enum class Bias { augmented, free, none };

/// When a row with score 0 is a mistake: always, never, or when its label is -1.
enum class Mistake { boundary_is_mistake, boundary_is_correct, boundary_is_positive };
/// How a mistake moves the weights.
enum class Step { unit, rate, delta, minibatch, pa, pa1, pa2 };
/// In which order rows are visited.
enum class Order { cyclic, first_mistake, permuted, shuffled, random, random_mistake };
/// When a run ends.
enum class Stop { clean_pass, no_mistake, passes, rounds, patience };
/// Which weights the classifier gets.
enum class Keep { last, pocket, average, vote };
enum class Start { zero, random, given };
/// Mini-batches are random subsets, or consecutive slices of the row order.
enum class BatchOrder { random, consecutive };
/// automatic: a proof that no separator exists ends a run that waits for one.
enum class Decide { automatic, off };

/// k(u, v): u.v; (γ u.v + c)^p; exp(-γ |u - v|^2); exp(-γ |u - v|_1); tanh(γ u.v + c); a matrix of given values.
enum class KernelKind { none, linear, polynomial, rbf, laplacian, sigmoid, precomputed };

/// Of the margin m = y (w.x + b): max(0, 1 - m), its square, log(1 + e^-m), modified Huber, max(0, -m) (which is no
/// objective of its own: an Error in ObjectiveOptions).
enum class LossKind { hinge, squared_hinge, logistic, modified_huber, perceptron };
enum class PenaltyKind { none, l2, l1, elastic_net, firth };
/// `multipliers` is a choice of `automatic` alone.
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
  augmented_lagrangian,
  multipliers
};
enum class Approximation { exact, nystrom, fourier };

enum class Expansion { none, poly2, poly3, interactions };
enum class Scaling { none, standard, minmax, max_norm };
/// How the levels of a column of texts become features: one each; one each but for the reference level, which has 0 in
/// all of them (treatment coding), or -1 (sum coding).
enum class Coding { one_hot, reference, effect };
/// What becomes of a level that training did not see: an Error; the level of pooled ones, or none of the levels; its row
/// has no prediction (of rows in memory where PredictOptions::unseen says so, else they are an Error).
enum class Unseen { error, other, row };

/// Vector instructions: the widest of the machine, or those whose results have the same bits on every machine.
enum class Simd { automatic, portable };

/// What becomes of missing cells (NaN): an Error, rows left out, the mean of a column of numbers, a level of a column
/// of texts, or both of these.
enum class MissingCells { error, drop, mean, category, mean_and_category };

/// Three classes or more; `none` leaves the choice to the learner.
enum class Multiclass { none, argmax, one_vs_rest, one_vs_one, multinomial, crammer_singer };

/// Measures of rows that were held out.
enum class Metric { accuracy, balanced_accuracy, error, f1, roc_auc, pr_auc, log_loss, brier, deviance, loss };

/// How scores become probabilities; `automatic` is platt for two classes and temperature for more.
enum class Calibrator { none, platt, isotonic, temperature, automatic };

/// The best mean, or the simplest point within one standard error of it.
enum class SelectionRule { best, one_se };

}  // namespace halfspace
