// Protocol buffers, wire format: fields of numbers, floats and bytes, written in order.
// https://protobuf.dev/programming-guides/encoding
#pragma once

#include <cstdint>
#include <cstring>
#include <span>
#include <string>
#include <string_view>

namespace halfspace {

class Message {
 public:
  Message& number(unsigned field, std::int64_t value) {
    varint(field << 3U);
    varint(static_cast<std::uint64_t>(value));
    return *this;
  }
  Message& text(unsigned field, std::string_view bytes) {
    varint(field << 3U | 2U);
    varint(bytes.size());
    bytes_ += bytes;
    return *this;
  }
  Message& message(unsigned field, const Message& inner) { return text(field, inner.bytes_); }

  /// A list in packed form.
  Message& floats(unsigned field, std::span<const float> values) {
    std::string packed(4 * values.size(), '\0');
    if (!values.empty()) std::memcpy(packed.data(), values.data(), packed.size());
    return text(field, packed);
  }
  Message& doubles(unsigned field, std::span<const double> values) {
    std::string packed(8 * values.size(), '\0');
    if (!values.empty()) std::memcpy(packed.data(), values.data(), packed.size());
    return text(field, packed);
  }
  Message& numbers(unsigned field, std::span<const std::int64_t> values) {
    Message packed;
    for (const std::int64_t v : values) packed.varint(static_cast<std::uint64_t>(v));
    return text(field, packed.bytes_);
  }

  const std::string& bytes() const { return bytes_; }

 private:
  void varint(std::uint64_t value) {
    for (; value >= 0x80U; value >>= 7U) bytes_ += static_cast<char>(value | 0x80U);
    bytes_ += static_cast<char>(value);
  }

  std::string bytes_;
};

}  // namespace halfspace
