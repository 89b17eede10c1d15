// What evaluation of the core found, as an Evaluation of the library.
#pragma once

#include <memory>
#include <string>

#include "data/dataset.hpp"
#include "halfspace/evaluate.hpp"
#include "model/model.hpp"
#include "verbs/evaluation.hpp"

namespace halfspace::api {

/// `data` are the rows, without_numbers(); `source` their name.
Evaluation evaluation_of(std::shared_ptr<const Model> model, std::shared_ptr<const Dataset> data, RowsEvaluated found,
                         const std::string& source);

}  // namespace halfspace::api
