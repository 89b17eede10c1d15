// gzip (RFC 1952) by zlib, which checks CRC-32, the length modulo 2^32 and the header's checksum where there is one.
#define ZLIB_CONST
#include <limits>

#include <zlib.h>

#include "codec/packed_source.hpp"

namespace halfspace {
namespace {

using namespace std::string_view_literals;

class Gzip {
 public:
  static constexpr std::string_view name = "gzip";
  static constexpr std::array magics = {"\x1f\x8b"sv};

  Gzip() = default;
  Gzip(const Gzip&) = delete;
  Gzip& operator=(const Gzip&) = delete;
  ~Gzip() { inflateEnd(&z_); }

  Result<void> start(std::string_view /*head*/) {
    static constexpr int window_bits = 15 + 16;  // the largest window; + 16: a gzip header and trailer, nothing else
    const int status = z_.state == nullptr ? inflateInit2(&z_, window_bits) : inflateReset(&z_);
    if (status != Z_OK) return out_of_memory(name);
    return {};
  }

  Result<Stride> step(std::span<const char> from, std::span<char> to) {
    static constexpr std::size_t most = std::numeric_limits<uInt>::max();
    z_.next_in = reinterpret_cast<const Bytef*>(from.data());
    z_.avail_in = static_cast<uInt>(std::min(from.size(), most));
    z_.next_out = reinterpret_cast<Bytef*>(to.data());
    z_.avail_out = static_cast<uInt>(std::min(to.size(), most));
    const int status = inflate(&z_, Z_NO_FLUSH);
    if (status == Z_MEM_ERROR) return out_of_memory(name);
    if (status == Z_DATA_ERROR) return damaged(name, described(z_.msg));
    const auto taken = static_cast<std::size_t>(reinterpret_cast<const char*>(z_.next_in) - from.data());
    const auto given = static_cast<std::size_t>(reinterpret_cast<char*>(z_.next_out) - to.data());
    return Stride{taken, given, status == Z_STREAM_END};  // Z_BUF_ERROR: nothing to do for want of input
  }

 private:
  static std::string_view described(const char* message) {
    if (message == nullptr) return "damaged data";
    if (message == "incorrect data check"sv || message == "header crc mismatch"sv) return "checksum mismatch";
    if (message == "incorrect length check"sv) return "length mismatch";
    return message;
  }

  z_stream z_{};
};

}  // namespace

constinit const Codec gzip_codec = codec_of<Gzip>();

}  // namespace halfspace
