// ONNX: the operators LinearClassifier and SVMClassifier of ai.onnx.ml, in float as they are defined.
//
//   x [N, columns] -> (Scaler) -> (Gemm -> Cos, of Fourier features) -> classifier -> label, scores -> (Mul) -> Sigmoid
//   | Softmax -> probabilities
//
// https://onnx.ai/onnx/operators, field numbers from onnx.proto3.
#include <algorithm>
#include <array>
#include <cmath>
#include <numeric>
#include <utility>

#include "base/text.hpp"
#include "data/label.hpp"
#include "export/exports.hpp"
#include "export/onnx_node.hpp"
#include "export/pair_form.hpp"
#include "export/plain.hpp"
#include "model/probability.hpp"

namespace halfspace {
namespace {

class Graph {
 public:
  explicit Graph(const Model& m) : m_(m) {
    for (const std::string& label : m.classes) {
      const auto number = label_number(label);
      constexpr double most = 9007199254740992.0;  // 2^53
      if (!number || std::trunc(*number) != *number || std::fabs(*number) > most) return;
      whole_.push_back(static_cast<std::int64_t>(*number));
    }
  }

  Result<Exported> write() {
    inputs_.push_back(onnx::value_info("x", onnx::float_type, m_.map.input_cols));
    if (m_.cosines()) {
      if (const auto fits = check_size(); !fits) return fits.error();
      add_cosines();
    } else if (m_.support) {
      if (const auto fits = add_kernel(); !fits) return fits.error();
    } else {
      add_linear("x");
    }
    if (!finite_)
      return Error{Code::bad_data, "", "a number of the model is beyond float, the numbers of ONNX's classifiers"};
    Message graph;
    for (const Message& node : nodes_) graph.message(1, node);
    graph.text(2, "halfspace");
    for (const Message& tensor : constants_) graph.message(5, tensor);
    for (const Message& value : inputs_) graph.message(11, value);
    for (const Message& value : outputs_) graph.message(12, value);
    constexpr std::int64_t ir_version = 7;  // of opset 13
    Message model;
    model.number(1, ir_version).text(2, "halfspace").text(3, HALFSPACE_VERSION).message(7, graph);
    model.message(8, Message().text(1, "").number(2, 13)).message(8, Message().text(1, onnx::learning).number(2, 1));
    return Exported{model.bytes(), notes_};
  }

 private:
  void add(const onnx::Node& node) {
    finite_ = finite_ && node.finite();
    nodes_.push_back(node.message());
  }

  /// Labels of the classes in this order.
  void add_labels(onnx::Node& node, const std::vector<std::uint32_t>& order) {
    std::vector<std::int64_t> numbers;
    std::vector<std::string> texts;
    const bool whole = whole_.size() == m_.classes.size();
    for (const std::uint32_t k : order) {
      if (whole) numbers.push_back(whole_[k]);
      texts.push_back(m_.classes[k]);
    }
    if (whole) {
      node.numbers("classlabels_ints", numbers);
    } else {
      node.texts("classlabels_strings", texts);
    }
    outputs_.push_back(onnx::value_info("label", whole ? onnx::int64_type : onnx::string_type, 0));
  }

  std::vector<std::uint32_t> own_order() const {
    std::vector<std::uint32_t> order(m_.classes.size());
    std::iota(order.begin(), order.end(), 0U);
    return order;
  }

  /// The support rows, or frequencies, are dense there.
  Result<void> check_size() const {
    constexpr std::uint64_t most = std::uint64_t{1} << 28U;  // a file of protocol buffers holds at most 2 GiB
    if (m_.support->rows.rows * std::max<std::uint64_t>(m_.map.input_cols, 1) <= most) return {};
    return Error{Code::bad_data, "",
                 "the model cannot be written as ONNX: its support rows are dense there and take more than a GiB; "
                 "write --to libsvm"};
  }

  /// The input of the kernel: x, scaled where the model scales.
  std::string scaled_input() {
    if (m_.map.factor.empty()) return "x";
    onnx::Node scaler("Scaler", onnx::learning, {"x"}, {"z"});
    const std::vector<double> zeros(m_.map.factor.size());
    scaler.floats("offset", m_.map.shift.empty() ? zeros : m_.map.shift).floats("scale", m_.map.factor);
    add(scaler);
    return "z";
  }

  /// cos(ω_j.x + u_j) for every j, then a linear model.
  void add_cosines() {
    const auto rows = static_cast<std::int64_t>(m_.support->rows.rows);
    add_constant("frequencies", dense(m_.support->rows), {rows, static_cast<std::int64_t>(m_.support->rows.cols)});
    add_constant("phases", m_.support->phase, {rows});
    onnx::Node angles("Gemm", "", {scaled_input(), "frequencies", "phases"}, {"angles"});
    add(angles.number("transB", 1));
    add(onnx::Node("Cos", "", {"angles"}, {"cosines"}));
    add_linear("cosines");
  }

  /// Two classes: the scores -s and s.
  void add_linear(const std::string& input) {
    std::vector<double> w;
    std::vector<double> b;
    if (m_.outputs() == 1) {
      for (const double v : m_.w) w.push_back(-v);
      b.push_back(-m_.b[0]);
    }
    w.insert(w.end(), m_.w.begin(), m_.w.end());
    b.insert(b.end(), m_.b.begin(), m_.b.end());
    onnx::Node node("LinearClassifier", onnx::learning, {input}, {"label", "scores"});
    node.floats("coefficients", w).floats("intercepts", b).number("multi_class", 0).text("post_transform", "NONE");
    add_labels(node, own_order());
    add(node);
    outputs_.push_back(onnx::value_info("scores", onnx::float_type, m_.classes.size()));
    add_probabilities();
  }

