// lz4 frames by liblz4, which checks the header's, the blocks' and the content's checksum and the content's size.
#include <lz4frame.h>

#include "codec/little_endian.hpp"
#include "codec/packed_source.hpp"
#include "codec/skippable.hpp"

namespace halfspace {
namespace {

using namespace std::string_view_literals;

class Lz4 {
 public:
  static constexpr std::string_view name = "lz4";
  static constexpr std::array magics = {"\x04\x22\x4d\x18"sv};

  Lz4() {
    LZ4F_dctx* context = nullptr;
    if (LZ4F_isError(LZ4F_createDecompressionContext(&context, LZ4F_VERSION)) == 0) context_.reset(context);
  }

  static Result<bool> skip(Lookahead& input) { return skip_frames(input, name); }

  Result<void> start(std::string_view head) {
    if (!context_) return out_of_memory(name);
    const unsigned flags = head.size() > 4 ? static_cast<unsigned char>(head[4]) : 0U;
    if ((flags & 1U) != 0) return refused(name, "needs a dictionary; pack it again without one (no -D)");
    says_empty_ = (flags & 8U) != 0 && head.size() >= 14 && little_endian(head.substr(6, 8)) == 0;
    LZ4F_resetDecompressionContext(context_.get());
    return {};
  }

  Result<Stride> step(std::span<const char> from, std::span<char> to) {
    std::size_t taken = from.size();
    std::size_t given = to.size();
    const std::size_t status = LZ4F_decompress(context_.get(), to.data(), &given, from.data(), &taken, nullptr);
    if (LZ4F_isError(status) != 0) return described(LZ4F_getErrorName(status));
    if (says_empty_ && given > 0) return damaged(name, "length mismatch");  // liblz4 takes 0 for "not given"
    return Stride{taken, given, status == 0};
  }

 private:
  struct Free {
    void operator()(LZ4F_dctx* context) const { LZ4F_freeDecompressionContext(context); }
  };

  static Error described(std::string_view error_name) {
    if (error_name == "ERROR_allocation_failed") return out_of_memory(name);
    if (error_name.ends_with("hecksum_invalid")) return damaged(name, "checksum mismatch");
    if (error_name == "ERROR_frameSize_wrong") return damaged(name, "length mismatch");
    return damaged(name, error_name);
  }

  std::unique_ptr<LZ4F_dctx, Free> context_;
  bool says_empty_ = false;
};

}  // namespace

constinit const Codec lz4_codec = codec_of<Lz4>();

}  // namespace halfspace
