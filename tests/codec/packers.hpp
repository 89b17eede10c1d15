// Packs texts with the compression libraries themselves, every checksum and length switched on, for tests that unpack.
// The levels are the lowest: the libraries allocate by level, which is most of a short test's time.
#pragma once

#define ZLIB_CONST
#include <array>
#include <cstdlib>
#include <ostream>
#include <string>
#include <string_view>

#include <bzlib.h>
#include <lz4frame.h>
#include <lzma.h>
#include <zlib.h>
#include <zstd.h>

namespace halfspace::test {

inline void require(bool fine) {
  if (!fine) std::abort();
}

inline std::string gzip(std::string_view text) {
  z_stream z{};
  require(deflateInit2(&z, 6, Z_DEFLATED, 15 + 16, 8, Z_DEFAULT_STRATEGY) == Z_OK);
  std::string out(deflateBound(&z, text.size()), '\0');
  z.next_in = reinterpret_cast<const Bytef*>(text.data());
  z.avail_in = static_cast<uInt>(text.size());
  z.next_out = reinterpret_cast<Bytef*>(out.data());
  z.avail_out = static_cast<uInt>(out.size());
  require(deflate(&z, Z_FINISH) == Z_STREAM_END);
  out.resize(z.total_out);
  deflateEnd(&z);
  return out;
}

inline std::string zstd(std::string_view text) {
  ZSTD_CCtx* context = ZSTD_createCCtx();
  ZSTD_CCtx_setParameter(context, ZSTD_c_checksumFlag, 1);
  std::string out(ZSTD_compressBound(text.size()), '\0');
  const std::size_t n = ZSTD_compress2(context, out.data(), out.size(), text.data(), text.size());
  require(ZSTD_isError(n) == 0);
  ZSTD_freeCCtx(context);
  out.resize(n);
  return out;
}

inline std::string xz(std::string_view text) {
  std::string out(lzma_stream_buffer_bound(text.size()), '\0');
  std::size_t n = 0;
  require(lzma_easy_buffer_encode(0, LZMA_CHECK_CRC64, nullptr, reinterpret_cast<const std::uint8_t*>(text.data()),
                                  text.size(), reinterpret_cast<std::uint8_t*>(out.data()), &n, out.size()) == LZMA_OK);
  out.resize(n);
  return out;
}

inline std::string bzip2(std::string_view text) {
  auto n = static_cast<unsigned>(text.size() + text.size() / 100 + 600);
  std::string out(n, '\0');
  std::string copy(text);  // libbz2 wants a char* that it only reads
  require(BZ2_bzBuffToBuffCompress(out.data(), &n, copy.data(), static_cast<unsigned>(copy.size()), 1, 0, 0) == BZ_OK);
  out.resize(n);
  return out;
}

inline std::string lz4(std::string_view text, unsigned dictionary = 0) {
  LZ4F_preferences_t choices{};
  choices.frameInfo.contentChecksumFlag = LZ4F_contentChecksumEnabled;
  choices.frameInfo.blockChecksumFlag = LZ4F_blockChecksumEnabled;
  choices.frameInfo.contentSize = text.size();
  choices.frameInfo.dictID = dictionary;
  std::string out(LZ4F_compressFrameBound(text.size(), &choices), '\0');
  const std::size_t n = LZ4F_compressFrame(out.data(), out.size(), text.data(), text.size(), &choices);
  require(LZ4F_isError(n) == 0);
  out.resize(n);
  return out;
}

struct Packer {
  std::string_view name;
  std::string (*pack)(std::string_view text);
  std::size_t magic;  // so many bytes tell the codec

  friend std::ostream& operator<<(std::ostream& out, const Packer& p) { return out << p.name; }
};

inline const std::array<Packer, 5> packers = {{{"gzip", gzip, 2},
                                               {"zstd", zstd, 4},
                                               {"xz", xz, 6},
                                               {"bzip2", bzip2, 10},
                                               {"lz4", [](std::string_view text) { return lz4(text); }, 4}}};

}  // namespace halfspace::test
