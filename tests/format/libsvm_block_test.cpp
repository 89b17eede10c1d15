// Blocks of plain lines are read as their lines are. A blank before every line makes it a line that is not plain, and
// changes nothing else: both texts must give the same rows, or the same errors at the same places.
#include "format/libsvm_block.hpp"

#include <algorithm>
#include <bit>
#include <cstring>

#include <gtest/gtest.h>

#include "base/rng.hpp"
#include "format/corpus.hpp"

namespace halfspace {
namespace {

/// One of a list.
template <class T>
const T& one_of(Rng& rng, const std::vector<T>& list) {
  return list[rng.bounded(list.size())];
}

/// Digits, perhaps a point, perhaps a sign or an exponent: all lengths that a window of 16 bytes can and cannot hold.
std::string decimal_text(Rng& rng) {
  std::string out = one_of<std::string>(rng, {"", "", "", "", "-", "-", "+"});
  const std::uint64_t digits = rng.bounded(rng.bounded(4) == 0 ? 20 : 6) + (rng.bounded(50) == 0 ? 0 : 1);
  for (std::uint64_t k = 0; k < digits; ++k) out += static_cast<char>('0' + rng.bounded(10));
  if (rng.bounded(2) == 0) out.insert(rng.bounded(out.size() + 1), ".");
  if (rng.bounded(40) == 0) out += one_of<std::string>(rng, {"e3", "E-2", "e+1", "e400", "x", ".", "-", ":1", "\x80"});
  return out;
}

/// A line; of `wild` ones some are not as they should be.
std::string line_text(Rng& rng, bool wild) {
  std::string out = one_of<std::string>(rng, {"1", "-1", "+1", "2", "-1.5", "1e0", "10000000001", ""});
  if (out.empty()) out = wild ? one_of<std::string>(rng, {"", " ", "a", "3:4", "#", "-"}) : "0";
  std::uint64_t j = rng.bounded(30) == 0 ? rng.bounded(wild ? 3000000000 : 2000000000) : rng.bounded(2);
  for (std::uint64_t k = rng.bounded(12); k > 0; --k) {
    j += rng.bounded(wild ? 30 : 29) + (wild ? 0 : 1);
    out += rng.bounded(20) == 0 ? one_of<std::string>(rng, {"  ", "\t", " \r "}) : " ";
    if (rng.bounded(100) == 0) out += "00";
    std::string value = decimal_text(rng);
    Number number;
    if (!wild && !parse_number(value, number)) value = "0.5";
    out += std::to_string(j) + ":" + value;
    if (wild && rng.bounded(60) == 0) out += one_of<std::string>(rng, {"#x", " # y", "\x01", " z", "::"});
  }
  return out + one_of<std::string>(rng, {"\n", "\n", "\n", " \n", "\r\n", "\t\r\n"});
}

Result<Dataset> read(const std::string& text, const ReadOptions& options) {
  return read_dataset(memory_source(text), "in", options);
}

std::string blank_before_lines(const std::string& text) {
  std::string out = " ";
  for (std::size_t k = 0; k < text.size(); ++k) {
    out += text[k];
    if (text[k] == '\n' && k + 1 < text.size()) out += ' ';
  }
  return out;
}

template <class T>
bool same_bytes(const Buffer<T>& a, const Buffer<T>& b) {
  return a.size() == b.size() && (a.empty() || std::memcmp(a.data(), b.data(), a.size() * sizeof(T)) == 0);
}

void expect_same(const Dataset& a, const Dataset& b) {
  ASSERT_EQ(a.x.index(), b.x.index());
  std::visit(
      [&](const auto& x) {
        using M = std::decay_t<decltype(x)>;
        if constexpr (requires { x.start; }) {
          const M& y = std::get<M>(b.x);
          EXPECT_TRUE(same_bytes(x.start, y.start) && same_bytes(x.column, y.column) && same_bytes(x.value, y.value));
        }
      },
      a.x);
  EXPECT_EQ(a.rows, b.rows);
  EXPECT_EQ(a.cols, b.cols);
  EXPECT_EQ(a.nonzeros, b.nonzeros);
  EXPECT_EQ(a.label, b.label);
  EXPECT_EQ(a.decimals, b.decimals);
  EXPECT_EQ(a.short_decimals, b.short_decimals);
  EXPECT_EQ(a.unseen_entries, b.unseen_entries);
  EXPECT_EQ(a.unseen_squares, b.unseen_squares);
  EXPECT_EQ(a.other_class_rows, b.other_class_rows);
  ASSERT_EQ(a.classes.size(), b.classes.size());
  for (std::size_t c = 0; c < a.classes.size(); ++c) EXPECT_EQ(a.classes[c].text, b.classes[c].text);
  for (std::uint64_t i = 0; i < a.rows; ++i) ASSERT_EQ(a.lines.line(i), b.lines.line(i)) << "row " << i;
}

void expect_read_alike(const std::string& text, const ReadOptions& options) {
  const auto blocks = read(text, options);
  const auto lines = read(blank_before_lines(text), options);
  ASSERT_EQ(bool{blocks}, bool{lines}) << (blocks ? lines : blocks).error().text() << "\n" << text;
  if (blocks) return expect_same(blocks.value(), lines.value());
  EXPECT_EQ(blocks.error().text(), lines.error().text()) << text;
}

ReadOptions options_of(Rng& rng) {
  ReadOptions options;
  options.format = "libsvm";
  options.zero_based = rng.bounded(3) == 0;
  if (rng.bounded(4) == 0) options.classes = {"1", "2"};
  if (rng.bounded(4) == 0) {
    options.for_model = true;
    options.model_cols = rng.bounded(400);
    options.unseen_squares = rng.bounded(2) == 0;
    options.need_label = rng.bounded(2) == 0;
  }
  return options;
}

TEST(LibsvmBlock, AreReadAsTheirLines) {
  int readable = 0;
  for (std::uint64_t seed = 0; seed < 3000; ++seed) {
    SCOPED_TRACE(seed);
    Rng rng(seed, Stream::holdout);
    const ReadOptions options = options_of(rng);
    const bool wild = rng.bounded(3) == 0;
    std::string text;
    for (std::uint64_t k = rng.bounded(60) + 1; k > 0; --k) text += line_text(rng, wild && rng.bounded(8) == 0);
    if (rng.bounded(4) == 0) text.pop_back();
    expect_read_alike(text, options);
    if (HasFailure()) return;
    readable += read(text, options) ? 1 : 0;
  }
  EXPECT_GT(readable, 1500);
}

/// A text of several buffers of the reader, whatever its pieces; one line of it is longer than a buffer.
TEST(LibsvmBlock, AcrossBuffers) {
  Rng rng(7, Stream::holdout);
  std::string text;
  while (text.size() < 700000) text += line_text(rng, false);
  std::string long_line = "1";
  for (int j = 1; j < 60000; ++j) long_line += " " + std::to_string(j) + ":0.25";
  text += long_line + "\n" + text;
  ReadOptions options;
  options.format = "libsvm";
  expect_read_alike(text, options);
  const auto whole = read(text, options);
  const auto pieces = read_dataset(std::make_unique<test::Pieces>(text, 4093), "in", options);
  ASSERT_TRUE(whole && pieces);
  expect_same(whole.value(), pieces.value());
}

TEST(LibsvmBlock, CorpusAsItsLines) {
  ReadOptions options;
  options.format = "libsvm";
  for (const auto& path : test::corpus()) {
    const std::string text = test::bytes_of(path);
    if (path.parent_path().filename() != "libsvm" || text.empty() || (text[0] & 0x80) != 0) continue;
    SCOPED_TRACE(path.filename());
    expect_read_alike(text, options);
  }
}

/// What each set of instructions finds in a block of lines of `count` entries 1:VALUE.
TEST(TextOps, ValuesAreThoseOfTheNumberParser) {
  Rng rng(11, Stream::holdout);
  for (int round = 0; round < 400; ++round) {
    std::vector<std::string> values;
    std::string text(text_slack, ' ');
    for (int k = 0; k < 61; ++k) {
      values.push_back(decimal_text(rng));
      text += "1 " + std::to_string(rng.bounded(20000000)) + ":" + values.back() + "\n";
    }
    const std::size_t size = text.size() - text_slack;
    text += std::string(text_slack, '7');
    for (const TextOps* ops : supported_text_ops()) {
      TokenPlaces places;
      if (!ops->find(text.data() + text_slack, size, places)) continue;  // some value holds a colon
      std::vector<std::uint32_t> column(values.size() + 8);
      std::vector<double> value(values.size() + 8);
      std::vector<std::uint32_t> odd(values.size());
      const EntryFacts facts =
          ops->numbers(text.data() + text_slack, places, 1, column.data(), value.data(), odd.data());
      ASSERT_EQ(places.entries, values.size());
      odd.resize(facts.odd);
      for (std::size_t k = 0; k < values.size(); ++k) {
        Number n;
        const bool is_odd = std::find(odd.begin(), odd.end(), k) != odd.end();
        const bool number = parse_number(values[k], n);
        ASSERT_TRUE(number || is_odd) << values[k];
        if (!is_odd) {
          ASSERT_EQ(std::bit_cast<std::uint64_t>(value[k]), std::bit_cast<std::uint64_t>(n.value)) << values[k];
          ASSERT_LE(n.decimals, facts.decimals) << values[k];
          ASSERT_TRUE(n.exact) << values[k];
        }
      }
    }
  }
}

}  // namespace
}  // namespace halfspace
