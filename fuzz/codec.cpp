// Any bytes at all: unpacking them ends, in a text or an Error, and twice in the same one however it is read.
#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <span>
#include <vector>

#include "codec/source.hpp"

namespace {

constexpr std::size_t most = std::size_t{16} << 20U;  // of unpacked text: a few bytes may stand for gigabytes

struct Outcome {
  std::size_t size = 0;
  std::uint64_t hash = 14695981039346656037U;  // FNV-1a
  bool failed = false;
};

Outcome outcome(std::span<const char> bytes, std::size_t chunk, std::size_t limit) {
  Outcome seen;
  auto source = halfspace::unpack(halfspace::memory_source(bytes), "fuzz");
  if (!source) return {.failed = true};
  std::vector<char> buffer(chunk);
  while (seen.size < limit) {
    const auto n = source.value()->read({buffer.data(), std::min(chunk, limit - seen.size)});
    seen.failed = !n.ok();
    if (seen.failed || n.value() == 0) break;
    if (n.value() > chunk) std::abort();
    seen.size += n.value();
    for (std::size_t k = 0; k < n.value(); ++k) {
      seen.hash = (seen.hash ^ static_cast<unsigned char>(buffer[k])) * 1099511628211U;
    }
  }
  return seen;
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::span bytes(reinterpret_cast<const char*>(data), size);
  const Outcome whole = outcome(bytes, 1U << 16U, most);
  if (whole.failed || whole.size == most || whole.size > 4096) return 0;
  const Outcome byte_by_byte = outcome(bytes, 1, most);
  if (byte_by_byte.failed || byte_by_byte.size != whole.size || byte_by_byte.hash != whole.hash) std::abort();
  return 0;
}
