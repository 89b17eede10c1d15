// Kernel values in ONNX where SVMClassifier cannot take the kernel or its coefficients: k(x_j, x) of every support row
// from operators of tensors, then a linear model of these.
//
//   product          Gemm: γ x.x_j + c                                  -> Pow, Tanh or as it is
//   distances        x [N, 1, d] - x_j [m, d] -> Abs or square -> sum   -> Exp of -γ times it
#include <cstdint>
#include <string>
#include <vector>

#include "export/onnx_parts.hpp"

namespace halfspace::onnx {
namespace {

/// Sums of |x - x_j|, or of (x - x_j)^2: N m d numbers on the way.
std::string add_distances(Writing& to, const std::string& input, bool squares) {
  to.graph.add_numbers("/before", {1});
  to.graph.add_numbers("/last", {2});
  to.graph.add(Node("Unsqueeze", "", {input, "/before"}, {"/row"}));
  to.graph.add(Node("Sub", "", {"/row", "/support"}, {"/differences"}));
  to.graph.add(squares ? Node("Mul", "", {"/differences", "/differences"}, {"/sizes"})
                       : Node("Abs", "", {"/differences"}, {"/sizes"}));
  to.graph.add(Node("ReduceSum", "", {"/sizes", "/last"}, {"/distances"}).number("keepdims", 0));
  return "/distances";
}

void add_map(Writing& to, const Kernel& k, const std::string& base) {
  if (k.map() == KernelMap::exponential) {
    to.graph.add_constant("/exponent", {-k.gamma}, {});
    to.graph.add(Node("Mul", "", {base, "/exponent"}, {"/scaled base"}));
    to.graph.add(Node("Exp", "", {"/scaled base"}, {"/kernel"}));
    return;
  }
  to.graph.add_constant("/gamma", {k.uses_gamma() ? k.gamma : 1}, {});
  to.graph.add_constant("/coef0", {k.uses_coef0() ? k.coef0 : 0}, {});
  to.graph.add(Node("Mul", "", {base, "/gamma"}, {"/scaled base"}));
  to.graph.add(Node("Add", "", {"/scaled base", "/coef0"}, {k.uses_coef0() ? "/shifted base" : "/kernel"}));
  if (!k.uses_coef0()) return;
  to.graph.add_constant("/degree", {static_cast<double>(k.degree)}, {});
  to.graph.add(k.map() == KernelMap::power ? Node("Pow", "", {"/shifted base", "/degree"}, {"/kernel"})
                                           : Node("Tanh", "", {"/shifted base"}, {"/kernel"}));
}

}  // namespace

Result<void> add_kernel_values(Writing& to) {
  if (const auto fits = check_size(to.m); !fits) return fits;
  const Support& s = *to.m.support;
  const std::string input = scaled_input(to);
  const auto rows = static_cast<std::int64_t>(s.rows.rows);
  const auto cols = static_cast<std::int64_t>(s.rows.cols);
  to.graph.add_constant("/support", dense(s.rows), {rows, cols});
  if (s.kernel.of_distance()) {
    add_map(to, s.kernel, add_distances(to, input, s.kernel.base() == KernelBase::squared_distance));
  } else {
    to.graph.add(Node("Gemm", "", {input, "/support"}, {"/products"}).number("transB", 1));
    add_map(to, s.kernel, "/products");
  }
  add_linear(to, "/kernel");
  return {};
}

}  // namespace halfspace::onnx
