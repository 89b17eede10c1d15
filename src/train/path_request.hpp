// What `path` is asked for, from settings.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "data/dataset.hpp"
#include "train/flags.hpp"
#include "train/request.hpp"

namespace halfspace {

enum class PathMetric { deviance, loss, accuracy, auc };

template <>
struct Names<PathMetric> {
  static constexpr std::array<std::string_view, 4> list = {"deviance", "loss", "accuracy", "auc"};
};

constexpr bool higher_is_better(PathMetric m) { return m == PathMetric::accuracy || m == PathMetric::auc; }

struct PathRequest {
  TrainRequest train;  // algorithm logistic or svm; its C and lambda are not looked at
  std::uint64_t points = 50;
  double ratio = 0;             // of the smallest lambda to the largest; 0: 1e-4, or 1e-2 with fewer rows than columns
  std::vector<double> lambdas;  // falling; empty: the grid
  std::vector<double> costs;    // values of C, rising: the sum form; empty: the mean form
  unsigned folds = 0;           // 0: no cross-validation
  unsigned repeats = 1;
  PathMetric metric = PathMetric::deviance;
  std::string choose;  // best, 1se, the number of a point from 1, or "": best where there are folds

  bool mean_form() const { return costs.empty(); }
};

/// Flags of the path itself, and those of learners that go with it.
std::vector<Flag> path_flags();

/// Errors (usage): values out of range, choices that contradict each other or have no effect.
Result<PathRequest> path_request(const Settings& settings, const Dataset& data, const std::string& source);

}  // namespace halfspace
