// The JSON document inside a model file.
#pragma once

#include <optional>
#include <string>

#include "base/json.hpp"
#include "kernel/kernel.hpp"
#include "model/model.hpp"

namespace halfspace {

inline constexpr std::uint64_t model_format_version = 1;

Json model_document(const Model& model);

/// What a model says of its data: form, rows, nonzeros, labels, hash of the text.
Json data_document(const Model& model);

/// Reads them. The name of a bad or missing member, else nothing.
std::optional<std::string> read_data(const Json& document, Model& model);

Json kernel_document(const Kernel& kernel);

/// Nothing when it is no kernel.
std::optional<Kernel> read_kernel(const Json& json);

/// Everything but the weights. Unknown versions, missing members and wrong types are errors naming the member.
Result<Model> parse_model_document(const Json& document, const std::string& name);

}  // namespace halfspace
