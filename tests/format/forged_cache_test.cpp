// Caches that were changed, by accident or by one who makes all hashes right: no bytes but those that were written are taken for one.
#include <functional>
#include <limits>

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include "cached.hpp"
#include "corpus.hpp"
#include "format/formats.hpp"
#include "format/value_codes.hpp"
#include "sound_dataset.hpp"

namespace halfspace {
namespace {

using test::bytes_of_rows;
using test::cache_of;
using test::made_text;
using test::read_cached;
using test::resealed;
using test::whole_text;

const std::string small_text = "x,z,w,label\n1,red,2,a\n3,blue,1,b\n4.5,red,0.5,b\n";

ReadOptions small_options() {
  ReadOptions o;
  o.weight = "w";
  o.categorical = {"auto"};
  return o;
}

TEST(Cache, RefusesEveryChangedByteAndEveryCut) {
  const std::string cache = cache_of(small_text, "in.csv", small_options());
  ASSERT_FALSE(cache.empty());
  const auto whole = bytes_of_rows(read_cached(cache, small_options()).value());
  for (std::size_t k = 0; k < cache.size(); ++k) {
    for (const char flip : {'\x01', '\x80', '\xff'}) {
      std::string changed = cache;
      changed[k] = static_cast<char>(changed[k] ^ flip);
      const auto rows = read_cached(changed, small_options());
      if (rows)
        EXPECT_EQ(bytes_of_rows(rows.value()), whole) << k;  // a byte of the text alone
      else
        EXPECT_EQ(rows.error().code, Code::bad_data) << k;
      if (k < CacheHead::magic.size()) continue;
      const std::string text = whole_text(changed);
      EXPECT_TRUE(text.starts_with("Error: in: ") || text == small_text)
          << k << text;  // not all bits of a frame say something
    }
    const auto cut = read_cached(std::string_view(cache).substr(0, k), small_options());
    ASSERT_FALSE(cut.ok()) << k;
    EXPECT_EQ(cut.error().code, Code::bad_data);
  }
  EXPECT_FALSE(read_cached(cache + "x", small_options()).ok());
}

TEST(Cache, SaysWhatItCannotRead) {
  const std::string cache = cache_of(small_text, "in.csv", small_options());
  const auto message = [&](std::size_t at, const std::string& bytes) {
    std::string changed = cache;
    changed.replace(at, bytes.size(), bytes);
    return read_cached(changed, small_options()).error().text();
  };
  EXPECT_EQ(message(8, "\x03"),
            "in: halfspace cache: version 3, and this halfspace reads version 2; make it anew from its text with "
            "halfspace convert TEXT --to cache");
  const std::string other_order(cache.rbegin() + static_cast<std::ptrdiff_t>(cache.size() - 16),
                                cache.rbegin() + static_cast<std::ptrdiff_t>(cache.size() - 12));
  EXPECT_NE(message(12, other_order).find("orders bytes the other way round"), std::string::npos);
  EXPECT_NE(message(20, "\x7f").find("its head is damaged"), std::string::npos);
  EXPECT_NE(read_cached(cache.substr(0, cache.size() - 1), small_options()).error().text().find("truncated"),
            std::string::npos);
}

/// The facts of a text, changed by a forger who makes all hashes right.
bool taken(const std::string& text, const std::string& name, const std::function<void(CacheFacts&)>& forge) {
  const ReadOptions options = name == "in.csv" ? small_options() : ReadOptions();
  const auto data = read_dataset(memory_source(text), name, options);
  CacheFacts facts = facts_of(data.value(), key_of(options, {}));
  forge(facts);
  return CacheFacts().parse(facts.bytes(), facts.array_bytes());
}

TEST(CacheFacts, AreThoseOfSomeText) {
  const auto lines = [](std::vector<LineIndex::Step> steps) {
    return [steps = std::move(steps)](CacheFacts& f) {
      f.data.lines = {};
      for (const auto& [row, line] : steps) f.data.lines.add(row, line);
    };
  };
  const std::vector<std::function<void(CacheFacts&)>> good = {
      [](CacheFacts&) {}, [](CacheFacts& f) { f.data.decimals = 100'000; }, lines({{0, 3}, {1, 5}, {2, 9}})};
  const std::vector<std::function<void(CacheFacts&)>> bad = {
      [](CacheFacts& f) { f.data.decimals = 100'001; },
      [](CacheFacts& f) { f.data.decimals = std::numeric_limits<int>::max(); },
      [](CacheFacts& f) { f.data.decimals = -1; },
      lines({{0, 0}}),
      lines({{0, 3}, {1, 3}}),
      lines({{0, 2}, {3, 9}}),
      lines({{0, 1'000'000}}),
      [](CacheFacts& f) { f.data.classes[1].text = f.data.classes[0].text; },
      [](CacheFacts& f) { std::swap(f.data.classes[0], f.data.classes[1]); },
      [](CacheFacts& f) { f.data.classes[1].text = "\xff"; },
      [](CacheFacts& f) { f.data.classes[1].number += 1; },
      [](CacheFacts& f) { f.data.numeric_labels = !f.data.numeric_labels; },
      [](CacheFacts& f) { f.data.form.format = f.data.form.format == "csv" ? "libsvm" : "csv"; },
      [](CacheFacts& f) { f.data.absent_rows = ~std::uint64_t{0}; },
      [](CacheFacts& f) { f.data.text_bytes = 2; },
      [](CacheFacts& f) { f.data.columns.assign(f.data.cols, "x"); },
      [](CacheFacts& f) { f.data.columns.assign(f.data.cols, "\xc0"); },
  };
  for (const auto& [text, name] : {std::pair<std::string, std::string>{small_text, "in.csv"},
                                   {"1 1:2 3:4\n-1 1:5\n3 2:0.1\n\n\n\n\n", "in.libsvm"}}) {
    for (std::size_t k = 0; k < good.size(); ++k) EXPECT_TRUE(taken(text, name, good[k])) << name << " " << k;
    for (std::size_t k = 0; k < bad.size(); ++k) EXPECT_FALSE(taken(text, name, bad[k])) << name << " " << k;
  }
  for (const std::size_t level : {0U, 1U}) {
    EXPECT_FALSE(
        taken(small_text, "in.csv", [&](CacheFacts& f) { f.data.levels[1][level] = level == 0 ? "blue" : "\x80"; }));
  }
}

/// Values that no float holds are none of a matrix of floats.
TEST(Cache, RefusesValuesBeyondTheirType) {
  const std::string cache = cache_of("1 1:0.5 2:0.5 3:2 4:2 5:2 6:2\n-1 1:0.5 2:2 3:2 4:2 5:2\n", "in.libsvm", {});
  for (const double v : {1e300, 0.1, -1e39}) {
    std::string forged = cache;
    const double half = 0.5;
    const std::size_t at = forged.find(std::string(reinterpret_cast<const char*>(&half), sizeof half));
    ASSERT_NE(at, std::string::npos);
    std::memcpy(forged.data() + at, &v, sizeof v);
    EXPECT_FALSE(read_cached(resealed(forged), {}).ok()) << v;
  }
  EXPECT_TRUE(read_cached(resealed(cache), {}).ok());
}

/// A missing cell is NaN until it takes its column's mean: only in rows that were read so, in columns of numbers.
TEST(Cache, RefusesNaNWhereNoCellMayBeMissing) {
  std::string text = "x,z,label\n";
  for (int k = 0; k < 20; ++k) text += "0.5,red,a\n7,blue,b\n";
  for (const std::string missing : {"", "drop", "category", "mean", "mean,category"}) {
    ReadOptions options;
    options.categorical = {"z"};
    options.missing = missing;
    const std::string cache = cache_of(text, "in.csv", options);
    EXPECT_TRUE(read_cached(resealed(cache), options).ok()) << missing;
    const bool means = missing.starts_with("mean");
    for (const auto& [value, may] : {std::pair{0.5, means}, {1.0, false}}) {  // a number, the code of a level
      std::string forged = cache;
      const std::size_t at = forged.find(std::string(reinterpret_cast<const char*>(&value), sizeof value));
      ASSERT_NE(at, std::string::npos);
      const double nan = std::numeric_limits<double>::quiet_NaN();
      std::memcpy(forged.data() + at, &nan, sizeof nan);
      EXPECT_EQ(read_cached(resealed(forged), options).ok(), may) << missing << " " << value;
    }
  }
}

/// With hashes that are right, rows come out that fit together, or an Error.
RC_GTEST_PROP(Cache, IsSafeToReadWhateverAForgerWrites, ()) {
  const bool csv = *rc::gen::arbitrary<bool>();
  const ReadOptions options = csv ? small_options() : ReadOptions();
  std::string cache = csv ? cache_of(small_text, "in.csv", options) : cache_of(made_text(), "in.libsvm", options);
  RC_PRE(!cache.empty());
  for (int k = *rc::gen::inRange(1, 4); k > 0; --k) {
    const auto at = *rc::gen::inRange<std::size_t>(16, cache.size());
    if (*rc::gen::inRange(0, 8) == 0)
      cache.erase(at, *rc::gen::inRange<std::size_t>(1, 9));
    else
      cache[at] = *rc::gen::element('\0', '\x01', '\x7f', '\xff', static_cast<char>(cache[at] + 1));
  }
  const auto data = read_cached(resealed(cache), options);
  if (!data) {
    RC_ASSERT(!data.error().message.empty());
    return;
  }
  const Dataset& d = data.value();
  RC_ASSERT(test::unsound(d) == "");
  const auto bytes = bytes_of_rows(d);
  RC_ASSERT(!bytes.empty());
}

}  // namespace
}  // namespace halfspace
