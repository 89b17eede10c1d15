// What cross-validation of the core found, as the library gives it.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "data/dataset.hpp"
#include "halfspace/select.hpp"
#include "select/cross_validation.hpp"

namespace halfspace::api {

/// `data` are the rows without_numbers(), `classes` the labels in the order of the targets.
CvResult cv_result_of(std::shared_ptr<const Dataset> data, LearnPlan plan, FoldOptions folds, CrossValidation cv,
                      const std::vector<std::string>& classes, bool predictions);

}  // namespace halfspace::api
