// Rows as a model sees them, for the pictures of halfspace plot.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "data/dataset.hpp"
#include "flags.hpp"
#include "model/model.hpp"

namespace halfspace::cli {

struct ScoredRows {
  std::vector<std::uint32_t> truth;  // the class of each row, as the model numbers them
  std::vector<double> score;
  std::vector<double> weight;  // empty: all 1
};

/// DATA, read as the model says.
Result<Dataset> labelled_rows(const Args& args, const Model& model);

/// What a model makes of these rows of DATA.
Result<ScoredRows> scored_rows(const Args& args, const Model& model, const Dataset& data);

/// DATA's name in messages.
std::string data_name(const Args& args);

}  // namespace halfspace::cli
