// SVMClassifier, which alone couples LIBSVM's probabilities of pairs of classes.
#include "export/float_rounding.hpp"
#include "export/onnx_parts.hpp"
#include "export/pair_form.hpp"

namespace halfspace::onnx {
namespace {

/// coef_0 of all support vectors, coef_1 of all, ...
std::vector<double> transposed(const LibsvmModel& v) {
  const std::size_t each = v.classes - 1;
  std::vector<double> out;
  out.reserve(v.coefficients.size());
  for (std::size_t c = 0; c < each; ++c) {
    for (std::size_t j = 0; j < v.rows.rows; ++j) out.push_back(v.coefficients[j * each + c]);
  }
  return out;
}

/// It is defined in float, whose rounding the user must know of.
void note_rounding(Writing& to) {
  const FloatRounding off = float_rounding(to.m);
  if (off.error > 1e-5 * (1 + off.largest))
    to.notes.push_back(note_of(off, "ONNX couples pairs in float: their scores"));
}

}  // namespace

/// It sums as LIBSVM does, and adds rho where LIBSVM subtracts it.
Result<void> add_coupled_kernel(Writing& to) {
  const Kernel& k = to.m.support->kernel;
  const PairForm form = pair_form(to.m);
  to.notes.insert(to.notes.end(), form.notes.begin(), form.notes.end());
  const LibsvmModel& v = form.model;
  if (const auto fits = check_size(to.m); !fits) return fits;
  note_rounding(to);
  const std::string input = scaled_input(to);
  Node node("SVMClassifier", learning, {input}, {"label", "/coupled"});
  node.text("kernel_type", k.map() == KernelMap::exponential          ? "RBF"
                           : k.map() == KernelMap::power              ? "POLY"
                           : k.map() == KernelMap::hyperbolic_tangent ? "SIGMOID"
                                                                      : "LINEAR");
  node.floats("kernel_params", {k.gamma, k.coef0, static_cast<double>(k.degree)});
  node.floats("support_vectors", dense(v.rows));
  node.floats("coefficients", transposed(v));
  std::vector<double> rho;
  rho.reserve(v.rho.size());
  for (const double r : v.rho) rho.push_back(-r);
  node.floats("rho", rho).text("post_transform", "NONE");
  node.numbers("vectors_per_class", std::vector<std::int64_t>(v.of_class.begin(), v.of_class.end()));
  node.floats("prob_a", v.prob_a).floats("prob_b", v.prob_b);
  add_labels(to, node, form.order);
  to.graph.add(node);
  add_unless_unknown(to, "/coupled", input, "probabilities");
  to.graph.add_output("probabilities", float_type, v.classes);
  return {};
}

}  // namespace halfspace::onnx
