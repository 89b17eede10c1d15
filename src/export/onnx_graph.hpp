// An ONNX graph as it grows: nodes, constants, inputs and outputs, written as a model.
#pragma once

#include <cmath>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "export/onnx_node.hpp"

namespace halfspace::onnx {

class Graph {
 public:
  void add(const Node& node) {
    finite_ = finite_ && node.finite();
    nodes_.push_back(node.message());
  }

  void add_constant(std::string_view name, const std::vector<double>& values, const std::vector<std::int64_t>& shape) {
    std::vector<float> single;
    single.reserve(values.size());
    for (const double v : values) {
      single.push_back(static_cast<float>(v));
      finite_ = finite_ && !std::isinf(single.back());  // NaN stands for what a cell must not be
    }
    Message tensor;
    for (const std::int64_t side : shape) tensor.number(1, side);
    constants_.push_back(tensor.number(2, float_type).floats(4, single).text(8, name));
  }

  void add_doubles(std::string_view name, const std::vector<double>& values, const std::vector<std::int64_t>& shape) {
    Message tensor;
    for (const std::int64_t side : shape) tensor.number(1, side);
    constants_.push_back(tensor.number(2, double_type).text(8, name).doubles(10, values));
  }

  /// `out` is `in` as another type of numbers.
  void add_cast(std::string_view in, std::string_view out, ElementType type) {
    add(Node("Cast", "", {std::string(in)}, {std::string(out)}).number("to", type));
  }

  void add_numbers(std::string_view name, const std::vector<std::int64_t>& values) {
    Message tensor;
    tensor.number(1, static_cast<std::int64_t>(values.size()));
    constants_.push_back(tensor.number(2, int64_type).numbers(7, values).text(8, name));
  }

  /// LabelEncoder of texts to whole numbers is of version 2 of the learning operators.
  void needs_label_encoder() { learning_version_ = 2; }

  void add_input(std::string_view name, ElementType type, std::uint64_t width) {
    inputs_.push_back(value_info(name, type, width));
  }
  void add_output(std::string_view name, ElementType type, std::uint64_t width) {
    outputs_.push_back(value_info(name, type, width));
  }

  /// Is every number still one as float?
  bool finite() const { return finite_; }

  /// The bytes of a model file.
  std::string model() const {
    Message graph;
    for (const Message& node : nodes_) graph.message(1, node);
    graph.text(2, "halfspace");
    for (const Message& tensor : constants_) graph.message(5, tensor);
    for (const Message& value : inputs_) graph.message(11, value);
    for (const Message& value : outputs_) graph.message(12, value);
    constexpr std::int64_t ir_version = 7;  // of opset 13
    Message model;
    model.number(1, ir_version).text(2, "halfspace").text(3, HALFSPACE_VERSION).message(7, graph);
    model.message(8, Message().text(1, "").number(2, 13))
        .message(8, Message().text(1, learning).number(2, learning_version_));
    return model.bytes();
  }

 private:
  std::vector<Message> nodes_;
  std::vector<Message> constants_;
  std::vector<Message> inputs_;
  std::vector<Message> outputs_;
  bool finite_ = true;
  std::int64_t learning_version_ = 1;
};

}  // namespace halfspace::onnx
