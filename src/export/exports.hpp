// Writing a model for other programs: one entry, a list of formats behind it (exports.cpp). A model that a format
// cannot hold is an error that says why and what can be done.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "halfspace/options.hpp"
#include "model/model.hpp"

namespace halfspace {

/// The bytes of a file, and what of the model is not in them.
struct Exported {
  std::string bytes;
  std::vector<std::string> notes;
};

struct Exporter {
  std::string_view name;
  std::string_view ending;  // "" has none of its own
  std::string_view what;
  Result<Exported> (*write)(const Model& model, const ExportOptions& options);
};

std::span<const Exporter> exporters();

Result<Exported> export_libsvm(const Model& model, const ExportOptions& options);
Result<Exported> export_liblinear(const Model& model, const ExportOptions& options);
Result<Exported> export_onnx(const Model& model, const ExportOptions& options);
Result<Exported> export_c(const Model& model, const ExportOptions& options);
Result<Exported> export_c_float(const Model& model, const ExportOptions& options);
Result<Exported> export_python(const Model& model, const ExportOptions& options);
Result<Exported> export_sql(const Model& model, const ExportOptions& options);

}  // namespace halfspace
