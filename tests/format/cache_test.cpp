// Rows kept in a file: what is read from a cache is what the same options make of its text, and no bytes but those that were
// written are taken for a cache.
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
using test::read_cached;
using test::resealed;

std::string whole_text(std::string_view bytes) {
  auto source = unpack(memory_source(bytes), "in");
  EXPECT_TRUE(source.ok());
  std::string out;
  std::string block(1000, '\0');
  for (;;) {
    const auto count = source.value()->read(block);
    if (!count) return "Error: " + count.error().text();
    if (count.value() == 0) return out;
    out.append(block, 0, count.value());
  }
}

/// The rows that both readings give, or the message of both.
void expect_same_reading(const std::string& cache, const std::string& text, const ReadOptions& options,
                         const std::string& what) {
  const auto from_text = read_dataset(memory_source(text), "in", options);
  const auto from_cache = read_cached(cache, options);
  ASSERT_EQ(from_text.ok(), from_cache.ok()) << what;
  if (!from_text)
    EXPECT_EQ(from_cache.error().text(), from_text.error().text()) << what;
  else
    EXPECT_EQ(bytes_of_rows(from_text.value()), bytes_of_rows(from_cache.value())) << what;
}

ReadOptions hashed(ReadOptions options) {
  options.sha256 = true;  // it is among the facts that are compared
  return options;
}

/// The readings that verbs ask for, of texts with these columns.
std::vector<ReadOptions> readings() {
  std::vector<ReadOptions> out(1);
  const auto add = [&](auto change) {
    ReadOptions o;
    change(o);
    out.push_back(o);
  };
  add([](ReadOptions& o) { o.classes = {"a", "b"}; });
  add([](ReadOptions& o) { o.classes = {"1", "-1"}; });
  add([](ReadOptions& o) { o.columns = {"2", "1"}; });
  add([](ReadOptions& o) { o.columns = {"z", "x"}; });
  add([](ReadOptions& o) { o.label = "x"; });
  add([](ReadOptions& o) { o.weight = "w"; });
  add([](ReadOptions& o) { o.groups = "w"; });
  add([](ReadOptions& o) { o.categorical = {"auto"}; });
  add([](ReadOptions& o) { o.missing = "drop"; });
  add([](ReadOptions& o) {
    o.missing = "mean,category";
    o.categorical = {"auto"};
  });
  add([](ReadOptions& o) { o.missing = "mean"; });
  add([](ReadOptions& o) { o.zero_based = true; });
  add([](ReadOptions& o) { o.serial_numbers = true; });
  add([](ReadOptions& o) { o.format = "libsvm"; });
  add([](ReadOptions& o) { o.format = "csv"; });
  add([](ReadOptions& o) { o.max_bytes = 1; });
  const auto add_model = [&](auto change) {
    add([&](ReadOptions& o) {
      o.for_model = true;
      o.model_format = "libsvm";
      change(o);
    });
  };
  for (const std::uint64_t cols : {1U, 3U, 1000U}) {
    add_model([&](ReadOptions& o) { o.model_cols = cols; });
    add_model([&](ReadOptions& o) {
      o.model_cols = cols;
      o.need_label = false;
    });
    add_model([&](ReadOptions& o) {
      o.model_cols = cols;
      o.unseen_squares = true;
    });
  }
  add_model([](ReadOptions& o) {
    o.columns = {"x", "z"};
    o.label = "label";
    o.model_format = "csv";
  });
  add_model([](ReadOptions& o) {
    o.columns = {"x"};
    o.label = "label";
    o.model_format = "csv";
  });
  add_model([](ReadOptions& o) {
    o.columns = {"x", "z"};
    o.label = "label";
    o.model_format = "csv";
    o.need_label = false;
  });
  add_model([](ReadOptions& o) {
    o.columns = {"x", "z"};
    o.label = "label";
    o.weight = "w";
    o.weight_needed = false;
    o.model_format = "csv";
  });
  return out;
}

TEST(Cache, GivesWhatEachReadingMakesOfTheText) {
  const std::vector<std::string> texts = {
      "1 1:0.5 3:2\n-1 2:1e-3 # none\n\n+1\n",
      "1 1:1 2:1 900:1\n-1 2:1 70000:1\n",
      "x,z,label\n1,2,a\n3.25,-0,b\n",
      "x,z,label\n1,2,a\n?,5,b\n7,8,c\n",
      "x,z,w,label\n1,red,2,a\n3,blue,0,b\n4,red,0.5,b\n",
      "1,2,1\n3,4,-1\n",
  };
  std::size_t kept = 0;
  for (const std::string& text : texts) {
    for (std::size_t a = 0; a < readings().size(); ++a) {
      const std::string cache = cache_of(text, "in", readings()[a]);
      if (cache.empty() || readings()[a].for_model) continue;
      ++kept;
      EXPECT_EQ(whole_text(cache), text);
      for (std::size_t b = 0; b < readings().size(); ++b) {
        if (readings()[a].format.empty() || !readings()[b].format.empty())  // else the name has to say it
          expect_same_reading(cache, text, hashed(readings()[b]),
                              text + " kept as " + std::to_string(a) + ", read as " + std::to_string(b));
      }
    }
  }
  EXPECT_GT(kept, 20U);
}

