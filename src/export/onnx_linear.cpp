// Weight vectors in ONNX: scores of classes go to LinearClassifier as they are; pairs of classes and vectors that vote are
// summed by Gemm and counted, and LinearClassifier takes the counts.
#include <algorithm>
#include <cstdint>
#include <numeric>
#include <string>
#include <vector>

#include "export/onnx_parts.hpp"

namespace halfspace::onnx {
namespace {

/// w (outputs x size) and b as LinearClassifier; two classes: the scores -s and s.
void add_classifier_node(Writing& to, const std::string& input, const std::vector<double>& weights,
                         const std::vector<double>& biases) {
  const Model& m = to.m;
  std::vector<double> w;
  std::vector<double> b;
  if (biases.size() == 1) {
    w.reserve(2 * weights.size());
    for (const double v : weights) w.push_back(-v);
    b.push_back(-biases[0]);
  }
  w.insert(w.end(), weights.begin(), weights.end());
  b.insert(b.end(), biases.begin(), biases.end());
  Node node("LinearClassifier", learning, {input}, {"label", "scores"});
  node.floats("coefficients", w).floats("intercepts", b).number("multi_class", 0).text("post_transform", "NONE");
  std::vector<std::uint32_t> own_order(m.classes.size());
  std::iota(own_order.begin(), own_order.end(), 0U);
  add_labels(to, node, own_order);
  to.graph.add(node);
  to.graph.add_output("scores", float_type, m.classes.size());
  add_probabilities(to);
}

/// w.x + b of an input in double, as the tensor "/sums in double".
void add_double_sums(Writing& to, const std::string& input, const std::vector<double>& w,
                     const std::vector<double>& b) {
  const auto count = static_cast<std::int64_t>(b.size());
  to.graph.add_doubles("/weights", w, {count, static_cast<std::int64_t>(w.size() / b.size())});
  to.graph.add_doubles("/biases", b, {count});
  to.graph.add(Node("Gemm", "", {input, "/weights", "/biases"}, {"/sums in double"}).number("transB", 1));
}

/// The same as the tensor "/sums" in float, infinite beyond it: for signs.
void add_sums(Writing& to, const std::string& input, const std::vector<double>& w, const std::vector<double>& b) {
  add_double_sums(to, input, w, b);
  to.graph.add_cast("/sums in double", "/sums", float_type);
}

/// The same as scores in float: s_k / max(1, max_l |s_l| / 1e38), which keeps their order; infinite ones times 0 are NaN.
void add_finite_sums(Writing& to, const std::string& input, const std::vector<double>& w,
                     const std::vector<double>& b) {
  add_double_sums(to, input, w, b);
  to.graph.add_doubles("/float", {1e38}, {});
  to.graph.add_doubles("/as it is", {1}, {});
  to.graph.add(Node("Abs", "", {"/sums in double"}, {"/sizes of sums"}));
  to.graph.add(Node("ReduceMax", "", {"/sizes of sums"}, {"/largest sum"}).numbers("axes", {1}));
  to.graph.add(Node("Div", "", {"/largest sum", "/float"}, {"/floats"}));
  to.graph.add(Node("Max", "", {"/floats", "/as it is"}, {"/divisor"}));
  to.graph.add(Node("Div", "", {"/sums in double", "/divisor"}, {"/divided"}));
  to.graph.add_cast("/divided", "/sums", float_type);
}

/// 1 where a sum speaks for +1, else `low`: the tensor "/signs". A sum that is NaN stays so, and what is counted of it.
void add_signs(Writing& to, double low) {
  to.graph.add_constant("/zero", {0}, {});
  to.graph.add_constant("/high", {1}, {});
  to.graph.add_constant("/low", {low}, {});
  const bool strict = to.m.zero_is_negative;
  to.graph.add(Node(strict ? "Greater" : "GreaterOrEqual", "", {"/sums", "/zero"}, {"/positive"}));
  to.graph.add(Node("Where", "", {"/positive", "/high", "/low"}, {"/sides"}));
  to.graph.add(Node("IsNaN", "", {"/sums"}, {"/unknown"}));
  to.graph.add(Node("Where", "", {"/unknown", "/sums", "/sides"}, {"/signs"}));
}

std::vector<double> unit_matrix(std::size_t n) {
  std::vector<double> out(n * n);
  for (std::size_t k = 0; k < n; ++k) out[k * n + k] = 1;
  return out;
}

/// Votes of class k: sum over its pairs (k l) of g, over its pairs (a k) of 1 - g, g the sign as 0 or 1.
void add_pairs(Writing& to, const std::string& input) {
  const Model& m = to.m;
  const std::size_t classes = m.classes.size();
  const std::size_t pairs = m.b.size();
  add_sums(to, input, m.w, m.b);
  add_signs(to, 0);
  std::vector<double> w(classes * pairs);
  std::vector<double> b(classes);
  std::size_t v = 0;
  for (std::size_t k = 0; k < classes; ++k) {
    for (std::size_t l = k + 1; l < classes; ++l, ++v) {
      w[k * pairs + v] = 1;
      w[l * pairs + v] = -1;
      b[l] += 1;
    }
  }
  add_classifier_node(to, "/signs", w, b);
}

/// sum_k c_k sign(w_k.x + b_k) / sum_k c_k of each output's own vectors.
void add_shares(Writing& to, const std::vector<std::uint64_t>& of_output) {
  const std::vector<std::uint64_t>& counts = to.m.votes->counts;
  std::vector<double> w(of_output.size() * counts.size());
  std::size_t first = 0;
  for (std::size_t k = 0; k < of_output.size(); ++k) {
    double total = 0;
    for (std::size_t v = first; v < first + of_output[k]; ++v) total += static_cast<double>(counts[v]);
    for (std::size_t v = first; v < first + of_output[k] && total > 0; ++v)
      w[k * counts.size() + v] = static_cast<double>(counts[v]) / total;
    first += of_output[k];
  }
  add_signs(to, -1);
  add_classifier_node(to, "/signs", w, std::vector<double>(of_output.size()));
}

/// Of each set of vectors, one a class, the largest has the set's votes.
void add_largest_shares(Writing& to) {
  const std::vector<std::uint64_t>& counts = to.m.votes->counts;
  const std::size_t classes = to.m.classes.size();
  const auto sets = static_cast<std::int64_t>(counts.size());
  double total = 0;
  for (const std::uint64_t c : counts) total += static_cast<double>(c);
  std::vector<double> share;
  share.reserve(counts.size());
  for (const std::uint64_t c : counts) share.push_back(total > 0 ? static_cast<double>(c) / total : 0);
  to.graph.add_numbers("/sets", {0, sets, static_cast<std::int64_t>(classes)});
  to.graph.add(Node("Reshape", "", {"/sums in double", "/sets"}, {"/sums of sets"}));
  to.graph.add(Node("ArgMax", "", {"/sums of sets"}, {"/largest"}).number("axis", 2).number("keepdims", 0));
  to.graph.add_numbers("/classes", {static_cast<std::int64_t>(classes)});
  to.graph.add_constant("/off and on", {0, 1}, {2});
  to.graph.add(Node("OneHot", "", {"/largest", "/classes", "/off and on"}, {"/chosen"}));
  to.graph.add_constant("/share", share, {1, sets});
  to.graph.add(Node("MatMul", "", {"/share", "/chosen"}, {"/votes in rows"}));
  to.graph.add(Node("Flatten", "", {"/votes in rows"}, {"/counted"}).number("axis", 1));
  add_unless_unknown(to, "/counted", "/sums", "/votes");
  add_classifier_node(to, "/votes", unit_matrix(classes), std::vector<double>(classes));
}

void add_votes(Writing& to, const std::string& input) {
  const Model& m = to.m;
  const std::size_t d = m.vector_size();
  std::vector<double> w;
  std::vector<double> b;
  for (std::size_t at = 0; at + d < m.votes->weights.size(); at += d + 1) {
    const auto first = m.votes->weights.begin() + static_cast<std::ptrdiff_t>(at);
    w.insert(w.end(), first, first + static_cast<std::ptrdiff_t>(d));
    b.push_back(m.votes->weights[at + d]);
  }
  add_sums(to, input, w, b);
  if (m.multiclass == Multiclass::argmax) return add_largest_shares(to);
  add_shares(to, m.multiclass == Multiclass::one_vs_rest ? m.votes->of_output : std::vector<std::uint64_t>{b.size()});
}

}  // namespace

void add_linear(Writing& to, const std::string& input) {
  if (!to.m.voted() && !to.m.pairwise()) return add_classifier_node(to, input, to.m.w, to.m.b);
  to.graph.add_cast(input, "/in double", double_type);
  add_linear_of_doubles(to, "/in double");
}

void add_linear_of_doubles(Writing& to, const std::string& input) {
  if (to.m.voted()) return add_votes(to, input);
  if (to.m.pairwise()) return add_pairs(to, input);
  add_finite_sums(to, input, to.m.w, to.m.b);
  add_classifier_node(to, "/sums", unit_matrix(to.m.b.size()), std::vector<double>(to.m.b.size()));
}

}  // namespace halfspace::onnx
