// ONNX: the operators LinearClassifier and SVMClassifier of ai.onnx.ml, in float as they are defined.
//
//   inputs -> features (onnx_features.cpp) -> (Scaler) -> (Gemm -> Cos, of Fourier features) -> classifier -> label, scores
//   -> (Mul) -> Sigmoid | Softmax -> probabilities
//
// https://onnx.ai/onnx/operators, field numbers from onnx.proto3.
#include "export/exports.hpp"
#include "export/onnx_parts.hpp"
#include "export/plain.hpp"

namespace halfspace {
namespace onnx {
namespace {

/// cos(ω_j.x + u_j) for every j, then a linear model.
Result<void> add_cosines(Writing& to) {
  if (const auto fits = check_size(to.m); !fits) return fits;
  const CsrMatrix<double>& frequencies = to.m.support->rows;
  const auto rows = static_cast<std::int64_t>(frequencies.rows);
  to.graph.add_constant("frequencies", dense(frequencies), {rows, static_cast<std::int64_t>(frequencies.cols)});
  to.graph.add_constant("phases", to.m.support->phase, {rows});
  Node angles("Gemm", "", {scaled_input(to), "frequencies", "phases"}, {"angles"});
  to.graph.add(angles.number("transB", 1));
  to.graph.add(Node("Cos", "", {"angles"}, {"cosines"}));
  add_linear(to, "cosines");
  return {};
}

Result<void> add_classifier(Writing& to) {
  if (to.m.cosines()) return add_cosines(to);
  if (to.m.support && (to.m.voted() || !to.m.support->kernel.facts().in_libsvm)) return add_kernel_values(to);
  if (to.m.support) return add_kernel(to);
  add_linear(to, to.features);
  return {};
}

}  // namespace
}  // namespace onnx

Result<Exported> export_onnx(const Model& m, const ExportOptions&) {
  if (const auto fine = check_unhashed(m, "ONNX"); !fine) return fine.error();
  onnx::Writing to{m, {}, {}};
  if (const auto added = onnx::add_features(to); !added) return added.error();
  if (const auto added = onnx::add_classifier(to); !added) return added.error();
  if (!to.graph.finite())
    return Error{Code::bad_data, "", "a number of the model is beyond float, the numbers of ONNX's classifiers"};
  add_style_notes(m, to.notes);
  return Exported{to.graph.model(), to.notes};
}

}  // namespace halfspace
