// SHA-256 of bytes handed in piece by piece (Nettle).
#pragma once

#include <span>
#include <string>
#include <string_view>

#include <nettle/sha2.h>

namespace halfspace {

class Sha256 {
 public:
  Sha256() { sha256_init(&state_); }
  void add(std::span<const char> bytes);

  /// 64 small hex digits of all bytes so far; begins anew.
  std::string hex();

  /// As bytes, for another process of the same version, which goes on from there; false: these bytes are none.
  std::string state() const;
  bool go_on(std::string_view state);

 private:
  sha256_ctx state_{};
};

}  // namespace halfspace
