// xz streams by liblzma, which checks each block's CRC or SHA-256, the index of sizes and the headers.
#include <lzma.h>

#include "codec/packed_source.hpp"

namespace halfspace {
namespace {

using namespace std::string_view_literals;

class Xz {
 public:
  static constexpr std::string_view name = "xz";
  static constexpr std::array magics = {"\xfd\x37zXZ\0"sv};
  static constexpr std::uint64_t mebibyte = std::uint64_t{1} << 20U;
  static constexpr std::uint64_t memory_limit = 160 * mebibyte;  // xz -9 needs 65, a window of 128 MiB 129

  Xz() = default;
  Xz(const Xz&) = delete;
  Xz& operator=(const Xz&) = delete;
  ~Xz() { lzma_end(&stream_); }

  /// Stream padding: zero bytes, a multiple of four.
  static Result<void> skip(Lookahead& input) {
    for (;;) {
      const auto head = input.front(4);
      if (!head) return head.error();
      if (head.value() != "\0\0\0\0"sv) return {};
      input.drop(4);
    }
  }

  Result<void> start(std::string_view /*head*/) {
    if (lzma_stream_decoder(&stream_, memory_limit, LZMA_TELL_UNSUPPORTED_CHECK) != LZMA_OK) return out_of_memory(name);
    return {};
  }

  Result<Stride> step(std::span<const char> from, std::span<char> to) {
    stream_.next_in = reinterpret_cast<const std::uint8_t*>(from.data());
    stream_.avail_in = from.size();
    stream_.next_out = reinterpret_cast<std::uint8_t*>(to.data());
    stream_.avail_out = to.size();
    const lzma_ret status = lzma_code(&stream_, LZMA_RUN);
    const Stride step{from.size() - stream_.avail_in, to.size() - stream_.avail_out, status == LZMA_STREAM_END};
    switch (status) {
      case LZMA_OK:
      case LZMA_BUF_ERROR:  // nothing to do for want of input
      case LZMA_STREAM_END:
        return step;
      case LZMA_MEM_ERROR:
        return out_of_memory(name);
      case LZMA_MEMLIMIT_ERROR:
        return memory_refused();
      case LZMA_UNSUPPORTED_CHECK:
        return refused(name, "has a check of an unknown kind; pack it again with xz --check=crc64");
      case LZMA_OPTIONS_ERROR:
        return refused(name, "unknown options or filters; try xz -t, or pack it again with xz -9");
      default:
        return damaged(name, "checksum mismatch or damaged data");
    }
  }

 private:
  Error memory_refused() const {
    const std::uint64_t needed = (lzma_memusage(&stream_) + mebibyte - 1) / mebibyte;
    return refused(name, "needs " + std::to_string(needed) + " MiB to unpack, the limit is " +
                             std::to_string(memory_limit / mebibyte) + " MiB; pack it again with xz -9 or lower");
  }

  lzma_stream stream_ = LZMA_STREAM_INIT;
};

}  // namespace

constinit const Codec xz_codec = codec_of<Xz>();

}  // namespace halfspace
