// Models of any kind this program reads: its own files, LIBSVM's and LIBLINEAR's text models, told apart by content.
#pragma once

#include <memory>
#include <string>
#include <string_view>

#include "codec/source.hpp"
#include "model/model.hpp"

namespace halfspace {

enum class ModelKind { none, halfspace, libsvm, liblinear };

/// What these first bytes (4096 or all) belong to.
ModelKind kind_of_model(std::string_view first_bytes);

/// Reads a model of any kind. Errors: io for the file, bad_data for its content.
Result<Model> import_model(const std::string& path);
Result<Model> import_model(std::unique_ptr<Source> source, const std::string& name);

/// The bytes in front of a stream, at most `most`; `source` then gives them again.
Result<std::string> look_ahead(std::unique_ptr<Source>& source, std::size_t most);

/// All of a stream.
Result<std::string> whole_text(Source& source);

/// As far into a model as its kind can be told.
inline constexpr std::size_t model_head_bytes = 4096;

}  // namespace halfspace
