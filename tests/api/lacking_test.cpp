// Rows that lack a value the model needs: one answer a row, from memory and from a file.
#include <cmath>
#include <cstdint>
#include <limits>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "api/labelled_csv.hpp"
#include "api/text_file.hpp"
#include "halfspace/halfspace.hpp"

namespace halfspace {
namespace {

constexpr double missing = std::numeric_limits<double>::quiet_NaN();

struct Tables {
  std::vector<double> x = {1, 0, 2, 1, 4, 0, 3, 1, 5, 0, 2, 1};
  std::vector<std::string> texts = {"red", "blue"};
  std::vector<std::string> labels = {"a", "b", "a", "b", "a", "b"};
  std::vector<CategoryColumn> categories = {{1, texts}};
  std::vector<std::string> names = {"size", "colour"};

  Classifier learned() const {
    DenseRows rows{x, 6, 2};
    rows.categories = categories;
    rows.columns = names;
    return test::learned(rows, labels);
  }
};

/// Whole, a missing number, an unknown level, a missing level, whole.
struct Unlike {
  std::vector<double> x = {2, 0, missing, 1, 3, 2, 4, missing, 1, 1};
  std::vector<std::string> texts = {"red", "blue", "green"};
  std::vector<CategoryColumn> categories = {{1, texts}};
  std::string text = "size,colour\n2,red\n,blue\n3,green\n4,\n1,blue\n";

  DenseRows rows() const {
    DenseRows out{x, 5, 2};
    out.categories = categories;
    return out;
  }
};

void expect_same(const Predictions& a, const Predictions& b) {
  EXPECT_EQ(a.classes, b.classes);
  EXPECT_EQ(a.lacking_rows, b.lacking_rows);
  for (const auto member : {&Predictions::scores, &Predictions::probabilities}) {
    ASSERT_EQ((a.*member).size(), (b.*member).size());
    for (std::size_t k = 0; k < (a.*member).size(); ++k)
      EXPECT_TRUE((a.*member)[k] == (b.*member)[k] || (std::isnan((a.*member)[k]) && std::isnan((b.*member)[k])));
  }
}

TEST(LackingRows, HaveNoPredictionAndOthersTheirOwn) {
  const Tables t;
  const Unlike u;
  const Classifier c = t.learned();
  const auto found = c.predict(u.rows(), {.unseen = Unseen::row});
  ASSERT_TRUE(found) << found.error().text();
  const Predictions& p = found.value();
  EXPECT_EQ(p.lacking_rows, 3);
  EXPECT_EQ(p.classes, (std::vector<std::int64_t>{0, -1, -1, -1, 1}));
  ASSERT_EQ(p.probabilities.size(), 10U);
  for (const std::size_t i : {1U, 2U, 3U}) EXPECT_TRUE(std::isnan(p.scores[i]) && std::isnan(p.probabilities[2 * i]));
  const std::vector<double> whole = {2, 0, 1, 1};
  DenseRows two{whole, 2, 2};
  two.categories = u.categories;
  const auto alone = c.predict(two);
  ASSERT_TRUE(alone) << alone.error().text();
  EXPECT_EQ(p.scores[0], alone.value().scores[0]);
  EXPECT_EQ(p.scores[4], alone.value().scores[1]);
}

TEST(LackingRows, AreThoseOfTheFile) {
  const Tables t;
  const Unlike u;
  const test::TextFile text(u.text);
  const Classifier c = t.learned();
  const auto file = c.predict_file(text.path(), {{"unseen", "row"}});
  ASSERT_TRUE(file) << file.error().text();
  expect_same(file.value(), c.predict(u.rows(), {.unseen = Unseen::row}).value());
  EXPECT_EQ(file.value().rows, 5);
  const auto dropped = c.predict_file(text.path(), {{"unseen", "row"}, {"missing", "drop"}});
  ASSERT_TRUE(dropped) << dropped.error().text();
  EXPECT_EQ(dropped.value().rows, 2);
  EXPECT_EQ(dropped.value().missing_rows, 2);  // of the rows left out those with missing cells
}

TEST(LackingRows, OtherLevelsAreNoneOfTheModels) {
  const Tables t;
  const std::vector<double> x = {3, 2};
  const Unlike u;
  DenseRows one{x, 1, 2};
  one.categories = u.categories;
  const test::TextFile text("size,colour\n3,green\n");
  const Classifier c = t.learned();
  EXPECT_EQ(c.predict(one).error().code, Code::bad_data);
  EXPECT_EQ(c.predict(one, {.unseen = Unseen::error}).error().code, Code::bad_data);
  const auto other = c.predict(one, {.unseen = Unseen::other});
  const auto file = c.predict_file(text.path(), {{"unseen", "other"}});
  ASSERT_TRUE(other && file) << other.error().text() << file.error().text();
  expect_same(other.value(), file.value());
  EXPECT_EQ(other.value().lacking_rows, 0);
}

TEST(LackingRows, MayBeAllOrNone) {
  const Tables t;
  const Unlike u;
  const Classifier c = t.learned();
  const std::vector<double> none = {missing, 0};
  DenseRows one{none, 1, 2};
  one.categories = u.categories;
  const auto found = c.predict(one, {.unseen = Unseen::row});
  ASSERT_TRUE(found) << found.error().text();
  EXPECT_EQ(found.value().classes, (std::vector<std::int64_t>{-1}));
  EXPECT_EQ(found.value().scores.size(), 1U);
  EXPECT_EQ(found.value().probabilities.size(), c.has_probabilities() ? c.classes().size() : 0U);
  EXPECT_EQ(c.predict(one).error().code, Code::bad_data);
  DenseRows empty{{}, 0, 2};
  empty.categories = u.categories;
  EXPECT_EQ(c.predict(empty, {.unseen = Unseen::row}).value().rows, 0);
}

TEST(LackingRows, FloatsInAnyOrderAreReadTheSame) {
  const std::vector<double> x = {1, 2, 3, 4, 5, 6, 7, 8};
  const std::vector<double> y = {1, 1, -1, -1};
  const Classifier c = test::learned({x, 4, 2}, y);
  const auto nan = std::numeric_limits<float>::quiet_NaN();
  const std::vector<float> by_columns = {1, nan, 5, 7, 2, 4, 6, nan};
  DenseRows rows{std::span<const float>(by_columns), 4, 2};
  rows.row_stride = 1;
  rows.col_stride = 4;
  const auto found = c.predict(rows, {.unseen = Unseen::row});
  ASSERT_TRUE(found) << found.error().text();
  const auto whole = c.predict({x, 4, 2});
  EXPECT_EQ(found.value().lacking_rows, 2);
  EXPECT_EQ(found.value().scores[0], whole.value().scores[0]);
  EXPECT_EQ(found.value().scores[2], whole.value().scores[2]);
  EXPECT_TRUE(std::isnan(found.value().scores[1]) && std::isnan(found.value().scores[3]));
}

}  // namespace
}  // namespace halfspace