TEST(Cache, KeepsEveryFileOfTheCorpus) {
  std::size_t kept = 0;
  for (const auto& path : test::corpus()) {
    const std::string text = test::bytes_of(path);
    for (const std::string name : {"in.csv", "in.libsvm"}) {
      const std::string cache = cache_of(text, name, {});
      if (cache.empty()) continue;
      ++kept;
      EXPECT_EQ(whole_text(cache), text) << path;
      const auto from_text = read_dataset(memory_source(text), name, hashed({}));
      const auto from_cache = read_cached(cache, {});
      ASSERT_TRUE(from_text.ok() && from_cache.ok()) << path;
      EXPECT_EQ(bytes_of_rows(from_text.value()), bytes_of_rows(from_cache.value())) << path;
    }
  }
  EXPECT_GT(kept, 20U);
}

/// Entries drawn so that every way of storing columns and values is met.
std::string made_text() {
  const auto rows = *rc::gen::inRange(1, 60);
  const auto step = *rc::gen::element(3, 300, 70'000);
  const auto values = *rc::gen::element(0, 1, 2, 3);
  std::string text;
  for (int i = 0; i < rows; ++i) {
    text += *rc::gen::element<std::string>("1", "-1", "+1", "2.5");
    std::uint64_t j = 0;
    for (int k = *rc::gen::inRange(0, 40); k > 0; --k) {
      j += static_cast<std::uint64_t>(*rc::gen::inRange(1, step));
      const std::string value = values == 0   ? "1"
                                : values == 1 ? *rc::gen::element<std::string>("0.1", "-0", "1e-320", "1e300")
                                : values == 2 ? number_text(*rc::gen::arbitrary<int>() * 1e-7)
                                              : number_text(*rc::gen::arbitrary<double>());
      text += " " + std::to_string(j) + ":" + value;
    }
    text += "\n";
    if (*rc::gen::inRange(0, 9) == 0) text += "\n";
  }
  return text;
}

RC_GTEST_PROP(Cache, KeepsMadeRowsBitForBit, ()) {
  const std::string text = made_text();
  const std::string cache = cache_of(text, "in.libsvm", {});
  const auto from_text = read_dataset(memory_source(text), "in.libsvm", hashed({}));
  RC_ASSERT(from_text.ok() == !cache.empty());
  if (!from_text) return;
  const auto from_cache = read_cached(cache, {});
  RC_ASSERT(from_cache.ok());
  RC_ASSERT(bytes_of_rows(from_text.value()) == bytes_of_rows(from_cache.value()));
  auto pieces = unpack(std::make_unique<test::Pieces>(cache, 77), "in");  // of a pipe the length is not known
  RC_ASSERT(pieces.ok());
  const auto from_pipe = read_dataset(std::move(pieces).value(), "in", {});
  RC_ASSERT(from_pipe.ok());
  RC_ASSERT(bytes_of_rows(from_pipe.value()) == bytes_of_rows(from_cache.value()));
}

TEST(Cache, TakesAtMostEightBytesANonzero) {
  std::string text;
  for (int i = 1; i < 3000; ++i) text += "1 " + std::to_string(i) + ":" + std::to_string(i * 13) + "e-4 5000:0.1\n";
  const std::string cache = cache_of(text, "in", {});
  CacheHead head;
  std::memcpy(&head.arrays, cache.data() + 24, 8);
  EXPECT_LT(head.arrays, 8U * 2U * 3000U);
}

RC_GTEST_PROP(ShortDecimal, StandsForItsDoubleAlone, (int m, std::uint8_t e)) {
  const double v = m / powers_of_ten[e % 16U];
  if (const auto stored = ShortDecimal::of(v)) RC_ASSERT(ShortDecimal::value(*stored) == v);
  RC_ASSERT(ShortDecimal::of(m % (1 << 27) / powers_of_ten[e % 16U]).has_value());
  const double any = *rc::gen::arbitrary<double>();
  if (const auto stored = ShortDecimal::of(any)) RC_ASSERT(ShortDecimal::value(*stored) == any);
}

TEST(ShortDecimal, HasNoNegativeZero) {
  EXPECT_FALSE(ShortDecimal::of(-0.0));
  EXPECT_TRUE(ShortDecimal::of(0.0));
}

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
