// Listing a table (ReadOptions::listing): by blocks and record by record alike, whatever cells it holds.
#include <array>
#include <string>

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include "base/rng.hpp"
#include "codec/source.hpp"
#include "data/column_profile.hpp"
#include "format/read.hpp"

namespace halfspace {
namespace {

Result<Dataset> listed(const std::string& text, bool blocks) {
  ReadOptions options;
  options.listing = true;
  options.blocks = blocks;
  return read_dataset(memory_source({text.data(), text.size()}), "t.csv", options);
}

/// A column of numbers, of texts, of both, or of nothing, as `kind` says.
std::string listed_cell(std::uint64_t kind, Rng& draw) {
  constexpr std::array<const char*, 6> texts = {"red", "\"a,b\"", "2024-01-31", "x y", "7 %", "green"};
  if (draw.bounded(6) == 0) return draw.bounded(2) == 0 ? "" : "NA";
  if (kind == 3) return "";
  const bool number = kind == 0 || (kind == 2 && draw.bounded(4) != 0);
  return number ? std::to_string(draw.bounded(50)) + (draw.bounded(2) == 0 ? ".5" : "")
                : texts[draw.bounded(texts.size())];
}

std::string random_table(Rng& draw) {
  const std::size_t columns = 1 + draw.bounded(4);
  std::vector<std::uint64_t> kinds;
  std::string text;
  for (std::size_t j = 0; j < columns; ++j) {
    kinds.push_back(draw.bounded(8) == 0 ? 2 : draw.bounded(8) == 0 ? 3 : draw.bounded(2));
    text += "c" + std::to_string(j) + ",";
  }
  text += draw.bounded(2) == 0 ? "label\n" : "z\n";
  const std::size_t rows = 1 + draw.bounded(40);
  for (std::size_t i = 0; i < rows; ++i) {
    for (const std::uint64_t kind : kinds) text += listed_cell(kind, draw) + ",";
    text += draw.bounded(10) == 0 ? "\n" : draw.bounded(2) == 0 ? "a\n" : "b\n";
  }
  return text;
}

RC_GTEST_PROP(Listing, BlocksAndRecordsAgree, ()) {
  Rng draw(*rc::gen::arbitrary<std::uint32_t>(), Stream::probe);
  const std::string text = random_table(draw);
  const auto a = listed(text, true);
  const auto b = listed(text, false);
  RC_ASSERT(a.ok() == b.ok());
  if (!a) {
    RC_ASSERT(a.error().text() == b.error().text());
    return;
  }
  RC_ASSERT(a.value().levels == b.value().levels && a.value().label == b.value().label);
  RC_ASSERT(a.value().rows == b.value().rows && a.value().missing_rows == b.value().missing_rows);
  const auto left = column_profiles(a.value());
  const auto right = column_profiles(b.value());
  for (std::size_t j = 0; j < left.size(); ++j) {
    RC_ASSERT(left[j].kind == right[j].kind && left[j].missing == right[j].missing);
    RC_ASSERT(left[j].few == right[j].few && left[j].level_rows == right[j].level_rows);
  }
}

TEST(Listing, TextsAmongNumbersAreBadLinesWhicheverComesFirst) {
  const auto first = listed("x,z,label\nred,1,a\n1,2,a\ngreen,3,b\n", true);
  ASSERT_FALSE(first.ok());
  EXPECT_NE(first.error().text().find("t.csv:2:1: text 'red'"), std::string::npos) << first.error().text();
  EXPECT_NE(first.error().text().find("t.csv:4:1: text 'green'"), std::string::npos);
  EXPECT_NE(first.error().text().find("2 lines are bad"), std::string::npos);
}

TEST(Listing, ALineIsBadOnce) {
  for (const bool blocks : {true, false}) {
    const auto of_two = listed("x,z,label\nq,1,a\nr,w,b\n5,2,a\n\"a\nb\",v,a\n", blocks);  // x: texts first, z: numbers
    ASSERT_FALSE(of_two.ok());
    EXPECT_NE(of_two.error().text().find("t.csv:2:1: text 'q'"), std::string::npos) << of_two.error().text();
    EXPECT_NE(of_two.error().text().find("t.csv:3:2: text 'w'"), std::string::npos);
    EXPECT_NE(of_two.error().text().find("3 lines are bad"), std::string::npos) << of_two.error().text();
  }
  std::string text = "x,z,label\n";
  for (int k = 0; k < 30; ++k) text += k == 29 ? "5,6,b\n" : k % 3 == 0 ? "q,,a\n" : k % 3 == 1 ? ",r,b\n" : "q,r,a\n";
  const auto two_columns = listed(text, true);
  ASSERT_FALSE(two_columns.ok());
  EXPECT_NE(two_columns.error().text().find("29 lines are bad; the first 10 are shown"), std::string::npos)
      << two_columns.error().text();
}

}  // namespace
}  // namespace halfspace
