// LineReader: the lines of a text joined again are the text, whatever the pieces it was read in.
#include "format/line_reader.hpp"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include "format/corpus.hpp"

namespace halfspace {
namespace {

using namespace std::string_literals;
using Lines = std::vector<std::string>;

Lines lines_of(const std::string& text, std::size_t most) {
  LineReader reader(std::make_unique<test::Pieces>(text, most), "in");
  Lines lines;
  for (std::string_view line; reader.next(line);) {
    lines.emplace_back(line);
    EXPECT_EQ(reader.line(), lines.size());
  }
  if (reader.problem()) lines.push_back(reader.problem()->text());
  if (!reader.problem()) {
    EXPECT_EQ(reader.bytes(), text.size());
  }
  return lines;
}

/// The lines by the definition: cut at '\n', one '\r' before it dropped, a last line without a newline counts.
Lines cut(std::string text) {
  if (text.starts_with("\xEF\xBB\xBF")) text.erase(0, 3);
  Lines lines;
  while (!text.empty()) {
    const std::size_t end = text.find('\n');
    std::string line = text.substr(0, end);
    text.erase(0, end == std::string::npos ? text.size() : end + 1);
    if (line.ends_with('\r')) line.pop_back();
    lines.push_back(line);
  }
  return lines;
}

TEST(LineReader, PiecesDoNotMatter) {
  for (const auto& path : test::corpus()) {
    SCOPED_TRACE(path.filename());
    const std::string text = test::bytes_of(path);
    const Lines whole = lines_of(text, text.size() + 1);
    for (const std::size_t most : {1U, 3U, 16U}) EXPECT_EQ(lines_of(text, most), whole);
    if (!text.starts_with("\xFF\xFE") && !text.starts_with("\xFE\xFF")) {
      EXPECT_EQ(whole, cut(text));
    }
  }
}

RC_GTEST_PROP(LineReader, CutsAtNewlines, (const std::string& seed)) {
  const std::string alphabet = "a\n\r,\"\xEF\xBB\xBF"s + '\0';
  std::string text;
  for (const char c : seed) text += alphabet[static_cast<unsigned char>(c) % alphabet.size()];
  const auto most = *rc::gen::inRange<std::size_t>(1, 9);
  RC_ASSERT(lines_of(text, most) == cut(text));
}

TEST(LineReader, LongLinesCrossManyBlocks) {
  std::string text;
  for (std::size_t k = 0; k < 12; ++k)
    text += std::string((std::size_t{1} << (2 * k)), static_cast<char>('a' + k)) + "\r\n";
  for (const std::size_t most : {std::size_t{1000}, std::size_t{262144}, text.size()})
    EXPECT_EQ(lines_of(text, most), cut(text));
}

TEST(LineReader, ExtendJoinsPhysicalLines) {
  const std::string text = "one\r\ntwo\r\n" + std::string(600000, 'x') + "\nlast";
  for (const std::size_t most : {std::size_t{1}, std::size_t{100000}, text.size()}) {
    LineReader reader(std::make_unique<test::Pieces>(text, most), "in");
    std::string_view record;
    ASSERT_TRUE(reader.next(record));
    EXPECT_EQ(record, "one");
    ASSERT_TRUE(reader.extend(record));
    EXPECT_EQ(record, "one\r\ntwo");
    ASSERT_TRUE(reader.extend(record));
    EXPECT_EQ(record, text.substr(0, text.size() - 5));
    EXPECT_EQ(reader.line(), 3U);
    ASSERT_TRUE(reader.next(record));
    EXPECT_EQ(record, "last");
    EXPECT_FALSE(reader.extend(record));
    EXPECT_FALSE(reader.next(record));
    EXPECT_FALSE(reader.problem());
  }
}

/// Hashes of parts are those of their texts, wherever the pieces end.
RC_GTEST_PROP(LineReader, HashesTheLinesItHandsOut, (std::vector<std::uint8_t> sizes)) {
  std::string text = "\xEF\xBB\xBF";
  for (const std::uint8_t size : sizes) text += std::string(size * 50U, 'x') + (size % 3 == 0 ? "\r\n" : "\n");
  LineReader reader(std::make_unique<test::Pieces>(text, *rc::gen::inRange<std::size_t>(1, 9999)), "in");
  reader.hash_parts();
  std::uint64_t begin = 0;
  for (std::string_view line; reader.next(line);) {
    if (line.size() % 4 == 1) reader.extend(line);
    if (line.size() % 7 == 3) continue;
    const std::uint64_t end = reader.used();
    RC_ASSERT(reader.end_part() == TextHash::hex(TextHash::of({text.data() + begin, end - begin})));
    begin = end;
  }
  RC_ASSERT(reader.end_part() == TextHash::hex(TextHash::of({text.data() + begin, text.size() - begin})));
}

}  // namespace
}  // namespace halfspace
