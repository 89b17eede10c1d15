// What a path says: a table for people, every point for programs.
#pragma once

#include <string>

#include "base/json.hpp"
#include "data/dataset.hpp"
#include "select/path_training.hpp"

namespace halfspace {

/// The members of `path --json` between the head and the seconds.
Json path_json(const Dataset& data, const PathTraining& path);

std::string path_text(const Dataset& data, const PathTraining& path);

}  // namespace halfspace
