// Facts every codec keeps: what was packed comes back, and nothing else passes for it.
#include <optional>
#include <ostream>
#include <vector>

#include <gtest/gtest.h>
#include <rapidcheck.h>
#include <sys/resource.h>
#include <xxhash.h>

#include "codec/codecs.hpp"
#include "codec/packers.hpp"
#include "codec/source.hpp"

namespace halfspace {
namespace {

using namespace std::string_literals;
using namespace std::string_view_literals;

struct Text {
  std::string text;
  std::optional<Error> error;

  bool is(std::string_view expected) const { return !error && text == expected; }
  bool fails(std::string_view part) const {
    return error && error->code == Code::bad_data && error->where == "in" &&
           error->message.find(part) != std::string::npos;
  }
};

std::ostream& operator<<(std::ostream& out, const Text& t) {
  return out << (t.error ? t.error->text() : t.text.substr(0, 100));
}

Text read_all(std::unique_ptr<Source> bytes, std::size_t chunk = 1U << 16U) {
  auto source = unpack(std::move(bytes), "in");
  if (!source) return {"", source.error()};
  Text all;
  std::vector<char> buffer(chunk);
  for (;;) {
    const auto n = source.value()->read(buffer);
    if (!n) {
      all.error = n.error();
      const auto again = source.value()->read(buffer);
      EXPECT_TRUE(!again.ok() && again.error().text() == n.error().text()) << "an Error stays";
      return all;
    }
    if (n.value() == 0) break;
    all.text.append(buffer.data(), n.value());
  }
  const auto again = source.value()->read(buffer);
  EXPECT_TRUE(again.ok() && again.value() == 0) << "the end stays";
  return all;
}

Text unpacked(std::string_view bytes, std::size_t chunk = 1U << 16U) { return read_all(memory_source(bytes), chunk); }

/// Lines like a data file's.
std::string csv(std::size_t size) {
  std::string text = "x,y,label\n";
  std::uint64_t state = 1;
  while (text.size() < size) {
    state = state * 6364136223846793005U + 1442695040888963407U;
    text += std::to_string(static_cast<double>(state >> 40U) / 4096.0) + "," + std::to_string(state >> 54U) + ",a\n";
  }
  text.resize(size);
  return text;
}

class EveryCodec : public testing::TestWithParam<test::Packer> {
 protected:
  std::string pack(std::string_view text) const { return GetParam().pack(text); }
  std::size_t magic() const { return GetParam().magic; }
};

INSTANTIATE_TEST_SUITE_P(Codec, EveryCodec, testing::ValuesIn(test::packers),
                         [](const auto& one) { return std::string(one.param.name); });

TEST(Codecs, AllAreTested) {
  ASSERT_EQ(codecs.size(), test::packers.size());
  for (std::size_t k = 0; k < codecs.size(); ++k) EXPECT_EQ(codecs[k]->name, test::packers[k].name);
}

TEST_P(EveryCodec, GivesBackWhatWasPacked) {
  for (const std::string& text : {""s, "x"s, "\0"s, csv(1000), csv(3U << 20U)})
    EXPECT_TRUE(unpacked(pack(text)).is(text));
}

TEST_P(EveryCodec, JoinsMembers) {
  const std::string a = csv(100);
  const std::string b = csv(300'000);
  EXPECT_TRUE(unpacked(pack(a) + pack("") + pack(b) + pack("c")).is(a + b + "c"));
  EXPECT_TRUE(unpacked(pack("") + pack("")).is(""));
}

TEST_P(EveryCodec, DoesNotDependOnHowMuchIsReadAtOnce) {
  const std::string text = csv(150'000);
  const std::string packed = pack(text) + pack("") + pack(text);
  for (const std::size_t chunk : {1U, 7U, 1U << 22U}) EXPECT_TRUE(unpacked(packed, chunk).is(text + text)) << chunk;
}

TEST_P(EveryCodec, JoinsAnyMembersReadInAnyPieces) {
  const bool holds = rc::check([this](const std::vector<std::string>& texts) {
    std::string packed;
    std::string joined;
    for (const std::string& text : texts) {
      packed += pack(text);
      joined += text;
    }
    RC_ASSERT(unpacked(packed, *rc::gen::inRange<std::size_t>(1, 100)).is(joined));
  });
  EXPECT_TRUE(holds);
}

/// A pipe that gives one byte at a time, then ends or fails.
class Trickle final : public Source {
 public:
  Trickle(std::string bytes, bool fails) : bytes_(std::move(bytes)), fails_(fails) {}
  Result<std::size_t> read(std::span<char> to) override {
    if (at_ == bytes_.size() && fails_) return Error{Code::io, "pipe", "cannot read"};
    if (at_ == bytes_.size()) {
      EXPECT_FALSE(ended_) << "a terminal that was ended must not be asked again";
      ended_ = true;
      return std::size_t{0};
    }
    to[0] = bytes_[at_++];
    return std::size_t{1};
  }

 private:
  std::string bytes_;
  bool fails_;
  std::size_t at_ = 0;
  bool ended_ = false;
};

TEST_P(EveryCodec, ReadsATrickle) {
  const std::string text = csv(20'000);
  EXPECT_TRUE(read_all(std::make_unique<Trickle>(pack(text) + pack(text), false)).is(text + text));
}

TEST_P(EveryCodec, PassesOnTheErrorOfAFailingRead) {
  const std::string packed = pack(csv(1000));
  for (const std::size_t kept : {std::size_t{0}, std::size_t{1}, packed.size() / 2, packed.size()}) {
    const Text t = read_all(std::make_unique<Trickle>(packed.substr(0, kept), true));
    ASSERT_TRUE(t.error);
    EXPECT_EQ(t.error->code, Code::io);
    EXPECT_EQ(t.error->text(), "pipe: cannot read");
  }
}

TEST_P(EveryCodec, TruncatedAnywhereIsAnError) {
  for (const std::string& text : {""s, csv(60), csv(400)}) {
    const std::string packed = pack(text);
    for (std::size_t n = 0; n < packed.size(); ++n) {
      const std::string cut = packed.substr(0, n);
      if (n < magic() && std::all_of(cut.begin(), cut.end(), [](char c) { return c >= ' ' && c <= '~'; })) {
        EXPECT_TRUE(unpacked(cut).is(cut)) << "too short to tell: plain";
      } else {
        EXPECT_TRUE(unpacked(cut).fails("truncated")) << n << ": " << unpacked(cut);
      }
      if (n > 0) {
        EXPECT_TRUE(unpacked(packed + cut).fails(n < magic() ? "trailing" : "truncated")) << n;
      }
    }
  }
}

// The bytes that carry no text and no checksum may change: gzip's time, system, text flag and padding bits, zstd's
// unused bit and a larger window, bzip2's padding bits. A changed magic number makes a file of no codec, which is
// plain.
TEST_P(EveryCodec, AFlippedByteIsAnErrorOrHarmless) {
  for (const std::string& text : {""s, csv(90)}) {
    const std::string packed = pack(text);
    std::size_t harmless = 0;
    for (std::size_t at = 0; at < packed.size(); ++at) {
      for (unsigned flip = 1; flip < 256; ++flip) {
        std::string bad = packed;
        bad[at] = static_cast<char>(static_cast<unsigned char>(bad[at]) ^ flip);
        const Text t = unpacked(bad);
        harmless += t.is(text) ? 1U : 0U;
        EXPECT_TRUE(t.error || t.is(text) || (at < magic() && t.is(bad))) << "byte " << at << " flipped by " << flip;
      }
    }
    if (GetParam().name == "xz" || GetParam().name == "lz4") {
      EXPECT_EQ(harmless, 0U) << "all its bytes are checked";
    }
  }
}

TEST_P(EveryCodec, TrailingBytesAreAnError) {
  const std::string packed = pack("text\n");
  for (const std::string& tail : {"x"s, "\n"s, "\0"s, "\0\0\0"s, packed.substr(1), std::string(100'000, 'x')}) {
    EXPECT_TRUE(unpacked(packed + tail).fails("trailing bytes")) << unpacked(packed + tail);
  }
}

TEST_P(EveryCodec, AnotherCodecsMemberIsTrailingBytes) {
  for (const test::Packer& other : test::packers) {
    if (other.name == GetParam().name) continue;
    EXPECT_TRUE(unpacked(pack("a") + other.pack("b")).fails("trailing bytes")) << other.name;
  }
}

TEST_P(EveryCodec, IsUnpackedOnceNeverTwice) {
  for (const test::Packer& inner : test::packers) {
    const std::string packed = inner.pack(csv(100));
    EXPECT_TRUE(unpacked(pack(packed)).is(packed)) << inner.name;
  }
}

TEST_P(EveryCodec, ManyEmptyMembersAreAnEmptyText) {
  const std::string one = pack("");
  std::string packed;
  for (int k = 0; k < 50'000; ++k) packed += one;
  EXPECT_TRUE(unpacked(packed).is(""));
}

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
