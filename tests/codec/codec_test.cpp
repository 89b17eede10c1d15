// Facts every codec keeps: what was packed comes back, and nothing else passes for it.
#include <algorithm>
#include <vector>

#include <gtest/gtest.h>
#include <rapidcheck.h>

#include "codec/codecs.hpp"
#include "codec/packers.hpp"
#include "codec/unpacked.hpp"

namespace halfspace {
namespace {

using namespace std::string_literals;
using test::csv;
using test::read_all;
using test::Text;
using test::Trickle;
using test::unpacked;

class EveryCodec : public testing::TestWithParam<test::Packer> {
 protected:
  std::string pack(std::string_view text) const { return GetParam().pack(text); }
  std::size_t magic() const { return GetParam().magic; }
};

INSTANTIATE_TEST_SUITE_P(Codec, EveryCodec, testing::ValuesIn(test::packers),
                         [](const auto& one) { return std::string(one.param.name); });

TEST(Codecs, AllAreTested) {
  ASSERT_EQ(codecs.size(), test::packers.size() + 1);
  EXPECT_EQ(codecs.back(), &cache_codec);  // tests/format/cache_test.cpp
  for (std::size_t k = 0; k + 1 < codecs.size(); ++k) EXPECT_EQ(codecs[k]->name, test::packers[k].name);
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

}  // namespace
}  // namespace halfspace
