// The rows of a file as arrays: what stands there, missing cells and rows without labels included.
#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "api/clouds.hpp"
#include "api/labelled_csv.hpp"
#include "api/text_file.hpp"
#include "halfspace/halfspace.hpp"

namespace halfspace {
namespace {

Table table_in(const std::string& text, const Options& options = {}) {
  const test::TextFile file(text);
  auto table = read_table(file.path(), options);
  EXPECT_TRUE(table) << table.error().text();
  return table ? std::move(table).value() : Table{};
}

std::string refusal(const std::string& text, const Options& options) {
  const test::TextFile file(text);
  const auto table = read_table(file.path(), options);
  return table ? std::string() : table.error().text();
}

using Texts = std::vector<std::string>;

TEST(ReadTable, HasColumnsOfTextsInOrderOfAppearance) {
  const Table t = table_in("size,colour,kind\n1.5,red,a\n,blue,b\n4,,c\n3,red,a\n");
  EXPECT_EQ(t.rows, 4);
  EXPECT_EQ(t.cols, 3);
  EXPECT_FALSE(t.sparse);
  EXPECT_EQ(t.names, (Texts{"size", "colour", "kind"}));
  ASSERT_EQ(t.categories.size(), 2U);
  EXPECT_EQ(t.categories[0].first, 1);
  EXPECT_EQ(t.categories[0].second, (Texts{"red", "blue"}));
  EXPECT_EQ(t.categories[1].second, (Texts{"a", "b", "c"}));
  EXPECT_EQ(t.values[2], 0);
  EXPECT_TRUE(std::isnan(t.values[3]) && std::isnan(t.values[7]));
  EXPECT_TRUE(t.labels.empty());
}

TEST(ReadTable, FindsTheLabelAndKeepsEveryClass) {
  const std::string text = "size,colour,label\n1.5,red,a\n\n,blue,b\n4,NA,c\n3,red,\n2,blue,a\n";
  const Table t = table_in(text);
  EXPECT_EQ(t.names, (Texts{"size", "colour"}));
  EXPECT_EQ(t.labels, (Texts{"a", "b", "c", "", "a"}));
  EXPECT_EQ(t.lines, (std::vector<std::int64_t>{2, 4, 5, 6, 7}));
  const double nan = std::nan("");
  const std::vector<double> values = {1.5, 0, nan, 1, 4, nan, 3, 0, 2, 1};
  ASSERT_EQ(t.values.size(), values.size());
  for (std::size_t k = 0; k < values.size(); ++k)
    EXPECT_TRUE(t.values[k] == values[k] || (std::isnan(values[k]) && std::isnan(t.values[k]))) << k;
  EXPECT_EQ(t.xxh3_128.size(), 32U);
  EXPECT_EQ(table_in(text, {{"missing", "drop"}}).lines, (std::vector<std::int64_t>{2, 7}));
  EXPECT_EQ(table_in(text, {{"missing", "drop-label"}}).labels, (Texts{"a", "b", "c", "a"}));
  EXPECT_EQ(table_in(text, {{"classes", "a,c"}}).labels, (Texts{"a", "c", "a"}));
  EXPECT_EQ(table_in(text, {{"columns", "size"}}).values.size(), 5U);
}

TEST(ReadTable, NeedsNeitherLabelsNorRows) {
  const Table numbers = table_in("1,2\n3,4\n", {{"no-header", ""}});
  EXPECT_EQ(numbers.values, (std::vector<double>{1, 2, 3, 4}));
  EXPECT_EQ(numbers.names, (Texts{"1", "2"}));
  EXPECT_TRUE(numbers.labels.empty());
  EXPECT_EQ(table_in("1,2\n3,4\n", {{"no-header", ""}, {"label", "2"}}).labels, (Texts{"2", "4"}));
  const Table none = table_in("a,b,label\n");
  EXPECT_EQ(none.rows, 0);
  EXPECT_EQ(none.names, (Texts{"a", "b"}));
}

TEST(ReadTable, TakesColumnsOfTextsThatAreNamed) {
  const Table t = table_in("a,b\n2,1\n1.0,\n2,3\n1,1\n", {{"categorical", "a"}, {"label", "b"}});
  ASSERT_EQ(t.categories.size(), 1U);
  EXPECT_EQ(t.categories[0].second, (Texts{"2", "1"}));
  EXPECT_EQ(t.values, (std::vector<double>{0, 1, 0, 1}));
}

TEST(ReadTable, HasWeightsAndGroupsWhereTheyAreNamed) {
  const std::string text = "x,w,g,label\n1,2,u,a\n2,0.5,v,b\n3,1,u,b\n";
  const Table t = table_in(text, {{"weight", "w"}, {"groups", "g"}});
  EXPECT_EQ(t.cols, 1);
  EXPECT_EQ(t.weights, (std::vector<double>{2, 0.5, 1}));
  EXPECT_EQ(t.groups, (std::vector<std::int64_t>{0, 1, 0}));
  const Table without = table_in(text);
  EXPECT_EQ(without.cols, 3);
  EXPECT_TRUE(without.weights.empty() && without.groups.empty());
}

TEST(ReadTable, OfLibsvmTextIsSparse) {
  const Table t = table_in("1 1:2 4:0.5\n-1 # none\n3 2:7\n", {{"format", "libsvm"}});
  EXPECT_TRUE(t.sparse);
  EXPECT_EQ(t.cols, 4);
  EXPECT_EQ(t.start, (std::vector<std::int64_t>{0, 2, 2, 3}));
  EXPECT_EQ(t.column, (std::vector<std::int32_t>{0, 3, 1}));
  EXPECT_EQ(t.values, (std::vector<double>{2, 0.5, 7}));
  EXPECT_EQ(t.labels, (Texts{"1", "-1", "3"}));
  EXPECT_TRUE(t.names.empty());
}

TEST(ReadTable, GivesTheRowsThatTrainingReads) {
  const test::Clouds t(8);
  const test::TextFile file(test::csv_of(t));
  const Options reading = {{"no-header", ""}, {"label", "4"}};
  const Table table = read_table(file.path(), reading).value();
  EXPECT_EQ(table.values, t.x);
  const Classifier of_table = test::learned({table.values, table.rows, table.cols}, table.labels);
  Options learning = reading;
  learning.emplace_back("algorithm", "logistic");
  const Classifier of_file = train_file(file.path(), learning).value().classifier;
  EXPECT_TRUE(std::ranges::equal(of_table.weights(), of_file.weights()));
}

TEST(ReadTable, RefusesOtherOptionsAndBadCells) {
  const std::string text = "x,label\n1,a\n2,b\n";
  EXPECT_EQ(refusal(text, {{"lable", "x"}}), "option 'lable': there is no such option; did you mean 'label'?");
  EXPECT_NE(refusal(text, {{"loss", "hinge"}}), "");
  EXPECT_NE(refusal(text, {{"seed", "1"}}), "");
  EXPECT_TRUE(refusal(text, {{"dates", "parts"}}).starts_with("option dates: "));
  EXPECT_NE(refusal("x,label\n1,a\n2 3,b\nz,a\n", {}).find(":4:1"), std::string::npos);
  EXPECT_EQ(read_table("/no/such.csv").error().code, Code::io);
  const auto names = table_option_names();
  const auto has = [&](const char* name) { return std::count(names.begin(), names.end(), name); };
  for (const char* name : {"label", "columns", "format", "missing", "categorical", "groups", "threads", "max-memory"})
    EXPECT_EQ(has(name), 1) << name;
  for (const char* name : {"seed", "algorithm", "folds", "order-by", "data-cache"}) EXPECT_EQ(has(name), 0) << name;
}

}  // namespace
}  // namespace halfspace
