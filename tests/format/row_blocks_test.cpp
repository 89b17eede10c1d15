// Rows that are taken block by block are the rows of the whole text, wherever it is cut.
#include <algorithm>

#include <gtest/gtest.h>

#include "base/text_hash.hpp"
#include "format/corpus.hpp"
#include "format/labels.hpp"

namespace halfspace {
namespace {

/// Rows as (line, label, entries).
struct TakenRows {
  std::vector<std::uint64_t> lines;
  std::vector<std::string> labels;
  std::vector<double> weights;
  std::vector<std::vector<std::pair<std::size_t, double>>> entries;

  bool operator==(const TakenRows&) const = default;

  template <class Text>
  void add(const Dataset& data, const Text& label_text) {
    for (std::size_t i = 0; i < data.rows; ++i) {
      lines.push_back(data.lines.line(i));
      labels.push_back(label_text(data.label[i]));
      weights.push_back(data.weight.empty() ? 1 : data.weight[i]);
      entries.emplace_back();
      std::visit(
          [&](const auto& x) {
            for_each_entry(x.row(i), [&](std::size_t j, double v) { entries.back().emplace_back(j, v); });
          },
          data.x);
    }
  }
};

TEST(RowBlocks, OfEveryTextAreItsRows) {
  std::size_t texts = 0;
  for (const test::fs::path& path : test::corpus()) {
    for (const std::uint64_t bytes : {std::uint64_t{1}, std::uint64_t{60}, std::uint64_t{1} << 30U}) {
      const auto whole = read_dataset(path.string(), {});
      TakenRows taken;
      std::uint64_t last_byte = 0;
      std::uint64_t blocks = 0;
      ReadOptions options;
      options.block_bytes = bytes;
      options.take = [&](RowBlock& block) -> Result<void> {
        EXPECT_TRUE(blocks++ == 0 || block.first_byte > last_byte) << path;
        last_byte = block.first_byte;
        taken.add(block.rows, [&](std::uint32_t k) { return block.labels.text(k); });
        return {};
      };
      const auto streamed = read_dataset(path.string(), options);
      ASSERT_EQ(bool(whole), bool(streamed)) << path;
      if (!whole) {
        EXPECT_EQ(whole.error().text(), streamed.error().text()) << path;
        continue;
      }
      const Dataset& data = whole.value();
      TakenRows all;
      all.add(data, [&](std::uint32_t k) { return data.classes[k].text; });
      ++texts;
      EXPECT_EQ(all.lines, taken.lines) << path;
      EXPECT_EQ(all.entries, taken.entries) << path;
      EXPECT_EQ(all.weights, taken.weights) << path;
      EXPECT_EQ(data.rows, streamed.value().rows) << path;
      EXPECT_EQ(data.nonzeros, streamed.value().nonzeros) << path;
      EXPECT_EQ(data.cols, streamed.value().cols) << path;
      EXPECT_EQ(data.text_hash, streamed.value().text_hash) << path;
      EXPECT_EQ(data.decimals, streamed.value().decimals) << path;
    }
  }
  EXPECT_GT(texts, 10U);
}

TEST(RowBlocks, BeginWhereTheirTextBegins) {
  const std::string text = "x,label\n1,a\n2,b\n\n3,\"a\nb\"\n4,a\n";
  std::vector<std::pair<std::uint64_t, std::uint64_t>> places;
  ReadOptions options;
  options.format = "csv";
  options.block_bytes = 1;
  options.blocks = false;
  options.take = [&](RowBlock& block) -> Result<void> {
    places.emplace_back(block.first_byte, block.first_line);
    return {};
  };
  ASSERT_TRUE(read_dataset(memory_source(text), "in", options));
  const std::vector<std::pair<std::uint64_t, std::uint64_t>> expected = {{8, 1}, {12, 2}, {16, 3}, {25, 6}};
  EXPECT_EQ(places, expected);
}

/// A block read again by itself, behind the header, is what it was: rows, lines and the labels that it has.
TEST(RowBlocks, AreReadAgainByThemselves) {
  const std::string text = "x,label\n1,a\n\n2,b\n3,\"a\"\n4,c\n4,b\n";
  ReadOptions options;
  options.format = "csv";
  options.classes = {"a", "b"};
  options.block_bytes = 1;
  options.blocks = false;
  options.hash_parts = true;
  struct Part {
    std::uint64_t begin, end, lines, line;
  };
  std::vector<Part> parts;
  options.take = [&](RowBlock& block) -> Result<void> {
    parts.push_back({block.first_byte, block.end_byte, block.first_line, block.rows.lines.line(0)});
    const std::string_view part = std::string_view(text).substr(block.first_byte, block.end_byte - block.first_byte);
    EXPECT_EQ(block.hash, TextHash::hex(TextHash::of(part)));
    EXPECT_EQ(block.label_field, 2U);
    return {};
  };
  ASSERT_TRUE(read_dataset(memory_source(text), "in", options));
  ASSERT_EQ(parts.size(), 4U);
  options.hash_parts = false;
  for (const Part& part : parts) {
    const std::string again = text.substr(0, parts[0].begin) + text.substr(part.begin, part.end - part.begin);
    options.lines_before = part.lines - parts[0].lines;
    std::uint64_t line = 0;
    options.take = [&](RowBlock& block) -> Result<void> {
      line = block.rows.lines.line(0);
      return {};
    };
    ASSERT_TRUE(read_dataset(memory_source(again), "in", options));
    EXPECT_EQ(line, part.line);
  }
}

/// Texts of some MB, so that threads read them: plain ones, and some with records and lines that no block holds.
std::string long_text(const std::string& format, bool odd) {
  const bool csv = format == "csv";
  std::string text = csv ? "x,z,label\n" : "";
  for (int i = 0; i < 120000; ++i) {
    const std::string x = std::to_string(i % 977) + "." + std::to_string(i % 10);
    const std::string z = std::to_string(i % 331);
    const std::string label = i % 3 == 0 ? "1" : "2";
    if (csv) {
      const bool broken = odd && i % 9973 == 7;
      text += x + "," + z + ",\"" + label + (broken ? "\n\"" : "\"") + "\n";
    } else {
      text += label + " 1:" + x + " 3:" + z + (odd && i % 7919 == 5 ? " # a remark\n" : "\n");
      if (odd && i % 997 == 3) text += "\n";
    }
  }
  return text;
}

TEST(RowBlocks, ReadByThreadsBeginWhereTheirTextBegins) {
  for (const std::string format : {"csv", "libsvm"}) {
    for (const bool odd : {false, true}) {
      const std::string text = long_text(format, odd);
      ReadOptions options;
      options.format = format;
      const auto whole = read_dataset(memory_source(text), "in", options);
      ASSERT_TRUE(whole) << whole.error().text();
      TakenRows all;
      all.add(whole.value(), [&](std::uint32_t k) { return whole.value().classes[k].text; });
      for (const unsigned threads : {1U, 2U, 4U}) {
        TakenRows taken;
        std::size_t blocks = 0;
        options.threads = threads;
        options.take = [&](RowBlock& block) -> Result<void> {
          const std::string_view before = std::string_view(text).substr(0, block.first_byte);
          EXPECT_EQ(std::count(before.begin(), before.end(), '\n'), static_cast<std::ptrdiff_t>(block.first_line));
          EXPECT_TRUE(before.empty() || before.back() == '\n');
          EXPECT_LE(block.first_line, block.rows.lines.line(0) - 1);
          const auto stored = std::visit([](const auto& x) { return x.stored(); }, block.rows.x);
          EXPECT_LT(stored, 300000U) << "a block and those read with it";
          ++blocks;
          taken.add(block.rows, [&](std::uint32_t k) { return block.labels.text(k); });
          return {};
        };
        const auto streamed = read_dataset(memory_source(text), "in", options);
        ASSERT_TRUE(streamed) << streamed.error().text();
        EXPECT_GT(blocks, 3U);
        EXPECT_TRUE(taken == all) << format << ", " << threads << " threads, odd " << odd;
        EXPECT_EQ(whole.value().text_hash, streamed.value().text_hash);
      }
      options.take = {};
    }
  }
}

TEST(RowBlocks, AnErrorOfTheTakerEndsTheReading) {
  const std::string text = "1 1:1\n2 1:1\n1 1:1\n";
  int taken = 0;
  ReadOptions options;
  options.block_bytes = 1;
  options.take = [&](RowBlock&) -> Result<void> {
    ++taken;
    return Error{Code::bad_data, "here", "no more"};
  };
  const auto read = read_dataset(memory_source(text), "in", options);
  ASSERT_FALSE(read);
  EXPECT_EQ(read.error().message, "no more");
  EXPECT_EQ(taken, 1);
}

}  // namespace
}  // namespace halfspace
