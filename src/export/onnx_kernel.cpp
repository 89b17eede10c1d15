// SVMClassifier, for models of support vectors.
#include <utility>

#include "export/onnx_parts.hpp"
#include "export/pair_form.hpp"

namespace halfspace::onnx {
namespace {

/// Two classes in the model's order: the first wins where -s > 0. The operator tells -f, f of that f.
void turn_around(PairForm& form) {
  if (form.order[0] == 0) return;
  for (double& c : form.model.coefficients) c = -c;
  form.model.rho[0] = -form.model.rho[0];
  std::swap(form.order[0], form.order[1]);
}

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

}  // namespace

/// It sums as LIBSVM does, and adds rho where LIBSVM subtracts it.
Result<void> add_kernel(Writing& to) {
  const Kernel& k = to.m.support->kernel;
  PairForm form = pair_form(to.m);
  to.notes = form.notes;
  const LibsvmModel& v = form.model;
  if (const auto fits = check_size(to.m); !fits) return fits;
  const std::string input = scaled_input(to);
  const bool two = to.m.outputs() == 1;
  if (two) turn_around(form);
  const bool probable = !two && !v.prob_a.empty();
  Node node("SVMClassifier", learning, {input}, {"label", two ? "turned" : probable ? "/coupled" : "scores"});
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
  if (probable) node.floats("prob_a", v.prob_a).floats("prob_b", v.prob_b);
  add_labels(to, node, form.order);
  to.graph.add(node);
  const std::uint64_t width = probable || two ? v.classes : v.rho.size();
  to.graph.add_output(probable ? "probabilities" : "scores", float_type, width);
  if (probable) add_unless_unknown(to, "/coupled", input, "probabilities");
  if (!two) return {};
  to.graph.add(Node("Neg", "", {"turned"}, {"scores"}));
  add_probabilities(to);
  return {};
}

}  // namespace halfspace::onnx
