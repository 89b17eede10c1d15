// What logistic regression and linear support vector machines are asked for, from settings.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "data/dataset.hpp"
#include "model/algorithm.hpp"
#include "solver/kernel/options.hpp"
#include "solver/linear/options.hpp"
#include "train/flags.hpp"
#include "train/settings.hpp"

namespace halfspace {

struct LinearRequest {
  LinearOptions options;  // C is set later where `lambda` is given
  KernelChoices kernel;
  double lambda = 0;                                      // > 0: the objective is (1/n) Σ c_i loss + λ penalty
  std::string class_weight;                               // "", "balanced", or LABEL=W,...
  bool statistics = false;                                // standard errors and tests of the coefficients
  std::shared_ptr<const ObjectiveStart> start = nullptr;  // null: the solvers' own choice
  std::vector<std::string> given;                         // flags the user wrote

  bool mean_form() const { return lambda > 0; }
  /// C = 1/(n λ), n the row weights summed.
  double cost_of_lambda(const Dataset& rows) const;
  bool hard_margin() const;
  bool unpenalised_logistic() const;
};

/// logistic for its own loss, svm for the others.
Algorithm algorithm_of(LossKind loss);

/// The loss where none is asked for: hinge of svm, else logistic.
LossKind first_loss(Algorithm algorithm);

/// --loss, --penalty, --C, --lambda, --class-weight, --statistics, ...; one a name.
std::vector<Flag> linear_flags();

/// Of algorithm logistic or svm. Errors (usage): values out of range, choices that contradict each other or have no
/// effect.
Result<LinearRequest> linear_request(const Settings& settings, Algorithm algorithm);

}  // namespace halfspace
