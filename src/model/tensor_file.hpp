// Bytes in the safetensors layout: 8 bytes header length (little endian), a JSON header that names the tensors, the
// tensors. The string __metadata__.KEY of the header is a document about them; the last tensor, `checksum`, holds the
// XXH3-128 of every byte before it.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

#include "base/json.hpp"
#include "halfspace/result.hpp"

namespace halfspace {

inline constexpr std::size_t tensor_length_bytes = 8;

/// Do these first bytes begin such a file with a document called `key`?
bool begins_tensor_file(std::string_view bytes, std::string_view key);

/// Tensors one after another.
class TensorWriter {
 public:
  TensorWriter(const char* key, const Json& document);

  /// The values must outlive this.
  template <class Values>
  void add(const char* name, const char* type, const std::vector<std::uint64_t>& shape, const Values& values) {
    const std::size_t bytes = values.size() * sizeof(*values.data());
    name_tensor(name, type, shape, bytes);
    // NOLINTNEXTLINE(cppcoreguidelines-pro-type-reinterpret-cast)
    parts_.emplace_back(reinterpret_cast<const char*>(values.data()), bytes);
  }

  /// The same as one row; none where there are no values.
  template <class Values>
  void add_list(const char* name, const char* type, const Values& values) {
    if (!values.empty()) add(name, type, {values.size()}, values);
  }

  std::string bytes();

 private:
  void name_tensor(const char* name, const char* type, const std::vector<std::uint64_t>& shape, std::uint64_t bytes);

  Json header_;
  std::vector<std::string_view> parts_;
  std::uint64_t at_ = 0;
};

/// Reads the tensors that a header names, in order, without holes.
class TensorReader {
 public:
  /// Error (bad_data) without a place: what is wrong with the bytes, which this views. `check_sum` false is for tests
  /// that look behind the checksum.
  static Result<TensorReader> open(std::string_view bytes, std::string_view key, bool check_sum = true);

  const Json& document() const { return document_; }

  /// false: the header does not name it next, or its type, shape or size do not fit.
  template <class Values>
  bool take(const char* name, const char* type, Values& out) {
    using T = std::remove_cvref_t<decltype(*out.data())>;
    std::string_view bytes;
    if (!take_bytes(name, type, sizeof(T), bytes)) return false;
    out.resize(bytes.size() / sizeof(T));
    if (!bytes.empty()) std::memcpy(out.data(), bytes.data(), bytes.size());
    return true;
  }

  bool has(const char* name) const { return header_.contains(name); }

  /// Is the checksum all that is left?
  bool ends();

 private:
  bool take_bytes(const char* name, const char* type, std::size_t size, std::string_view& out);

  Json document_;
  Json header_;
  std::string_view data_;
  std::uint64_t at_ = 0;
  std::size_t taken_ = 0;
};

}  // namespace halfspace
