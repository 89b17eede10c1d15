// What `path` writes and tells, of a text or of a folder of shards.
#pragma once

#include <string>
#include <vector>

#include "base/json.hpp"
#include "flags.hpp"
#include "select/path_training.hpp"
#include "session.hpp"

namespace halfspace::cli {

/// Errors: files of `inputs` that cannot be read, of `outputs` that cannot be written, flags of a picture without one.
Result<void> check_path_files(const Args& args, const std::vector<std::string>& inputs,
                              const std::vector<std::string>& outputs);

/// Writes the model of -o and the picture, prints the report; `begun` is when the whole run began.
Outcome tell_of_path(const Args& args, const Dataset& data, PathTraining& path, Json seconds, double begun);

}  // namespace halfspace::cli
