// XXH3-128 of bytes handed in piece by piece: which text was this?
#pragma once

#include <array>
#include <cstddef>
#include <span>
#include <string>

namespace halfspace {

class TextHash {
 public:
  using Digest = std::array<char, 16>;  // in the canonical order of bytes

  TextHash();
  TextHash(const TextHash&) = delete;
  TextHash& operator=(const TextHash&) = delete;
  ~TextHash();
  void add(const char* data, std::size_t size);
  Digest digest() const;
  std::string hex() const { return hex(digest()); }

  static std::string hex(const Digest& digest);
  static Digest of(std::span<const char> bytes);

 private:
  void* state_;
};

}  // namespace halfspace
