// Runs of logistic regression and linear support vector machines, and what is told of them.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "separate/separability.hpp"
#include "solver/linear/linear.hpp"
#include "train/objective/coefficients.hpp"
#include "train/objective/kernel_approximation.hpp"
#include "train/objective/linear_request.hpp"

namespace halfspace {

/// A feature that a direction of separation uses.
struct DirectionPart {
  std::string name;
  int sign;
};

struct LinearRun {
  std::string label;    // one-vs-rest: the class; one-vs-one: "A against B"; else ""
  LinearResult result;  // w: of every output of the run, one after another
  std::vector<double> b;
  std::vector<double> coefficient;        // kernel machines: y_i α_i of every row of the data; empty: all 0
  std::vector<std::uint64_t> rows;        // of the data, for a pair of classes; empty: all
  std::vector<Multiplier> witness;        // no hard margin in a kernel's feature space: Σ λ_i y_i Φ(x_i) = 0
  std::optional<std::uint64_t> positive;  // multipliers above 0, where α is not kept
  bool bounded = false;                   // without a dual, `gap` is a bound by curvature
  bool begun = true;                      // false: the runs before it were ended
  bool fitted = true;                     // false: there is no optimum, and no weights
  Separability known;                     // where it was asked
  std::vector<DirectionPart> direction;   // no optimum: the features with w_j != 0 in a direction that separates
  bool best_direction = false;            // ... and it is that of the largest margin
};

struct LinearTraining {
  LinearRequest request;         // resolved
  std::uint64_t components = 0;  // features of an approximation to a kernel
  KernelError kernel_error;      // ... and how near it is
  std::vector<LinearRun> runs;
  Multiclass multiclass = Multiclass::none;
  double unit = 1;  // of reported objectives: 1 for the sum form, λ for the mean form
  std::optional<Statistics> statistics;
  bool asked_of_all = false;  // before several runs, each of some classes: is the data separable, all classes at once?

  bool one_run() const { return runs.size() == 1; }

  /// "class LABEL", or "A against B".
  std::string place_of(const LinearRun& run) const {
    return (multiclass == Multiclass::one_vs_rest ? "class " : "") + run.label;
  }

  /// The run that came least far.
  const LinearRun& least_far() const;
};

/// How many α_i > 0 the solution reported has; nothing where it has no α.
std::optional<std::uint64_t> positive_multipliers(const LinearRun& run);

/// "C sum c_i loss(m_i) + 1/2 |w|^2", in the form asked for.
std::string objective_text(const LinearTraining& all);

/// 1/|w|, with an augmented bias 1/|(w, b)|; nothing for w = 0 and for several outputs.
std::optional<double> margin_of(const LinearRun& run, Bias bias);

}  // namespace halfspace
