// bzip2 streams by libbz2, which checks the CRC-32 of each block and of the stream.
#include <limits>

#include <bzlib.h>

#include "codec/packed_source.hpp"

namespace halfspace {
namespace {

using namespace std::string_view_literals;

class Bzip2 {
 public:
  static constexpr std::string_view name = "bzip2";
  // The block size, then pi (a block) or its square root (the end) in decimal digits: a CSV header may well begin
  // "BZh1".
  static constexpr std::array magics = {"BZh?\x31\x41\x59\x26\x53\x59"sv, "BZh?\x17\x72\x45\x38\x50\x90"sv};

  Bzip2() = default;
  Bzip2(const Bzip2&) = delete;
  Bzip2& operator=(const Bzip2&) = delete;
  ~Bzip2() { BZ2_bzDecompressEnd(&stream_); }

  Result<void> start(std::string_view /*head*/) {
    BZ2_bzDecompressEnd(&stream_);  // there is no reset
    stream_ = {};
    if (BZ2_bzDecompressInit(&stream_, /*verbosity=*/0, /*small=*/0) != BZ_OK) return out_of_memory(name);
    return {};
  }

  Result<Stride> step(std::span<const char> from, std::span<char> to) {
    static constexpr std::size_t most = std::numeric_limits<unsigned>::max();
    stream_.next_in = const_cast<char*>(from.data());  // NOLINT(cppcoreguidelines-pro-type-const-cast): only read
    stream_.avail_in = static_cast<unsigned>(std::min(from.size(), most));
    stream_.next_out = to.data();
    stream_.avail_out = static_cast<unsigned>(std::min(to.size(), most));
    const int status = BZ2_bzDecompress(&stream_);
    if (status == BZ_MEM_ERROR) return out_of_memory(name);
    if (status != BZ_OK && status != BZ_STREAM_END) return damaged(name, "checksum mismatch or damaged data");
    const auto taken = static_cast<std::size_t>(stream_.next_in - from.data());
    const auto given = static_cast<std::size_t>(stream_.next_out - to.data());
    return Stride{taken, given, status == BZ_STREAM_END};
  }

 private:
  bz_stream stream_{};
};

}  // namespace

constinit const Codec bzip2_codec = codec_of<Bzip2>();

}  // namespace halfspace
