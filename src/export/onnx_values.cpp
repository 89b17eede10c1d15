// Kernel values and random cosines by operators of tensors, in double: k(x_j, x) of every support row, then a linear model
// of these. Float loses the score where large terms cancel.
//
//   product           Gemm: x.x_j                                        -> γ times it + c -> Pow, Tanh or as it is
//   squared distance  |x|^2 + |x_j|^2 - 2 x.x_j, at least 0              -> Exp of -γ times it
//   L1 distance       x [N, 1, d] - x_j [m, d] -> Abs -> sum             -> Exp of -γ times it
//   cosines           Gemm: x.ω_j + u_j                                  -> Cos
#include <cstdint>
#include <string>
#include <vector>

#include "export/onnx_parts.hpp"
#include "export/support_table.hpp"

namespace halfspace::onnx {
namespace {

/// Sums of |x - x_j|: N m d numbers on the way.
std::string add_distances(Writing& to, const std::string& input) {
  to.graph.add_numbers("/before", {1});
  to.graph.add_numbers("/last", {2});
  to.graph.add(Node("Unsqueeze", "", {input, "/before"}, {"/row"}));
  to.graph.add(Node("Sub", "", {"/row", "/support"}, {"/differences"}));
  to.graph.add(Node("Abs", "", {"/differences"}, {"/sizes"}));
  to.graph.add(Node("ReduceSum", "", {"/sizes", "/last"}, {"/distances"}).number("keepdims", 0));
  return "/distances";
}

std::string add_products(Writing& to, const std::string& input) {
  to.graph.add(Node("Gemm", "", {input, "/support"}, {"/products"}).number("transB", 1));
  return "/products";
}

/// Of rows that are moved as the support rows are (kernel/centre.hpp). NaN is not below 0 and stays.
std::string add_squares(Writing& to, std::string input, const SupportTable& table) {
  const auto cols = static_cast<std::int64_t>(table.rows.cols);
  if (!table.centre.empty()) {
    to.graph.add_doubles("/centre", table.centre, {cols});
    to.graph.add(Node("Sub", "", {input, "/centre"}, {"/centred"}));
    input = "/centred";
  }
  std::vector<double> squares;
  squares.reserve(table.rows.rows);
  for (std::size_t j = 0; j < table.rows.rows; ++j) squares.push_back(squared_norm(table.rows.row(j)));
  to.graph.add_doubles("/row squares", squares, {static_cast<std::int64_t>(squares.size())});
  to.graph.add_numbers("/across columns", {1});
  to.graph.add_doubles("/two", {2}, {});
  to.graph.add_doubles("/nothing", {0}, {});
  to.graph.add(Node("Mul", "", {input, input}, {"/powers"}));
  to.graph.add(Node("ReduceSum", "", {"/powers", "/across columns"}, {"/square"}));
  to.graph.add(Node("Add", "", {"/square", "/row squares"}, {"/lengths"}));
  to.graph.add(Node("Mul", "", {add_products(to, input), "/two"}, {"/twice"}));
  to.graph.add(Node("Sub", "", {"/lengths", "/twice"}, {"/rounded"}));
  to.graph.add(Node("Less", "", {"/rounded", "/nothing"}, {"/below"}));
  to.graph.add(Node("Where", "", {"/below", "/nothing", "/rounded"}, {"/distances"}));
  return "/distances";
}

void add_map(Writing& to, const Kernel& k, const std::string& base) {
  if (k.map() == KernelMap::exponential) {
    to.graph.add_doubles("/exponent", {-k.gamma}, {});
    to.graph.add(Node("Mul", "", {base, "/exponent"}, {"/scaled base"}));
    to.graph.add(Node("Exp", "", {"/scaled base"}, {"/kernel"}));
    return;
  }
  to.graph.add_doubles("/gamma", {k.uses_gamma() ? k.gamma : 1}, {});
  to.graph.add_doubles("/coef0", {k.uses_coef0() ? k.coef0 : 0}, {});
  to.graph.add(Node("Mul", "", {base, "/gamma"}, {"/scaled base"}));
  to.graph.add(Node("Add", "", {"/scaled base", "/coef0"}, {k.uses_coef0() ? "/shifted base" : "/kernel"}));
  if (k.map() == KernelMap::power) {
    to.graph.add_doubles("/degree", {static_cast<double>(k.degree)}, {});
    to.graph.add(Node("Pow", "", {"/shifted base", "/degree"}, {"/kernel"}));
  } else if (k.map() == KernelMap::hyperbolic_tangent) {
    to.graph.add(Node("Tanh", "", {"/shifted base"}, {"/kernel"}));
  }
}

void add_cosines(Writing& to, const std::string& input) {
  const std::vector<double>& phase = to.m.support->phase;
  to.graph.add_doubles("/phases", phase, {static_cast<std::int64_t>(phase.size())});
  to.graph.add(Node("Gemm", "", {input, "/support", "/phases"}, {"/angles"}).number("transB", 1));
  to.graph.add(Node("Cos", "", {"/angles"}, {"/kernel"}));
}

}  // namespace

Result<void> add_kernel_values(Writing& to) {
  if (const auto fits = check_size(to.m); !fits) return fits;
  const std::string input = scaled_doubles(to);
  const Kernel& kernel = to.m.support->kernel;
  const SupportTable table = support_table(to.m);
  to.graph.add_doubles("/support", dense(table.rows),
                       {static_cast<std::int64_t>(table.rows.rows), static_cast<std::int64_t>(table.rows.cols)});
  if (to.m.cosines()) {
    add_cosines(to, input);
  } else if (kernel.base() == KernelBase::squared_distance) {
    add_map(to, kernel, add_squares(to, input, table));
  } else {
    add_map(to, kernel, kernel.of_distance() ? add_distances(to, input) : add_products(to, input));
  }
  add_linear_of_doubles(to, "/kernel");
  return {};
}

}  // namespace halfspace::onnx
