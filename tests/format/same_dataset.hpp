// Two readings of one text compared: the same data set bit for bit, or the same Error.
#pragma once

#include <cstring>
#include <string>

#include <gtest/gtest.h>

#include "format/read.hpp"

namespace halfspace::test {

template <class T>
bool same_bytes(const Buffer<T>& a, const Buffer<T>& b) {
  return a.size() == b.size() && (a.empty() || std::memcmp(a.data(), b.data(), a.size() * sizeof(T)) == 0);
}

inline void expect_same(const Dataset& a, const Dataset& b) {
  ASSERT_EQ(a.x.index(), b.x.index());
  std::visit(
      [&](const auto& x) {
        using M = std::decay_t<decltype(x)>;
        const M& y = std::get<M>(b.x);
        EXPECT_TRUE(same_bytes(x.value, y.value));
        if constexpr (requires { x.start; }) {
          EXPECT_TRUE(same_bytes(x.start, y.start) && same_bytes(x.column, y.column));
        }
      },
      a.x);
  EXPECT_EQ(a.rows, b.rows);
  EXPECT_EQ(a.cols, b.cols);
  EXPECT_EQ(a.nonzeros, b.nonzeros);
  EXPECT_EQ(a.label, b.label);
  EXPECT_EQ(a.weight, b.weight);
  EXPECT_EQ(a.group, b.group);
  EXPECT_EQ(a.columns, b.columns);
  EXPECT_EQ(a.levels, b.levels);
  EXPECT_EQ(a.decimals, b.decimals);
  EXPECT_EQ(a.short_decimals, b.short_decimals);
  EXPECT_EQ(a.text_hash, b.text_hash);
  EXPECT_EQ(a.text_bytes, b.text_bytes);
  EXPECT_EQ(a.unseen_entries, b.unseen_entries);
  EXPECT_EQ(a.unseen_squares, b.unseen_squares);
  EXPECT_EQ(a.other_class_rows, b.other_class_rows);
  EXPECT_EQ(a.missing_rows, b.missing_rows);
  EXPECT_EQ(a.absent_rows, b.absent_rows);
  ASSERT_EQ(a.classes.size(), b.classes.size());
  for (std::size_t c = 0; c < a.classes.size(); ++c) {
    EXPECT_EQ(a.classes[c].text, b.classes[c].text);
    EXPECT_EQ(a.classes[c].rows, b.classes[c].rows);
  }
  for (std::uint64_t i = 0; i < a.rows; ++i) ASSERT_EQ(a.lines.line(i), b.lines.line(i)) << "row " << i;
}

inline Result<Dataset> read_text(const std::string& text, const ReadOptions& options) {
  return read_dataset(memory_source(text), "in", options);
}

inline void expect_same(const Result<Dataset>& a, const Result<Dataset>& b) {
  ASSERT_EQ(bool{a}, bool{b}) << (a ? b : a).error().text();
  if (a) return expect_same(a.value(), b.value());
  EXPECT_EQ(a.error().text(), b.error().text());
}

/// By blocks, and record by record.
inline void expect_blocks_alike(const std::string& text, ReadOptions options) {
  const auto blocks = read_text(text, options);
  options.blocks = false;
  expect_same(blocks, read_text(text, options));
  if (testing::Test::HasFailure() && text.size() < 10000) ADD_FAILURE() << text;
}

/// By blocks on some threads, and record by record.
inline void expect_threads_alike(const std::string& text, ReadOptions options) {
  options.blocks = false;
  const auto plain = read_text(text, options);
  options.blocks = true;
  for (const unsigned threads : {1U, 2U, 5U}) {
    options.threads = threads;
    expect_same(read_text(text, options), plain);
  }
}

}  // namespace halfspace::test
