// Blocks of plain lines are read as their lines are: the same rows, or the same errors at the same places.
#include "format/libsvm_block.hpp"

#include <algorithm>
#include <bit>
#include <cstring>

#include <fast_float/fast_float.h>
#include <gtest/gtest.h>

#include "base/rng.hpp"
#include "format/corpus.hpp"
#include "format/same_dataset.hpp"

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

/// Texts of the seeds [first, last); returns how many of them are data sets.
int compare_libsvm_texts(std::uint64_t first, std::uint64_t last, std::uint64_t most_lines) {
  int readable = 0;
  for (std::uint64_t seed = first; seed < last && !testing::Test::HasFailure(); ++seed) {
    SCOPED_TRACE(seed);
    Rng rng(seed, Stream::holdout);
    const ReadOptions options = options_of(rng);
    const bool wild = rng.bounded(3) == 0;
    std::string text;
    for (std::uint64_t k = rng.bounded(most_lines) + 1; k > 0; --k) text += line_text(rng, wild && rng.bounded(8) == 0);
    if (rng.bounded(4) == 0) text.pop_back();
    test::expect_blocks_alike(text, options);
    readable += test::read_text(text, options) ? 1 : 0;
  }
  return readable;
}

TEST(LibsvmBlock, AreReadAsTheirLines) { EXPECT_GT(compare_libsvm_texts(0, 3000, 60), 1500); }

TEST(LongLibsvmBlock, AreReadAsTheirLines) { EXPECT_GT(compare_libsvm_texts(1000000, 1500000, 8), 200000); }

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
  test::expect_blocks_alike(text, options);
  const auto whole = test::read_text(text, options);
  const auto pieces = read_dataset(std::make_unique<test::Pieces>(text, 4093), "in", options);
  ASSERT_TRUE(whole && pieces);
  test::expect_same(whole.value(), pieces.value());
}

/// Several threads: blocks that are plain and others, bad lines, a last line without its newline.
TEST(LibsvmBlock, AnyNumberOfThreads) {
  for (std::uint64_t seed = 0; seed < 12; ++seed) {
    SCOPED_TRACE(seed);
    Rng rng(seed, Stream::folds);
    const ReadOptions options = options_of(rng);
    const std::uint64_t wild = rng.bounded(3) == 0 ? 0 : 2000 * (1 + rng.bounded(20));
    std::string text;
    while (text.size() < 3000000) text += line_text(rng, wild > 0 && rng.bounded(wild) == 0);
    if (rng.bounded(2) == 0) text.pop_back();
    test::expect_threads_alike(text, options);
  }
}

TEST(LibsvmBlock, CorpusAsItsLines) {
  ReadOptions options;
  options.format = "libsvm";
  for (const auto& path : test::corpus()) {
    const std::string text = test::bytes_of(path);
    if (path.parent_path().filename() != "libsvm") continue;
    SCOPED_TRACE(path.filename());
    test::expect_blocks_alike(text, options);
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

/// Digits of all lengths with a point anywhere, against fast_float. Blocks of vectors leave what they do not know.
void compare_numbers(std::uint64_t blocks) {
  constexpr std::size_t numbers = 5000;
  Rng rng(blocks, Stream::probe);
  std::vector<std::uint32_t> first(numbers + 8);
  std::vector<std::uint32_t> end(numbers + 8);
  std::vector<double> value(numbers + 8);
  std::vector<std::uint32_t> odd(numbers);
  std::string text;
  for (std::uint64_t b = 0; b < blocks; ++b) {
    text.assign(text_slack, ',');
    for (std::size_t k = 0; k < numbers; ++k) {
      const std::uint64_t word = rng.word();
      first[k] = static_cast<std::uint32_t>(text.size() - text_slack);
      std::string digits = std::to_string((std::uint64_t{rng.word()} << 32U | rng.word()) >> (word & 63U));
      const std::uint64_t point = word >> 6U & 31U;
      if (point <= digits.size()) digits.insert(point, ".");
      if ((word >> 11U & 7U) == 0) text += '-';
      text += digits;
      end[k] = static_cast<std::uint32_t>(text.size() - text_slack);
      text += ',';
    }
    text.append(text_slack, '7');
    const char* block = text.data() + text_slack;
    for (const TextOps* ops : supported_text_ops()) {
      const EntryFacts facts = ops->decimals(block, first.data(), end.data(), numbers, value.data(), odd.data());
      ASSERT_LT(facts.odd, numbers / 2);
      std::size_t passed_over = 0;
      for (std::size_t k = 0; k < numbers; ++k) {
        double exact = 0;
        fast_float::from_chars(block + first[k], block + end[k], exact);
        Number parsed;
        ASSERT_TRUE(parse_number(block + first[k], block + end[k], parsed));
        ASSERT_EQ(std::bit_cast<std::uint64_t>(parsed.value), std::bit_cast<std::uint64_t>(exact));
        if (passed_over < facts.odd && odd[passed_over] == k) {
          ++passed_over;
          continue;
        }
        ASSERT_EQ(std::bit_cast<std::uint64_t>(value[k]), std::bit_cast<std::uint64_t>(exact))
            << std::string(block + first[k], block + end[k]);
      }
    }
  }
}

TEST(TextOps, NumbersAreThoseOfFastFloat) { compare_numbers(40); }

TEST(LongTextOps, NumbersAreThoseOfFastFloat) { compare_numbers(60000); }

}  // namespace
}  // namespace halfspace
