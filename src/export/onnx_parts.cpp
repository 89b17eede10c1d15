#include "export/onnx_parts.hpp"

#include <algorithm>
#include <cmath>
#include <variant>

#include "data/label.hpp"
#include "model/probability.hpp"

namespace halfspace::onnx {
namespace {

/// The labels as numbers where all are whole ones; else none.
std::vector<std::int64_t> numbers_of(const std::vector<std::string>& labels) {
  constexpr double most = 9007199254740992.0;  // 2^53
  std::vector<std::int64_t> whole;
  whole.reserve(labels.size());
  for (const std::string& label : labels) {
    const auto number = label_number(label);
    if (!number || std::trunc(*number) != *number || std::fabs(*number) > most) return {};
    whole.push_back(static_cast<std::int64_t>(*number));
  }
  return whole;
}

/// "scores", times the slope of the model's map where it has one.
std::string mapped_scores(Writing& to) {
  const auto* const libsvm = std::get_if<LibsvmMap>(&to.m.probability);  // P = 1 / (1 + e^{a s + b})
  const std::vector<double> a = lists_of(to.m.probability).a;
  if (a.empty()) return "scores";
  to.graph.add_constant("slope", {libsvm != nullptr ? -a[0] : a[0]}, {});
  to.graph.add(Node("Mul", "", {"scores", "slope"}, {"scaled"}));
  if (libsvm == nullptr) return "scaled";
  to.graph.add_constant("shift", {libsvm->b[0], -libsvm->b[0]}, {2});
  to.graph.add(Node("Add", "", {"scaled", "shift"}, {"shifted"}));
  return "shifted";
}

}  // namespace

void add_labels(Writing& to, Node& classifier, const std::vector<std::uint32_t>& order) {
  const std::vector<std::int64_t> whole = numbers_of(to.m.classes);
  std::vector<std::int64_t> numbers;
  std::vector<std::string> texts;
  for (const std::uint32_t k : order) {
    if (!whole.empty()) numbers.push_back(whole[k]);
    texts.push_back(to.m.classes[k]);
  }
  if (!whole.empty()) {
    classifier.numbers("classlabels_ints", numbers);
  } else {
    classifier.texts("classlabels_strings", texts);
  }
  to.graph.add_output("label", whole.empty() ? string_type : int64_type, 0);
}

void add_unless_unknown(Writing& to, const std::string& values, const std::string& of, const std::string& out) {
  to.graph.add_constant("/no mark", {0}, {});
  to.graph.add_numbers("/across", {1});
  to.graph.add(Node("IsNaN", "", {of}, {"/are unknown"}));
  to.graph.add(Node("Where", "", {"/are unknown", of, "/no mark"}, {"/marks"}));
  to.graph.add(Node("ReduceSum", "", {"/marks", "/across"}, {"/mark"}));
  to.graph.add(Node("Add", "", {values, "/mark"}, {out}));
}

void add_probabilities(Writing& to) {
  const Model& m = to.m;
  if (!has_probabilities(m)) return;
  if (std::holds_alternative<IsotonicMap>(m.probability)) {
    to.notes.emplace_back("the probabilities are left out: ONNX has no operator for this map of scores");
    return;
  }
  const std::string from = mapped_scores(to);
  const bool softmax = m.multiclass == Multiclass::multinomial || std::holds_alternative<TemperatureMap>(m.probability);
  if (softmax || m.outputs() == 1) {
    to.graph.add(Node(softmax ? "Softmax" : "Sigmoid", "", {from}, {"probabilities"}));
  } else {
    to.graph.add(Node("Sigmoid", "", {from}, {"shares"}));
    Node normalizer("Normalizer", learning, {"shares"}, {"probabilities"});
    normalizer.text("norm", "L1");
    to.graph.add(normalizer);
  }
  to.graph.add_output("probabilities", float_type, m.classes.size());
}

std::string scaled_input(Writing& to) {
  const FeatureMap& map = to.m.map;
  if (map.factor.empty()) return to.features;
  Node scaler("Scaler", learning, {to.features}, {"z"});
  const std::vector<double> zeros(map.factor.size());
  scaler.floats("offset", map.shift.empty() ? zeros : map.shift).floats("scale", map.factor);
  to.graph.add(scaler);
  return "z";
}

std::string scaled_doubles(Writing& to) {
  const FeatureMap& map = to.m.map;
  const auto width = static_cast<std::int64_t>(map.factor.size());
  to.graph.add_cast(to.features, "/given", double_type);
  if (map.factor.empty()) return "/given";
  std::string moved = "/given";
  if (!map.shift.empty()) {
    to.graph.add_doubles("/shift", map.shift, {width});
    to.graph.add(Node("Sub", "", {moved, "/shift"}, {"/moved"}));
    moved = "/moved";
  }
  to.graph.add_doubles("/factor", map.factor, {width});
  to.graph.add(Node("Mul", "", {moved, "/factor"}, {"/z"}));
  return "/z";
}

Result<void> check_size(const Model& m) {
  constexpr std::uint64_t most = std::uint64_t{1} << 27U;  // of 8 bytes: a file of protocol buffers holds at most 2 GiB
  if (m.support->rows.rows * std::max<std::uint64_t>(m.support->rows.cols, 1) <= most) return {};
  return Error{Code::bad_data, "",
               "the model cannot be written as ONNX: its support rows are dense there and take more than a GiB; "
               "write --to libsvm"};
}

std::vector<double> dense(const CsrMatrix<double>& rows) {
  std::vector<double> out(rows.rows * rows.cols);
  for (std::size_t j = 0; j < rows.rows; ++j)
    for_each_entry(rows.row(j), [&](std::size_t c, double v) { out[j * rows.cols + c] = v; });
  return out;
}

}  // namespace halfspace::onnx
