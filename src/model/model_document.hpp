// The JSON document inside a model file.
#pragma once

#include "model/model.hpp"

namespace halfspace {

inline constexpr std::uint64_t model_format_version = 1;

Json model_document(const Model& model);

/// Everything but the weights. Unknown versions, missing members and wrong types are errors naming the member.
Result<Model> parse_model_document(const Json& document, const std::string& name);

}  // namespace halfspace
