// What a path of the core found, as the library gives it.
#pragma once

#include "data/dataset.hpp"
#include "halfspace/select.hpp"
#include "select/path_training.hpp"

namespace halfspace::api {

/// `data` are the rows, whose numbers are let go.
PathResult path_result_of(Dataset data, PathTraining found);

}  // namespace halfspace::api