  void add_constant(std::string_view name, const std::vector<double>& values, const std::vector<std::int64_t>& shape) {
    std::vector<float> single;
    for (const double v : values) {
      single.push_back(static_cast<float>(v));
      finite_ = finite_ && std::isfinite(single.back());
    }
    Message tensor;
    for (const std::int64_t side : shape) tensor.number(1, side);
    constants_.push_back(tensor.number(2, onnx::float_type).floats(4, single).text(8, name));
  }

  /// "scores", times the slope of the model's map where it has one.
  std::string mapped_scores() {
    const auto* const libsvm = std::get_if<LibsvmMap>(&m_.probability);  // P = 1 / (1 + e^{a s + b})
    const std::vector<double> a = lists_of(m_.probability).a;
    if (a.empty()) return "scores";
    add_constant("slope", {libsvm != nullptr ? -a[0] : a[0]}, {});
    add(onnx::Node("Mul", "", {"scores", "slope"}, {"scaled"}));
    if (libsvm == nullptr) return "scaled";
    add_constant("shift", {libsvm->b[0], -libsvm->b[0]}, {2});
    add(onnx::Node("Add", "", {"scaled", "shift"}, {"shifted"}));
    return "shifted";
  }

  /// From "scores", one a class.
  void add_probabilities() {
    if (!has_probabilities(m_)) return;
    if (std::holds_alternative<IsotonicMap>(m_.probability)) {
      notes_.emplace_back("the probabilities are left out: ONNX has no operator for this map of scores");
      return;
    }
    const std::string from = mapped_scores();
    const bool softmax =
        m_.multiclass == Multiclass::multinomial || std::holds_alternative<TemperatureMap>(m_.probability);
    if (softmax || m_.outputs() == 1) {
      add(onnx::Node(softmax ? "Softmax" : "Sigmoid", "", {from}, {"probabilities"}));
    } else {
      add(onnx::Node("Sigmoid", "", {from}, {"shares"}));
      onnx::Node normalizer("Normalizer", onnx::learning, {"shares"}, {"probabilities"});
      normalizer.text("norm", "L1");
      add(normalizer);
    }
    outputs_.push_back(onnx::value_info("probabilities", onnx::float_type, m_.classes.size()));
  }

  /// SVMClassifier sums as LIBSVM does, and adds rho where LIBSVM subtracts it.
  Result<void> add_kernel() {
    const Kernel& k = m_.support->kernel;
    if (!k.facts().in_libsvm)
      return Error{Code::bad_data, "",
                   "the model cannot be written as ONNX: SVMClassifier has no " + std::string(name_of(k.kind)) +
                       " kernel; write --to c"};
    PairForm form = pair_form(m_);
    notes_ = form.notes;
    const LibsvmModel& v = form.model;
    if (const auto fits = check_size(); !fits) return fits;
    const std::string input = scaled_input();
    const bool two = m_.outputs() == 1;
    if (two) turn_around(form);
    const bool probable = !two && !v.prob_a.empty();
    onnx::Node node("SVMClassifier", onnx::learning, {input},
                    {"label", two        ? "turned"
                              : probable ? "probabilities"
                                         : "scores"});
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
    add_labels(node, form.order);
    add(node);
    const std::uint64_t width = probable || two ? v.classes : v.rho.size();
    outputs_.push_back(onnx::value_info(probable ? "probabilities" : "scores", onnx::float_type, width));
    if (!two) return {};
    add(onnx::Node("Neg", "", {"turned"}, {"scores"}));
    add_probabilities();
    return {};
  }

  /// Two classes in the model's order: the first wins where -s > 0. The operator tells -f, f of that f.
  static void turn_around(PairForm& form) {
    if (form.order[0] == 0) return;
    for (double& c : form.model.coefficients) c = -c;
    form.model.rho[0] = -form.model.rho[0];
    std::swap(form.order[0], form.order[1]);
  }

  std::vector<double> dense(const CsrMatrix<double>& rows) const {
    std::vector<double> out(rows.rows * rows.cols);
    for (std::size_t j = 0; j < rows.rows; ++j)
      for_each_entry(rows.row(j), [&](std::size_t c, double v) { out[j * rows.cols + c] = v; });
    return out;
  }

  /// coef_0 of all support vectors, coef_1 of all, ...
  static std::vector<double> transposed(const LibsvmModel& v) {
    const std::size_t each = v.classes - 1;
    std::vector<double> out;
    out.reserve(v.coefficients.size());
    for (std::size_t c = 0; c < each; ++c) {
      for (std::size_t j = 0; j < v.rows.rows; ++j) out.push_back(v.coefficients[j * each + c]);
    }
    return out;
  }

  const Model& m_;
  std::vector<std::int64_t> whole_;  // labels as numbers, where all are
  std::vector<Message> nodes_;
  std::vector<Message> constants_;
  std::vector<Message> inputs_;
  std::vector<Message> outputs_;
  std::vector<std::string> notes_;
  bool finite_ = true;
};

}  // namespace

Result<Exported> export_onnx(const Model& m, const ExportOptions&) {
  if (const auto fits = check_plain(m, "ONNX"); !fits) return fits.error();
  if ((!m.support || m.cosines()) && m.pairwise())
    return Error{Code::bad_data, "",
                 "the model cannot be written as ONNX: LinearClassifier has a weight vector for each class, this model "
                 "one for each pair; train --multiclass one-vs-rest, or write --to c"};
  return Graph(m).write();
}

}  // namespace halfspace
