// ONNX: LinearClassifier of ai.onnx.ml, in float as it is defined, on features or on sums of kernel values in double.
//
//   inputs -> features (onnx_features.cpp) -> (kernel values -> sums) -> LinearClassifier -> label, scores
//   -> (Mul) -> Sigmoid | Softmax -> probabilities
//
// LIBSVM's probabilities of pairs: features -> (Scaler) -> SVMClassifier -> label, probabilities
//
// https://onnx.ai/onnx/operators, field numbers from onnx.proto3.
#include "export/exports.hpp"
#include "export/onnx_parts.hpp"
#include "export/plain.hpp"
#include "model/probability.hpp"

namespace halfspace {
namespace onnx {
namespace {

/// LIBSVM's probabilities of three classes or more: SVMClassifier alone couples pairs.
bool couples_pairs(const Model& m) {
  return m.outputs() > 1 && !m.voted() && kind_of(m.probability) == ProbabilityKind::libsvm;
}

Result<void> add_classifier(Writing& to) {
  if (to.m.support) return couples_pairs(to.m) ? add_coupled_kernel(to) : add_kernel_values(to);
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
  if (const std::string numbers = missing_numbers(m); !numbers.empty())
    to.notes.push_back("cells that --na names (" + numbers + ") are numbers here: give NaN in their place");
  return Exported{to.graph.model(), to.notes};
}

}  // namespace halfspace
