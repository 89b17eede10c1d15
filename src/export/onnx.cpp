// ONNX: the operators LinearClassifier and SVMClassifier of ai.onnx.ml, in float as they are defined.
//
//   x [N, columns] -> (Scaler) -> (Gemm -> Cos, of Fourier features) -> classifier -> label, scores -> (Mul) -> Sigmoid
//   | Softmax -> probabilities
//
// https://onnx.ai/onnx/operators, field numbers from onnx.proto3.
#include <numeric>

#include "export/exports.hpp"
#include "export/onnx_parts.hpp"
#include "export/plain.hpp"

namespace halfspace {
namespace onnx {
namespace {

/// Two classes: the scores -s and s.
void add_linear(Writing& to, const std::string& input) {
  const Model& m = to.m;
  std::vector<double> w;
  std::vector<double> b;
  if (m.outputs() == 1) {
    w.reserve(2 * m.w.size());
    for (const double v : m.w) w.push_back(-v);
    b.push_back(-m.b[0]);
  }
  w.insert(w.end(), m.w.begin(), m.w.end());
  b.insert(b.end(), m.b.begin(), m.b.end());
  Node node("LinearClassifier", learning, {input}, {"label", "scores"});
  node.floats("coefficients", w).floats("intercepts", b).number("multi_class", 0).text("post_transform", "NONE");
  std::vector<std::uint32_t> own_order(m.classes.size());
  std::iota(own_order.begin(), own_order.end(), 0U);
  add_labels(to, node, own_order);
  to.graph.add(node);
  to.graph.add_output("scores", float_type, m.classes.size());
  add_probabilities(to);
}

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
  if (to.m.support) return add_kernel(to);
  add_linear(to, "x");
  return {};
}

}  // namespace
}  // namespace onnx

Result<Exported> export_onnx(const Model& m, const ExportOptions&) {
  if (const auto fits = check_plain(m, "ONNX"); !fits) return fits.error();
  if ((!m.support || m.cosines()) && m.pairwise())
    return Error{Code::bad_data, "",
                 "the model cannot be written as ONNX: LinearClassifier has a weight vector for each class, this model "
                 "one for each pair; train --multiclass one-vs-rest, or write --to c"};
  onnx::Writing to{m, {}, {}};
  to.graph.add_input("x", onnx::float_type, m.map.input_cols);
  if (const auto added = onnx::add_classifier(to); !added) return added.error();
  if (!to.graph.finite())
    return Error{Code::bad_data, "", "a number of the model is beyond float, the numbers of ONNX's classifiers"};
  return Exported{to.graph.model(), to.notes};
}

}  // namespace halfspace
