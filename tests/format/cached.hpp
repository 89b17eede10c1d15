// Texts as caches in memory, and what is wrong with them after a change.
#pragma once

#include <cstring>
#include <memory>
#include <string>
#include <utility>

#include <gtest/gtest.h>
#include <rapidcheck.h>

#include "codec/cache_file.hpp"
#include "codec/text_packer.hpp"
#include "format/cache.hpp"
#include "format/formats.hpp"

namespace halfspace::test {

/// What the facts and arrays of a data set are as bytes: two that are equal have the same.
inline std::string bytes_of_rows(const Dataset& data) {
  const CacheFacts facts = facts_of(data, {});
  std::string out = facts.bytes() + data.text_hash + std::to_string(data.unseen_entries);
  const auto put = put_arrays(data, facts.forms, [&](std::span<const char> bytes) -> Result<void> {
    out.append(bytes.data(), bytes.size());
    return {};
  });
  for (const double v : data.unseen_squares) out.append(reinterpret_cast<const char*>(&v), sizeof v);
  return put ? out : "";
}

/// The cache of a text called `name` under these options; "" where it cannot be read.
inline std::string cache_of(const std::string& text, const std::string& name, ReadOptions options) {
  options.sha256 = true;
  const auto data = read_dataset(memory_source(text), name, options);
  if (!data) return "";
  TextPacker packer;
  packer.add(text);
  std::string out;
  const auto put = put_cache(data.value(), facts_of(data.value(), key_of(options, {true, format_by_name(name)})),
                             packer.finish(), [&](std::span<const char> bytes) -> Result<void> {
                               out.append(bytes.data(), bytes.size());
                               return {};
                             });
  return put ? out : "";
}

/// The text in a cache, or "Error: " and why it cannot be read.
inline std::string whole_text(std::string_view bytes) {
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

/// Entries drawn so that every way of storing columns and values is met.
inline std::string made_text() {
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

inline Result<Dataset> read_cached(std::string_view bytes, const ReadOptions& options) {
  auto source = unpack(memory_source(bytes), "in");
  if (!source) return source.error();
  return read_dataset(std::move(source).value(), "in", options);
}

/// The same parts with hashes that are right for them, however they were changed: what only a forger makes.
inline std::string resealed(std::string_view bytes) {
  if (bytes.size() < CacheHead::size) return std::string(bytes);
  CacheHead head;
  std::memcpy(&head.facts, bytes.data() + 16, sizeof head.facts);
  std::string_view rest = bytes.substr(CacheHead::size);
  head.facts = std::min<std::uint64_t>(head.facts, rest.size());
  const std::string_view facts = rest.substr(0, head.facts);
  rest.remove_prefix(facts.size());
  std::memcpy(&head.arrays, bytes.data() + 24, sizeof head.arrays);
  head.arrays = std::min<std::uint64_t>(head.arrays, rest.size());
  head.text = rest.size() - head.arrays;
  head.facts_hash = TextHash::of(facts);
  head.arrays_hash = TextHash::of(rest.substr(0, head.arrays));
  return head.bytes() + std::string(facts) + std::string(rest);
}

}  // namespace halfspace::test
