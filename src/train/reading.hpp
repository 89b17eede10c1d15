// Settings about data as the options of a reader.
#pragma once

#include "format/read.hpp"
#include "model/model.hpp"
#include "train/settings.hpp"

namespace halfspace {

Result<ReadOptions> read_options(const Settings& settings);

/// As read_options, for a text that a model shall score: the model says what its columns are.
Result<ReadOptions> read_options_for(const Model& model, const Settings& settings, bool need_label);

}  // namespace halfspace
