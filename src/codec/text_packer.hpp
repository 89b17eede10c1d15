// Packs a text for a cache, piece by piece (zstd); CacheFile unpacks it.
#pragma once

#include <memory>
#include <span>
#include <string>

namespace halfspace {

class TextPacker {
 public:
  TextPacker();
  TextPacker(const TextPacker&) = delete;
  TextPacker& operator=(const TextPacker&) = delete;
  ~TextPacker();

  void add(std::span<const char> text);

  /// All of it, packed; the last call.
  std::string finish();

 private:
  void step(std::span<const char> text, bool last);

  struct Context;
  std::unique_ptr<Context> context_;
  std::string packed_;
};

}  // namespace halfspace
