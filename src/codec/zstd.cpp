// Zstandard frames (RFC 8878) by libzstd, which checks the content's checksum and size where the frame has them.
#include <zstd.h>
#include <zstd_errors.h>

#include "codec/packed_source.hpp"
#include "codec/skippable.hpp"

namespace halfspace {
namespace {

using namespace std::string_view_literals;

class Zstd {
 public:
  static constexpr std::string_view name = "zstd";
  static constexpr std::array magics = {"\x28\xb5\x2f\xfd"sv};
  static constexpr std::uint64_t window_log_max = 27;  // 128 MiB, as zstd -d without --long

  static Result<bool> skip(Lookahead& input) { return skip_frames(input, name); }

  Result<void> start(std::string_view head) {
    if (!context_) return out_of_memory(name);
    // libzstd checks this only when it needs a window of its own, which depends on how much is read at once.
    if (window_size(head) > std::uint64_t{1} << window_log_max) return window_refused();
    ZSTD_DCtx_reset(context_.get(), ZSTD_reset_session_only);
    ZSTD_DCtx_setParameter(context_.get(), ZSTD_d_windowLogMax, static_cast<int>(window_log_max));
    return {};
  }

  Result<Stride> step(std::span<const char> from, std::span<char> to) {
    ZSTD_inBuffer in{from.data(), from.size(), 0};
    ZSTD_outBuffer out{to.data(), to.size(), 0};
    const std::size_t status = ZSTD_decompressStream(context_.get(), &out, &in);
    if (ZSTD_isError(status) != 0) return described(status);
    return Stride{in.pos, out.pos, status == 0};
  }

 private:
  struct Free {
    void operator()(ZSTD_DCtx* context) const { ZSTD_freeDCtx(context); }
  };

  /// Of a frame header: byte 4 is the descriptor, byte 5 the window's (exponent and eighths) unless bit 5 of the
  /// descriptor says that the whole content is the window.
  static std::uint64_t window_size(std::string_view head) {
    if (head.size() < 6) return 0;  // truncated: step() will say so
    if ((static_cast<unsigned char>(head[4]) & 0x20U) != 0) {
      const unsigned long long size = ZSTD_getFrameContentSize(head.data(), head.size());
      return size == ZSTD_CONTENTSIZE_ERROR ? 0 : size;
    }
    const auto window = static_cast<unsigned char>(head[5]);
    const std::uint64_t base = std::uint64_t{1} << (10U + (window >> 3U));
    return base + base / 8 * (window & 7U);
  }

  static Error window_refused() {
    return refused(name,
                   "needs a window over 2^27 bytes (128 MiB), the limit; pack it again without --long or --ultra");
  }

  static Error described(std::size_t status) {
    switch (ZSTD_getErrorCode(status)) {
      case ZSTD_error_checksum_wrong:
        return damaged(name, "checksum mismatch");
      case ZSTD_error_dictionary_wrong:
        return refused(name, "needs a dictionary; pack it again without one (no -D)");
      case ZSTD_error_frameParameter_windowTooLarge:
        return window_refused();
      case ZSTD_error_memory_allocation:
        return out_of_memory(name);
      default:
        return damaged(name, ZSTD_getErrorName(status));
    }
  }

  std::unique_ptr<ZSTD_DCtx, Free> context_{ZSTD_createDCtx()};
};

}  // namespace

constinit const Codec zstd_codec = codec_of<Zstd>();

}  // namespace halfspace
