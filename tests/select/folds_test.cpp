// Folds are a partition, as even in every class as they can be, with groups in one piece, and the same every time.
#include "select/folds.hpp"

#include <algorithm>
#include <map>
#include <set>

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

namespace halfspace {
namespace {

/// Rows of one column with these classes, and groups where they are given.
Dataset labelled(const std::vector<std::uint32_t>& label, std::vector<std::uint32_t> group = {}) {
  Dataset data;
  DenseMatrix<double> x;
  x.rows = label.size();
  x.cols = 1;
  for (std::size_t i = 0; i < label.size(); ++i) x.value.push_back(static_cast<double>(i));
  data.x = std::move(x);
  data.rows = label.size();
  data.cols = 1;
  data.label = label;
  data.group = std::move(group);
  const std::uint32_t classes = label.empty() ? 0 : *std::max_element(label.begin(), label.end()) + 1;
  for (std::uint32_t k = 0; k < classes; ++k) {
    const auto rows = static_cast<std::uint64_t>(std::count(label.begin(), label.end(), k));
    data.classes.push_back({std::string(1, static_cast<char>('a' + k)), 0, rows});
  }
  return data;
}

/// The difference of the largest and the least count.
std::uint64_t spread(const std::vector<std::uint64_t>& counts) {
  const auto [low, high] = std::minmax_element(counts.begin(), counts.end());
  return *high - *low;
}

RC_GTEST_PROP(Folds, ArePartitionsStratifiedWithinOneRow, ()) {
  const auto folds = *rc::gen::inRange<std::uint64_t>(2, 8);
  const auto classes = *rc::gen::inRange<std::uint32_t>(2, 5);
  std::vector<std::uint32_t> label;
  for (std::uint32_t k = 0; k < classes; ++k)
    label.insert(label.end(), *rc::gen::inRange<std::size_t>(folds, 4 * folds), k);
  const auto order = *rc::gen::inRange<std::uint64_t>(0, 1000);
  for (std::size_t i = 0; i < label.size(); ++i) std::swap(label[i], label[(i * 7919 + order) % label.size()]);
  const Dataset data = labelled(label);
  const auto made = make_folds(data, {folds, 3, order}, "--folds", "rows");
  RC_ASSERT(made.operator bool());
  for (std::uint64_t r = 0; r < 3; ++r) {
    std::vector<std::uint64_t> size(folds);
    std::vector<bool> seen(data.rows);
    for (std::uint64_t f = 0; f < folds; ++f) {
      const auto held = made.value().held_out(r, f);
      const auto kept = made.value().kept(r, f);
      size[f] = held.size();
      RC_ASSERT(held.size() + kept.size() == data.rows);
      for (const std::uint64_t i : held) {
        RC_ASSERT(!seen[i]);
        seen[i] = true;
        RC_ASSERT(!std::binary_search(kept.begin(), kept.end(), i));
      }
    }
    RC_ASSERT(std::all_of(seen.begin(), seen.end(), [](bool b) { return b; }));
    RC_ASSERT(spread(size) <= 1U);
    for (std::uint32_t k = 0; k < classes; ++k) {
      std::vector<std::uint64_t> in_fold(folds);
      for (std::uint64_t i = 0; i < data.rows; ++i) in_fold[made.value().of_row[r][i]] += label[i] == k ? 1U : 0U;
      RC_ASSERT(spread(in_fold) <= 1U);
    }
  }
}

RC_GTEST_PROP(Folds, NeverSplitAGroup, ()) {
  const auto folds = *rc::gen::inRange<std::uint64_t>(2, 5);
  const auto groups = *rc::gen::inRange<std::uint32_t>(static_cast<std::uint32_t>(2 * folds), 30);
  const auto rows = *rc::gen::inRange<std::size_t>(groups, 120);
  std::vector<std::uint32_t> label;
  std::vector<std::uint32_t> group;
  for (std::size_t i = 0; i < rows; ++i) {
    group.push_back(static_cast<std::uint32_t>(i < groups ? i : *rc::gen::inRange<std::size_t>(0, groups)));
    label.push_back(i < 2 ? static_cast<std::uint32_t>(i) : *rc::gen::inRange<std::uint32_t>(0, 2));
  }
  const auto made = make_folds(labelled(label, group), {folds, 2, 5}, "--folds", "rows");
  if (!made) {  // all of a class in one fold: said so
    RC_ASSERT(made.error().code == Code::bad_data);
    return;
  }
  for (std::uint64_t r = 0; r < 2; ++r) {
    std::map<std::uint32_t, std::uint32_t> place;
    std::set<std::uint32_t> used;
    for (std::size_t i = 0; i < rows; ++i) {
      const std::uint32_t fold = made.value().of_row[r][i];
      used.insert(fold);
      RC_ASSERT(place.emplace(group[i], fold).first->second == fold);
    }
    RC_ASSERT(used.size() == folds);
    for (std::uint64_t f = 0; f < folds; ++f) {  // both classes are left to learn from
      std::set<std::uint32_t> left;
      for (const std::uint64_t i : made.value().kept(r, f)) left.insert(label[i]);
      RC_ASSERT(left.size() == 2U);
    }
  }
}

TEST(Folds, GroupsOfEqualMakeAreDealtEvenly) {
  std::vector<std::uint32_t> label;
  std::vector<std::uint32_t> group;
  for (std::uint32_t g = 0; g < 12; ++g) {
    for (const std::uint32_t k : {0U, 0U, 1U}) {
      label.push_back(k);
      group.push_back(g);
    }
  }
  const auto made = make_folds(labelled(label, group), {4, 1, 9}, "--folds", "rows");
  ASSERT_TRUE(made);
  for (std::uint64_t f = 0; f < 4; ++f) EXPECT_EQ(made.value().held_out(0, f).size(), 9U);
  EXPECT_TRUE(made.value().warnings.empty());
}

TEST(Folds, AreTheSameForASeedAndTheFirstRepeatStays) {
  const Dataset data = labelled(std::vector<std::uint32_t>{0, 1, 0, 1, 0, 1, 0, 1, 0, 1, 0, 1, 0, 0, 1, 0});
  const auto one = make_folds(data, {3, 1, 4}, "--folds", "rows").value();
  const auto three = make_folds(data, {3, 3, 4}, "--folds", "rows").value();
  const auto other = make_folds(data, {3, 1, 5}, "--folds", "rows").value();
  EXPECT_EQ(one.of_row[0], three.of_row[0]);
  EXPECT_NE(three.of_row[0], three.of_row[1]);
  EXPECT_NE(one.of_row[0], other.of_row[0]);
}

TEST(Folds, RefuseWhatCannotBeCut) {
  const auto error = [](const Dataset& data, const FoldOptions& o) {
    const auto made = make_folds(data, o, "--folds", "rows.csv");
    return made ? Error{Code::io, "", ""} : made.error();
  };
  const Dataset data = labelled({0, 0, 0, 0, 1, 1});
  EXPECT_EQ(error(data, {1, 1, 0}).code, Code::usage);
  EXPECT_EQ(error(data, {7, 1, 0}).code, Code::usage);
  EXPECT_EQ(error(data, {2, 0, 0}).code, Code::usage);
  EXPECT_EQ(error(data, {2, 1001, 0}).code, Code::usage);
  const Error rare = error(data, {3, 1, 0});
  EXPECT_EQ(rare.code, Code::bad_data);
  EXPECT_NE(rare.message.find("class 'b' has 2 rows, fewer than the 3 folds"), std::string::npos) << rare.message;
  EXPECT_NE(rare.message.find("--folds 2"), std::string::npos);
  const Error few = error(labelled({0, 1, 0, 1, 0, 1}, {0, 0, 1, 1, 1, 0}), {3, 1, 0});
  EXPECT_NE(few.message.find("2 groups, fewer than the 3 folds"), std::string::npos) << few.message;
  const Error lone = error(labelled({0, 0, 0, 0, 1, 1}, {0, 1, 2, 3, 4, 4}), {2, 1, 0});
  EXPECT_NE(lone.message.find("all 2 rows of class 'b' into one fold"), std::string::npos) << lone.message;
}

TEST(Folds, SayWhichFoldLacksAClass) {
  const auto made =
      make_folds(labelled({0, 0, 0, 0, 0, 0, 1, 1}, {0, 1, 2, 3, 4, 5, 6, 7}), {3, 1, 0}, "--folds", "rows");
  ASSERT_TRUE(made);
  ASSERT_EQ(made.value().warnings.size(), 1U);
  EXPECT_NE(made.value().warnings[0].find("holds no row of class 'b'"), std::string::npos);
}

}  // namespace
}  // namespace halfspace
