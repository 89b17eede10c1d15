// What each codec checks of its own, and memory that stays bounded.
#include <vector>

#include <gtest/gtest.h>
#include <sys/resource.h>
#include <xxhash.h>

#include "codec/packers.hpp"
#include "codec/unpacked.hpp"

namespace halfspace {
namespace {

using namespace std::string_literals;
using namespace std::string_view_literals;
using test::csv;
using test::read_all;
using test::Text;
using test::Trickle;
using test::unpacked;

TEST(Plain, AMagicNumberCutOffIsNoText) {
  for (const std::string& text : {"\x1f"s, "\x28\xb5"s, "\xfd\x37"s}) EXPECT_FALSE(unpacked(text).is(text));
}

TEST(Plain, IsGivenAsItIs) {
  // Beginnings of magic numbers, and a CSV header that begins like bzip2.
  for (const std::string& text : {""s, "x"s, "(a,b)\n"s, "BZh1,BZh2,label\n"s, "BZh"s, csv(500'000)}) {
    EXPECT_TRUE(unpacked(text).is(text));
    EXPECT_TRUE(unpacked(text, 1).is(text));
    EXPECT_TRUE(read_all(std::make_unique<Trickle>(text, false)).is(text));
  }
}

std::string with_byte(std::string bytes, std::size_t at, int change) {
  bytes[at] = static_cast<char>(bytes[at] + change);
  return bytes;
}

TEST(Gzip, SaysWhichCheckFailed) {
  const std::string packed = test::gzip(csv(100));
  EXPECT_TRUE(
      unpacked(with_byte(packed, packed.size() - 8, 1)).fails("gzip: checksum mismatch (damaged file); try gzip -t"));
  EXPECT_TRUE(unpacked(with_byte(packed, packed.size() - 1, 1)).fails("gzip: length mismatch (damaged file)"));
}

TEST(Xz, TakesStreamPaddingInMultiplesOfFour) {
  const std::string a = test::xz("a");
  EXPECT_TRUE(unpacked(a + std::string(8, '\0') + a + std::string(400'000, '\0')).is("aa"));
  for (const std::size_t n : {1U, 2U, 3U, 5U}) {
    EXPECT_TRUE(unpacked(a + std::string(n, '\0')).fails("trailing bytes"));
    EXPECT_TRUE(unpacked(a + std::string(n, '\0') + a).fails("trailing bytes"));
  }
}

/// `packed` with the dictionary size of its first block's LZMA2 filter set to code `size`, the header's CRC-32 renewed.
std::string with_xz_dictionary(std::string packed, char size) {
  const std::size_t header = 12;
  const std::size_t length = (static_cast<unsigned char>(packed[header]) + 1U) * 4U;
  const std::size_t filter = packed.find("\x21\x01"sv, header);
  packed[filter + 2] = size;
  const std::uint32_t crc = lzma_crc32(reinterpret_cast<const std::uint8_t*>(packed.data() + header), length - 4, 0);
  for (std::size_t k = 0; k < 4; ++k) packed[header + length - 4 + k] = static_cast<char>(crc >> (8 * k));
  return packed;
}

TEST(Xz, RefusesDictionariesOverTheLimitAndSaysSo) {
  const std::string packed = test::xz("text");
  EXPECT_TRUE(unpacked(with_xz_dictionary(packed, 30)).is("text")) << "128 MiB";
  const Text t = unpacked(with_xz_dictionary(packed, 34));
  EXPECT_TRUE(t.fails("MiB to unpack, the limit is 160 MiB")) << t;
}

TEST(Zstd, RefusesWindowsOverTheLimitHoweverItIsRead) {
  const auto frame = [](char window) { return "\x28\xb5\x2f\xfd\0"s + window + "\x09\0\0x"s; };  // one raw block: "x"
  const auto sized_frame = [](char window) {
    return "\x28\xb5\x2f\xfd\x40"s + window + "\0\0\x03\x08\0x"s;
  };  // 256 times x
  for (const std::size_t chunk : {1U, 1U << 20U}) {
    EXPECT_TRUE(unpacked(frame('\x88'), chunk).is("x")) << "2^27";
    EXPECT_TRUE(unpacked(frame('\x89'), chunk).fails("2^27")) << "2^27 + 2^24";
    EXPECT_TRUE(unpacked(frame('\x90'), chunk).fails("zstd: needs a window over 2^27 bytes")) << "2^28";
    EXPECT_TRUE(unpacked("\x28\xb5\x2f\xfd\xa0\x01\0\0\x08\x09\0\0x"s, chunk).fails("2^27"))
        << "the content is the window";
    EXPECT_TRUE(unpacked(test::zstd("a") + frame('\x90'), chunk).fails("2^27")) << "in a later frame";
    // libzstd needs no window for a text of known size that the reader has room for, and would not look at it.
    EXPECT_TRUE(unpacked(sized_frame('\x88'), chunk).is(std::string(256, 'x')));
    EXPECT_TRUE(unpacked(sized_frame('\x89'), chunk).fails("2^27"));
  }
}

TEST(Zstd, ChecksTheContentSizeAndRefusesDictionaries) {
  EXPECT_TRUE(unpacked("\x28\xb5\x2f\xfd\x20\x01\x09\0\0x"s).is("x"));
  for (const std::size_t chunk : {1U, 1U << 20U}) {
    EXPECT_TRUE(unpacked("\x28\xb5\x2f\xfd\x20\x02\x09\0\0x"s, chunk).error) << "says 2, holds 1";
    EXPECT_TRUE(unpacked("\x28\xb5\x2f\xfd\x20\x00\x09\0\0x"s, chunk).error) << "says 0, holds 1";
    EXPECT_TRUE(unpacked("\x28\xb5\x2f\xfd\x01\x58\x07\x09\0\0x"s, chunk).fails("zstd: needs a dictionary"));
  }
}

TEST(SkippableFrames, CarryNoTextAndBelongToZstdAndLz4) {
  const std::string frame = "\x5f\x2a\x4d\x18\x03\0\0\0abc"s;
  const std::string large = "\x50\x2a\x4d\x18\x40\x42\x0f\0"s + std::string(1'000'000, 'x');
  for (const auto& pack : {test::packers[1].pack, test::packers[4].pack}) {
    EXPECT_TRUE(unpacked(frame + large + pack("a") + frame + frame + pack("b") + large).is("ab"));
    EXPECT_TRUE(unpacked(pack("a") + large.substr(0, 999'999)).fails("truncated"));
    EXPECT_TRUE(unpacked(pack("a") + frame + "x").fails("trailing bytes"));
  }
  EXPECT_TRUE(unpacked(frame + frame).is(""));
  EXPECT_TRUE(unpacked(frame + "x").fails("trailing bytes"));
  EXPECT_TRUE(unpacked(frame + test::gzip("x")).fails("trailing bytes"));
  for (std::size_t n = 4; n < frame.size(); ++n) EXPECT_TRUE(unpacked(frame.substr(0, n)).fails("truncated")) << n;
}

/// An lz4 frame that says its content has `size` bytes, its header's checksum renewed.
std::string with_lz4_size(std::string packed, char size) {
  packed[6] = size;
  packed[14] = static_cast<char>(XXH32(packed.data() + 4, 10, 0) >> 8U);
  return packed;
}

TEST(Lz4, ChecksTheContentSizeAndRefusesDictionaries) {
  const std::string packed = test::lz4("text");
  EXPECT_TRUE(unpacked(with_lz4_size(packed, 4)).is("text"));
  for (const char size : {'\0', '\3', '\5'})
    EXPECT_TRUE(unpacked(with_lz4_size(packed, size)).fails("lz4: length mismatch"));
  EXPECT_TRUE(unpacked(test::lz4("text", 5)).fails("lz4: needs a dictionary"));
}

long peak_memory_kib() {
  rusage usage{};
  getrusage(RUSAGE_SELF, &usage);
  return usage.ru_maxrss;
}

TEST(Bomb, OneGibibyteStreamsThroughBoundedMemory) {
  std::string packed =
      "\x28\xb5\x2f\xfd\0\x38"s;  // a window of 128 KiB, then 8192 blocks of 128 KiB zeros, 4 bytes each
  for (int k = 1; k <= 8192; ++k) packed += (k == 8192 ? "\x03"s : "\x02"s) + "\x00\x10\0"s;
  const long before = peak_memory_kib();
  auto source = unpack(memory_source(packed), "bomb");
  ASSERT_TRUE(source.ok());
  std::vector<char> buffer(1U << 16U);
  std::uint64_t size = 0;
  for (;;) {
    const auto n = source.value()->read(buffer);
    ASSERT_TRUE(n.ok()) << n.error().text();
    if (n.value() == 0) break;
    size += n.value();
  }
  EXPECT_EQ(size, std::uint64_t{1} << 30U);
  EXPECT_LT(peak_memory_kib() - before, 8 * 1024);
}

}  // namespace
}  // namespace halfspace
