// What `path` is asked for, from settings.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "data/dataset.hpp"
#include "select/folds.hpp"
#include "select/summary.hpp"
#include "train/flags.hpp"
#include "train/request.hpp"

namespace halfspace {

struct PathRequest {
  TrainRequest train;  // algorithm logistic or svm; its C and lambda are not looked at
  std::uint64_t points = 50;
  double ratio = 0;             // of the smallest lambda to the largest; 0: 1e-4, or 1e-2 with fewer rows than columns
  std::vector<double> lambdas;  // falling; empty: the grid
  std::vector<double> costs;    // values of C, rising: the sum form; empty: the mean form
  std::optional<FoldOptions> folds;  // nothing: no cross-validation
  Metric metric = Metric::deviance;
  std::optional<SelectionRule> rule;  // of the choice, with folds
  std::uint64_t point = 0;            // ... or the number of a point, from 1

  bool mean_form() const { return costs.empty(); }
  /// Of point k from 0, whose C is given: as the request has it, else 1/(n C).
  double lambda_of(std::size_t k, double rows_weight, double C) const {
    return k < lambdas.size() ? lambdas[k] : 1 / (rows_weight * C);
  }
  /// "best", "one-se", "7"; "" where nothing is to be chosen.
  std::string choice() const;
};

/// Flags of the path itself, and those of learners that go with it.
std::vector<Flag> path_flags();

/// Errors (usage): values out of range, choices that contradict each other or have no effect.
Result<PathRequest> path_request(const Settings& settings, const Dataset& data, const std::string& source);

}  // namespace halfspace
