#include "export/exports.hpp"

#include <array>

namespace halfspace {
namespace {

Result<Exported> export_halfspace(const Model& m, const ExportOptions&) { return Exported{model_bytes(m), {}}; }

}  // namespace

std::span<const Exporter> exporters() {
  static constexpr std::array<Exporter, 8> list = {{
      {"halfspace", ".hs", "this program's own file", export_halfspace},
      {"libsvm", "", "LIBSVM text (svm-predict)", export_libsvm},
      {"liblinear", "", "LIBLINEAR text (liblinear-predict)", export_liblinear},
      {"onnx", ".onnx", "ONNX, with an input of strings for each column of texts", export_onnx},
      {"c", ".c", "C99 source in double, for rows of numbers or of text", export_c},
      {"c-float", "", "the same in float", export_c_float},
      {"python", ".py", "a Python file without dependencies", export_python},
      {"sql", ".sql", "a query of SQL (SQLite, DuckDB)", export_sql},
  }};
  return list;
}

}  // namespace halfspace
