// Explanations of rows in memory and of a file add up, agree with each other, and a smallest change does change.
#include <cmath>
#include <cstdint>
#include <string>
#include <variant>
#include <vector>

#include <gtest/gtest.h>

#include "api/clouds.hpp"
#include "api/labelled_csv.hpp"
#include "api/text_file.hpp"
#include "base/json.hpp"
#include "halfspace/halfspace.hpp"

namespace halfspace {
namespace {

using test::csv_of;
using test::learned;

/// A column of texts beside two of numbers.
struct Coloured {
  test::Clouds clouds{9, 60};
  std::vector<std::string> texts = {"red", "green", "blue"};
  std::vector<CategoryColumn> categories;
  std::vector<std::string> names = {"x", "y", "colour"};

  Coloured() {
    for (std::size_t i = 0; i < 60; ++i) clouds.x[3 * i + 2] = static_cast<double>((i * 7 / 3) % 3);
    categories = {{2, texts}};
  }
  DenseRows rows() const {
    DenseRows out = clouds.rows();
    out.categories = categories;
    out.columns = names;
    return out;
  }
};

TEST(Explain, ColumnsAddUpToTheScore) {
  const Coloured t;
  const Classifier c = learned(t.rows(), t.clouds.y);
  for (const std::int64_t row : {0, 17, 59}) {
    const auto found = explain(c, t.rows(), row);
    ASSERT_TRUE(found) << found.error().text();
    double sum = found.value().bias[0];
    ASSERT_LE(found.value().columns[0].size(), 3U);
    for (const ColumnAmount& p : found.value().columns[0]) sum += p.amount;
    EXPECT_NEAR(sum, found.value().scores[0], 1e-12);
    EXPECT_FALSE(found.value().counterfactual);
  }
}

TEST(Explain, TheSmallestChangeChangesTheLabel) {
  const Coloured t;
  const Classifier c = learned(t.rows(), t.clouds.y);
  const auto found = explain(c, t.rows(), 4, Options{{"counterfactual", ""}, {"change", "x,colour"}});
  ASSERT_TRUE(found) << found.error().text();
  const SmallestChange& change = *found.value().counterfactual;
  ASSERT_TRUE(change.flips) << change.reason;
  EXPECT_NE(change.label, found.value().predicted);
  std::vector<double> row(t.clouds.x.begin() + 12, t.clouds.x.begin() + 15);
  for (const ChangedCell& cell : change.cells) {
    if (const auto* number = std::get_if<double>(&cell.to)) {
      EXPECT_EQ(cell.column, "x");
      EXPECT_EQ(std::get<double>(cell.from), row[0]);
      row[0] = *number;
    } else {
      EXPECT_EQ(cell.column, "colour");
      for (std::size_t k = 0; k < 3; ++k) row[2] = t.texts[k] == std::get<std::string>(cell.to) ? double(k) : row[2];
    }
  }
  DenseRows one{row, 1, 3};
  one.categories = t.categories;
  const auto after = c.predict(one);
  ASSERT_TRUE(after) << after.error().text();
  EXPECT_EQ(c.classes()[static_cast<std::size_t>(after.value().classes[0])], change.label);
  EXPECT_EQ(after.value().scores, change.scores);
}

TEST(Explain, MeansAreThoseOfTheRows) {
  const test::Clouds t(8);
  const Classifier c = learned(t.rows(), t.y);
  const auto means = explain_means(c, t.rows());
  ASSERT_TRUE(means) << means.error().text();
  ASSERT_EQ(means.value().columns.size(), 3U);
  std::vector<double> sum(3);
  double scores = 0;
  for (std::int64_t i = 0; i < t.n; ++i) {
    const auto one = explain(c, t.rows(), i);
    ASSERT_TRUE(one);
    for (const ColumnAmount& p : one.value().columns[0]) sum[std::stoul(p.column) - 1] += p.amount;
    scores += one.value().scores[0];
  }
  double added = means.value().bias[0];
  for (const MeanContribution& m : means.value().columns) {
    EXPECT_NEAR(m.mean[0], sum[std::stoul(m.column) - 1] / 40, 1e-12);
    EXPECT_GE(m.mean_absolute[0], std::fabs(m.mean[0]));
    added += m.mean[0];
  }
  EXPECT_NEAR(means.value().scores[0], scores / 40, 1e-12);
  EXPECT_NEAR(means.value().scores[0], added, 1e-12);
  EXPECT_EQ(means.value().rows, 40);
}

TEST(Explain, AFileAndItsRowsInMemoryGiveOneAnswer) {
  const test::Clouds t(8);
  const test::TextFile text(csv_of(t));
  const auto trained = train_file(text.path(), {{"algorithm", "logistic"}, {"no-header", ""}, {"label", "4"}});
  ASSERT_TRUE(trained) << trained.error().text();
  const Classifier& c = trained.value().classifier;
  const auto means = explain_file(c, text.path());
  const auto one = explain_file(c, text.path(), {{"row", "5"}, {"counterfactual", ""}, {"top", "2"}});
  ASSERT_TRUE(means && one) << means.error().text() << one.error().text();
  EXPECT_EQ(means.value().json(), explain_means(c, t.rows()).value().report.json());
  EXPECT_EQ(one.value().json(),
            explain(c, t.rows(), 5, Options{{"counterfactual", ""}, {"top", "2"}}).value().report.json());
  EXPECT_EQ(parse_json(one.value().json())["scores"][0]["contributions"].size(), 2U);
  EXPECT_NE(one.value().text().find("then score"), std::string::npos) << one.value().text();
}

TEST(Explain, RefusesInTheWordsOfOptions) {
  const test::Clouds t(8);
  const Classifier c = learned(t.rows(), t.y);
  const auto refused = [](const auto& found, const std::string& words) {
    ASSERT_FALSE(found) << words;
    EXPECT_EQ(found.error().code, Code::usage);
    EXPECT_NE(found.error().text().find(words), std::string::npos) << found.error().text();
    EXPECT_EQ(found.error().text().find("--"), std::string::npos) << found.error().text();
  };
  refused(explain(c, t.rows(), 0, Options{{"change", "1"}}), "option change: is for counterfactual");
  refused(explain(c, t.rows(), 0, Options{{"counterfactual", ""}, {"change", "4"}}), "'4' is no column of the model");
  refused(explain(c, t.rows(), 0, Options{{"counterfactual", ""}, {"to", "2"}}), "option to: '2' is no label");
  refused(explain(c, t.rows(), 0, Options{{"row", "1"}}), "option row: ");
  refused(explain(c, t.rows(), 0, Options{{"threshold", "0.5"}}), "option 'threshold'");
  refused(explain(c, t.rows(), 40), "row: 40 is outside 0..39");
  refused(explain_means(c, t.rows(), {{"by", "column"}}), "option by: is about one row");
  const Classifier kernel = learned(t.rows(), t.y, {{"algorithm", "svm"}, {"kernel", "rbf"}});
  refused(explain_means(kernel, t.rows()), "has a kernel");
  EXPECT_EQ(explain_means(c, DenseRows{{}, 0, 3}).error().code, Code::bad_data);
}

}  // namespace
}  // namespace halfspace
