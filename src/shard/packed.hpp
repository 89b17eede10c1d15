// Numbers, texts and arrays one after another as bytes, and back. A message may come from anywhere: whatever is read is
// held against what is left.
#pragma once

#include <cstdint>
#include <cstring>
#include <limits>
#include <span>
#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

namespace halfspace {

class Packer {
 public:
  template <class T>
  void number(T value) {
    static_assert(std::is_trivially_copyable_v<T>);
    char raw[sizeof(T)];  // NOLINT(cppcoreguidelines-avoid-c-arrays)
    std::memcpy(raw, &value, sizeof(T));
    bytes_.append(raw, sizeof(T));
  }
  void text(std::string_view text) {
    number<std::uint64_t>(text.size());
    bytes_.append(text);
  }
  void texts(std::span<const std::string> all) {
    number<std::uint64_t>(all.size());
    for (const std::string& t : all) text(t);
  }
  template <class T>
  void array(std::span<const T> values) {
    number<std::uint64_t>(values.size());
    raw(values);
  }
  /// Without a length.
  template <class T>
  void raw(std::span<const T> values) {
    static_assert(std::is_trivially_copyable_v<T>);
    if (!values.empty())
      bytes_.append(reinterpret_cast<const char*>(values.data()), values.size_bytes());  // NOLINT(*-reinterpret-cast)
  }
  std::string take() { return std::move(bytes_); }

 private:
  std::string bytes_;
};

/// After the first thing that does not fit, ok() is false and all that is read is empty.
class Unpacker {
 public:
  explicit Unpacker(std::string_view bytes) : left_(bytes) {}

  template <class T>
  T number() {
    static_assert(std::is_trivially_copyable_v<T>);
    T value{};
    const std::string_view from = taken(sizeof(T));
    if (ok_) std::memcpy(&value, from.data(), sizeof(T));
    return value;
  }
  std::string text() { return std::string(taken(number<std::uint64_t>())); }
  std::vector<std::string> texts() {
    const std::uint64_t count = length(sizeof(std::uint64_t));
    std::vector<std::string> out;
    for (std::uint64_t k = 0; k < count && ok_; ++k) out.push_back(text());
    return out;
  }
  template <class T>
  std::vector<T> array() {
    std::vector<T> out(length(sizeof(T)));
    const std::string_view from = taken(out.size() * sizeof(T));
    if (ok_ && !out.empty()) std::memcpy(out.data(), from.data(), from.size());
    return out;
  }
  /// A number of things to come, each of `least` bytes at least.
  std::uint64_t length(std::size_t least) {
    const auto count = number<std::uint64_t>();
    if (count <= left_.size() / least) return count;
    ok_ = false;
    return 0;
  }
  /// The next bytes where they stand.
  std::string_view taken(std::uint64_t size) {
    if (size > left_.size()) ok_ = false;
    if (!ok_) return {};
    const std::string_view out = left_.substr(0, static_cast<std::size_t>(size));
    left_.remove_prefix(out.size());
    return out;
  }
  bool ok() const { return ok_; }
  bool at_end() const { return ok_ && left_.empty(); }

 private:
  std::string_view left_;
  bool ok_ = true;
};

}  // namespace halfspace
