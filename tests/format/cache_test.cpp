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
using test::made_text;
using test::read_cached;
using test::whole_text;

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

}  // namespace
}  // namespace halfspace
