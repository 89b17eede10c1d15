// What the points of a path are told as, whoever found them: rows of the table, means over folds, the choice of one.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "select/path_training.hpp"
#include "select/path_validation.hpp"
#include "train/objective/linear_run.hpp"

namespace halfspace {

/// Point `k`, from 0, without its weights. `rows_weight` is n of lambda = 1/(n C).
PathRow row_of(const PathRequest& request, std::size_t k, const PathPoint& point, double rows_weight, double null_loss);

/// Means of the points that all folds came to, `best` and `one_se`.
void add_means(PathTraining& out, const std::vector<FoldValues>& folds);

/// The point that the request asks for; nothing where there is none.
std::optional<std::size_t> chosen_point(const PathTraining& out);

/// Status and stop reason of so many points that were wanted. `scaling`: how columns can be scaled.
void add_status(PathTraining& out, std::size_t wanted, const std::string& scaling);

/// Point k as a training of its own.
LinearTraining training_of(const PathRequest& request, std::size_t k, double rows_weight, const PathPoint& point);

}  // namespace halfspace
