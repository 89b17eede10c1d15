// Selection from a file: the answer of the same rows in memory, with the options that only a file has.
#include <cstdint>
#include <map>
#include <set>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "api/clouds.hpp"
#include "api/labelled_csv.hpp"
#include "api/text_file.hpp"
#include "base/json.hpp"
#include "halfspace/halfspace.hpp"

namespace halfspace {
namespace {

const Options logistic = {{"algorithm", "logistic"}, {"folds", "4"}, {"seed", "2"}};

Options of_file(Options more = {}) {
  more.insert(more.end(), {{"no-header", ""}, {"label", "4"}});
  return more;
}

TEST(SelectFile, FindsWhatRowsInMemoryFind) {
  const test::Clouds t(3);
  const test::TextFile text(test::csv_of(t));
  const auto cv = cross_validate_file(text.path(), of_file(logistic));
  const auto cv_memory = cross_validate(t.rows(), t.y, logistic);
  ASSERT_TRUE(cv && cv_memory) << cv.error().text();
  EXPECT_EQ(cv.value().values, cv_memory.value().values);
  Options over = logistic;
  over.emplace_back("over", "C=0.1,1,10");
  const auto found = search_file(text.path(), of_file(over));
  const auto found_memory = search(t.rows(), t.y, over);
  ASSERT_TRUE(found && found_memory) << found.error().text();
  EXPECT_EQ(found.value().best, found_memory.value().best);
  EXPECT_TRUE(std::equal(found.value().chosen->classifier.weights().begin(),
                         found.value().chosen->classifier.weights().end(),
                         found_memory.value().chosen->classifier.weights().begin()));
  const Options points = {{"penalty", "l1"}, {"points", "5"}, {"folds", "4"}, {"seed", "2"}};
  const auto along = path_file(text.path(), of_file(points));
  const auto along_memory = path(t.rows(), t.y, points);
  ASSERT_TRUE(along && along_memory) << along.error().text();
  EXPECT_EQ(along.value().chosen, along_memory.value().chosen);
  EXPECT_EQ(along.value().points.back().weights, along_memory.value().points.back().weights);
}

/// A CSV of four columns: number, group, day, label.
std::string grouped_csv() {
  std::string out = "x,patient,day,label\n";
  for (int i = 0; i < 36; ++i)
    out += std::to_string((i * 7) % 11) + ",p" + std::to_string(i % 9) + "," + std::to_string((i * 5) % 36) + "," +
           ((i * 7) % 11 > 5 ? "a" : "b") + "\n";
  return out;
}

TEST(SelectFile, RowsOfAGroupShareAFold) {
  const test::TextFile text(grouped_csv());
  const auto cv = cross_validate_file(
      text.path(),
      {{"algorithm", "logistic"}, {"folds", "3"}, {"groups", "patient"}, {"columns", "x"}, {"predictions", ""}});
  ASSERT_TRUE(cv) << cv.error().text();
  std::map<std::int64_t, std::set<std::int64_t>> folds_of;
  std::size_t rows = 0;
  for (const HeldOut& h : cv.value().held_out) {
    for (const std::int64_t line : h.rows) folds_of[(line - 2) % 9].insert(h.fold);
    rows += h.rows.size();
  }
  EXPECT_EQ(rows, 36U);
  ASSERT_EQ(folds_of.size(), 9U);
  for (const auto& [patient, folds] : folds_of) EXPECT_EQ(folds.size(), 1U) << patient;
}

TEST(SelectFile, FoldsInTimeOrderLearnFromThePast) {
  const test::TextFile text(grouped_csv());
  const auto cv = cross_validate_file(
      text.path(),
      {{"algorithm", "logistic"}, {"folds", "3"}, {"order-by", "day"}, {"columns", "x"}, {"predictions", ""}});
  ASSERT_TRUE(cv) << cv.error().text();
  std::int64_t latest = -1;
  for (const HeldOut& h : cv.value().held_out) {
    std::int64_t last = latest;
    for (const std::int64_t line : h.rows) {
      const std::int64_t day = ((line - 2) * 5) % 36;
      EXPECT_GT(day, latest);
      last = std::max(last, day);
    }
    latest = last;
  }
  EXPECT_EQ(latest, 35);
}

TEST(SelectFile, OptionsOfFilesAreRefusedForRowsInMemory) {
  const test::Clouds t(3);
  for (const char* name : {"groups", "order-by"}) {
    const Options only = {{name, "1"}};
    EXPECT_EQ(cross_validate(t.rows(), t.y, only).error().text(),
              "option " + std::string(name) + ": applies to files; these rows are in memory");
  }
  EXPECT_EQ(path_file("/no/such.csv").error().code, Code::io);
  EXPECT_EQ(search_file("/no/such.csv", {{"ovr", "C=1"}}).error().code, Code::usage);
  const test::TextFile text(grouped_csv());
  EXPECT_EQ(path_file(text.path(), {{"groups", "patient"}, {"columns", "x"}}).error().code, Code::usage);
}

}  // namespace
}  // namespace halfspace
