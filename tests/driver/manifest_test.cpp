// The manifest of a folder of shards: what was written reads back, and nothing else does.
#include <gtest/gtest.h>

#include "driver/shard_folder.hpp"

namespace halfspace {
namespace {

Manifest two_shards() {
  Manifest m;
  m.data.form.format = "csv";
  m.data.form.delimiter = ',';
  m.data.form.header = true;
  m.data.form.label = "y";
  m.data.form.fields = 3;
  m.data.rows = 5;
  m.data.nonzeros = 10;
  m.data.labels = {"no", "yes"};
  m.data.text_hash = std::string(32, 'a');
  for (std::uint64_t k = 0; k < 2; ++k) m.shards.push_back({shard_file_name(k), 3 - k, 400, std::string(32, 'b')});
  return m;
}

std::string refusal(const std::string& text) {
  const auto read = Manifest::parse(text, "manifest.txt");
  return read ? "" : read.error().message;
}

TEST(Manifest, ReadsBack) {
  const std::string text = two_shards().text();
  const auto read = Manifest::parse(text, "manifest.txt");
  ASSERT_TRUE(read) << read.error().text();
  EXPECT_EQ(read.value().text(), text);
}

TEST(Manifest, EveryChangedByteIsRefused) {
  const std::string text = two_shards().text();
  for (std::size_t at = 0; at < text.size(); ++at) {
    for (int bit = 0; bit < 8; ++bit) {
      std::string other = text;
      other[at] = static_cast<char>(static_cast<unsigned char>(other[at]) ^ (1U << static_cast<unsigned>(bit)));
      EXPECT_NE(refusal(other), "") << at;
    }
    EXPECT_NE(refusal(text.substr(0, at)), "") << at;
  }
  EXPECT_NE(refusal(text + "\n"), "");
}

TEST(Manifest, WhatNoReaderWroteIsRefusedUnderItsOwnChecksum) {
  Manifest m = two_shards();
  m.data.form.format = "csw";
  EXPECT_NE(refusal(m.text()).find("unknown format or delimiter"), std::string::npos);
  m = two_shards();
  m.data.form.delimiter = '\n';
  EXPECT_NE(refusal(m.text()).find("unknown format or delimiter"), std::string::npos);
  m = two_shards();
  m.data.rows = 6;
  EXPECT_NE(refusal(m.text()).find("do not add up"), std::string::npos);
  EXPECT_NE(refusal(sealed_manifest("halfspace shards 1\n")).find("another version"), std::string::npos);
  EXPECT_NE(refusal(sealed_manifest("halfspace shards 2\n")), "");
}

}  // namespace
}  // namespace halfspace
