// What is in a model file, for people and as JSON.
#pragma once

#include <string>

#include "base/json.hpp"
#include "model/model.hpp"

namespace halfspace {

/// The members of `inspect --json` between the head and the seconds.
Json model_json(const Model& model);
std::string model_text(const Model& model, const std::string& path);

}  // namespace halfspace
