// Feature hashing: MurmurHash3 against its published values, columns against what scikit-learn's FeatureHasher makes of
// the same rows (1.7, alternate signs), and one result however a text is read.
#include "format/hashed_columns.hpp"

#include <cmath>

#include <gtest/gtest.h>

#include "base/murmur_hash.hpp"
#include "format/cached.hpp"
#include "format/same_dataset.hpp"

namespace halfspace {
namespace {

using RowEntries = std::vector<std::pair<std::size_t, double>>;

TEST(MurmurHash3, HasItsPublishedValues) {
  EXPECT_EQ(murmur_hash3("", 0), 0U);
  EXPECT_EQ(murmur_hash3("", 1), 0x514E28B7U);
  EXPECT_EQ(murmur_hash3("hello", 0), 0x248BFA47U);
  EXPECT_EQ(murmur_hash3("hello, world", 0), 0x149BBB7FU);
  EXPECT_EQ(murmur_hash3("The quick brown fox jumps over the lazy dog", 0), 0x2E4FF723U);
}

RowEntries entries_of(const Dataset& data, std::size_t i) {
  RowEntries out;
  std::visit([&](const auto& x) { for_each_entry(x.row(i), [&](std::size_t j, double v) { out.emplace_back(j, v); }); },
             data.x);
  return out;
}

ReadOptions hashing(std::uint64_t bits, std::vector<std::string> texts = {}) {
  ReadOptions options;
  options.hash_bits = bits;
  options.categorical = std::move(texts);
  return options;
}

Dataset hashed(const std::string& text, const ReadOptions& options) {
  auto data = test::read_text(text, options);
  EXPECT_TRUE(data) << (data ? "" : data.error().text());
  return data ? std::move(data).value() : Dataset();
}

const std::string numbered =
    "1 3:2 70:-0.5 1000001:0.1\n"
    "-1 3:1 4:0.3 5:-7.25 6:1e-3 12:0.25 13:11\n"
    "1 1:.1 2:.2 3:.3 4:.4 5:.5 6:.6 7:.7 8:.8 9:.9 10:1 11:1.1 12:1.2\n";

TEST(HashedColumns, OfNumbersAreThoseOfFeatureHasher) {
  const Dataset narrow = hashed(numbered, hashing(2));
  EXPECT_EQ(entries_of(narrow, 0), (RowEntries{{0, 1.9}, {1, 0.5}}));
  EXPECT_EQ(entries_of(narrow, 1), (RowEntries{{0, -6.5489999999999995}, {3, -11.25}}));
  EXPECT_EQ(entries_of(narrow, 2), (RowEntries{{0, 1.7}, {1, -1.0}, {2, -1.1}, {3, -1.0}}));
  EXPECT_EQ(narrow.cols, 4U);
  EXPECT_EQ(narrow.nonzeros, 8U);
  EXPECT_FALSE(narrow.short_decimals);  // -6.5489999999999995
  const Dataset middle = hashed(numbered, hashing(5));
  EXPECT_EQ(entries_of(middle, 1),
            (RowEntries{{0, 0.001}, {4, -7.25}, {11, -0.25}, {20, 1.0}, {24, -0.3}, {31, -11.0}}));
  EXPECT_EQ(entries_of(middle, 2), (RowEntries{{0, 0.6},
                                               {1, -0.09999999999999998},
                                               {4, 0.5},
                                               {8, 0.7},
                                               {9, -0.8},
                                               {11, -1.2},
                                               {13, -0.1},
                                               {14, -1.1},
                                               {20, 0.3},
                                               {23, 0.2},
                                               {24, -0.4}}));
  const Dataset wide = hashed(numbered, hashing(20));
  EXPECT_EQ(entries_of(wide, 0), (RowEntries{{63584, -0.1}, {500148, 2.0}, {724793, 0.5}}));
  EXPECT_TRUE(wide.short_decimals);
  EXPECT_TRUE(wide.computed && wide.columns.empty());
}

TEST(HashedColumns, OfNamesAndTextsAreThoseOfFeatureHasher) {
  const std::string text = "colour,größe,a b,label\nred,2,-1.5,x\nblue,0.1,0.2,y\n";
  const Dataset one = hashed(text, hashing(1, {"colour"}));
  EXPECT_EQ(entries_of(one, 0), (RowEntries{{1, -2.5}}));
  EXPECT_EQ(entries_of(one, 1), (RowEntries{{0, -1.0}, {1, 0.1}}));
  for (const bool found : {false, true}) {
    const Dataset data = hashed(text, hashing(30, {found ? "auto" : "colour"}));
    EXPECT_EQ(entries_of(data, 0), (RowEntries{{472672705, -2.0}, {511943297, 1.0}, {1033158525, -1.5}}));
    EXPECT_EQ(entries_of(data, 1), (RowEntries{{472672705, -0.1}, {717342208, -1.0}, {1033158525, 0.2}}));
    EXPECT_EQ(data.form.hashed_columns, (std::vector<std::string>{"colour", "größe", "a b"}));
    EXPECT_EQ(data.form.hashed_texts, std::vector<std::string>{"colour"});
    EXPECT_TRUE(data.levels.empty());
  }
}

TEST(HashedColumns, OfZeroBasedTextAreThoseOfItsColumns) {
  ReadOptions options = hashing(10);
  options.zero_based = true;
  const Dataset zero = hashed("1 0:2 69:3\n-1 5:1\n", options);
  const Dataset one = hashed("1 1:2 70:3\n-1 6:1\n", hashing(10));
  EXPECT_EQ(entries_of(zero, 0), entries_of(one, 0));
  ReadOptions chosen = hashing(10);
  chosen.columns = {"70"};
  EXPECT_EQ(entries_of(hashed("1 1:2 70:3\n-1 6:1\n", chosen), 0),
            entries_of(hashed("1 70:3\n-1 6:1\n", hashing(10)), 0));
}

TEST(HashedColumns, OfWholeNumbersStayDecimals) {
  const Dataset whole = hashed("1 1:1 2:3 3:4 4:1 5:9\n-1 1:2\n", hashing(1));
  EXPECT_TRUE(whole.short_decimals);
  const Dataset large = hashed("1 3:900000000000001 5:900000000000000\n-1 1:2\n", hashing(1));
  EXPECT_FALSE(large.short_decimals);
}

/// Rows of floats, of which two come to no float: up to 7 bits 1000 and 1050 are one column.
std::string rows_that_widen() {
  std::string text;
  for (int i = 0; i < 9000; ++i) {
    text += i % 3 == 0 ? "1" : "-1";
    for (int j = 0; j < 12; ++j) text += " " + std::to_string(1 + 37 * j + i % 31) + ":" + std::to_string((i + j) % 9);
    text += i == 4321 || i == 8999 ? " 1000:16777216 1050:1\n" : "\n";
  }
  return text;
}

TEST(HashedColumns, DoNotDependOnThreads) {
  for (const std::uint64_t bits : {3U, 7U, 20U}) {
    ReadOptions options = hashing(bits);
    const Dataset one = hashed(rows_that_widen(), options);
    EXPECT_EQ(one.x.index(), bits == 20U ? 3U : 2U);  // sums of 16777216 and 1 are no floats
    for (const unsigned threads : {2U, 5U}) {
      options.threads = threads;
      test::expect_same(hashed(rows_that_widen(), options), one);
    }
  }
}

TEST(HashedColumns, AreKeptInNoCache) {
  const std::string cache = test::cache_of(numbered, "in.libsvm", {});
  ASSERT_FALSE(cache.empty());
  ReadOptions plain;
  plain.format = "libsvm";
  for (const std::uint64_t bits : {2U, 5U, 20U}) {
    ReadOptions options = plain;
    options.hash_bits = bits;
    const auto kept = test::read_cached(cache, options);
    ASSERT_TRUE(kept);
    test::expect_same(kept.value(), hashed(numbered, options));
  }
  test::expect_same(test::read_cached(cache, plain), test::read_text(numbered, plain));
}

void expect_blocks_are_rows(const std::string& text, ReadOptions options) {
  const Dataset whole = hashed(text, options);
  for (const std::uint64_t bytes : {1U, 1000U}) {
    options.block_bytes = bytes;
    std::size_t i = 0;
    std::uint64_t nonzeros = 0;
    options.take = [&](RowBlock& block) -> Result<void> {
      EXPECT_EQ(block.rows.cols, whole.cols);
      nonzeros += block.rows.nonzeros;
      for (std::size_t k = 0; k < block.rows.rows; ++k) EXPECT_EQ(entries_of(block.rows, k), entries_of(whole, i++));
      return {};
    };
    const auto read = test::read_text(text, options);
    ASSERT_TRUE(read) << read.error().text();
    EXPECT_EQ(i, whole.rows);
    EXPECT_EQ(nonzeros, whole.nonzeros);
    EXPECT_EQ(read.value().nonzeros, whole.nonzeros);
  }
}

TEST(HashedColumns, DoNotDependOnBlocks) {
  std::string text = "colour,size,label\n";
  for (int i = 0; i < 500; ++i)
    text += "level" + std::to_string(i % 77) + "," + std::to_string(i) + "," + (i % 3 == 0 ? "a\n" : "b\n");
  expect_blocks_are_rows(text, hashing(3, {"colour"}));
  expect_blocks_are_rows(text, hashing(18, {"colour"}));
  expect_blocks_are_rows(numbered, hashing(2));
}

TEST(HashedColumns, SayWhereSumsOverflow) {
  const std::string text = "1 1:1\n-1 3:1e308 5:1e308\n";
  const auto data = test::read_text(text, hashing(1));
  ASSERT_FALSE(data);
  EXPECT_EQ(data.error().code, Code::bad_data);
  EXPECT_NE(data.error().text().find("in:2: values that --hash-bits 1"), std::string::npos) << data.error().text();
}

}  // namespace
}  // namespace halfspace
