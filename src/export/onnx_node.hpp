// Operators and values of an ONNX graph, field numbers from onnx.proto3.
#pragma once

#include <cmath>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "export/protobuf.hpp"

namespace halfspace::onnx {

inline constexpr std::string_view learning = "ai.onnx.ml";
enum ElementType : std::int64_t { float_type = 1, int64_type = 7, string_type = 8, double_type = 11 };
enum AttributeType : std::int64_t {
  of_float = 1,
  of_number = 2,
  of_text = 3,
  of_floats = 6,
  of_numbers = 7,
  of_texts = 8
};

/// One operator of a graph.
class Node {
 public:
  Node(std::string_view type, std::string_view domain, const std::vector<std::string>& in,
       const std::vector<std::string>& out) {
    for (const std::string& name : in) node_.text(1, name);
    for (const std::string& name : out) node_.text(2, name);
    node_.text(3, out.front()).text(4, type);
    if (!domain.empty()) node_.text(7, domain);
  }

  Node& text(std::string_view name, std::string_view value) {
    return add(Message().text(1, name).text(4, value), of_text);
  }
  Node& number(std::string_view name, std::int64_t value) {
    return add(Message().text(1, name).number(3, value), of_number);
  }
  Node& floats(std::string_view name, const std::vector<double>& values) {
    std::vector<float> single;
    for (const double v : values) {
      single.push_back(static_cast<float>(v));
      finite_ = finite_ && std::isfinite(single.back());
    }
    return add(Message().text(1, name).floats(7, single), of_floats);
  }
  Node& numbers(std::string_view name, const std::vector<std::int64_t>& values) {
    return add(Message().text(1, name).numbers(8, values), of_numbers);
  }
  Node& texts(std::string_view name, const std::vector<std::string>& values) {
    Message list;
    list.text(1, name);
    for (const std::string& v : values) list.text(9, v);
    return add(list, of_texts);
  }

  const Message& message() const { return node_; }
  bool finite() const { return finite_; }

 private:
  Node& add(Message attribute, AttributeType type) {
    node_.message(5, attribute.number(20, type));
    return *this;
  }

  Message node_;
  bool finite_ = true;
};

/// name: tensor(type)[N, width]; width 0: [N]
inline Message value_info(std::string_view name, ElementType type, std::uint64_t width) {
  Message shape;
  shape.message(1, Message().text(2, "N"));
  if (width > 0) shape.message(1, Message().number(1, static_cast<std::int64_t>(width)));
  const Message tensor = Message().number(1, type).message(2, shape);
  return Message().text(1, name).message(2, Message().message(1, tensor));
}

}  // namespace halfspace::onnx
