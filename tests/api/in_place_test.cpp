// Numbers of a caller are read where they stand, whatever their type and strides; what they teach does not depend on
// it.
#include <limits>

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include "api/rows.hpp"
#include "api/text_file.hpp"
#include "base/rng.hpp"
#include "base/text.hpp"
#include "halfspace/halfspace.hpp"

namespace halfspace {
namespace {

double part_of_one(Rng& rng) { return static_cast<double>(rng.bounded(1U << 30U)) / (1U << 30U); }

/// A table of quarters, which are floats too.
struct Quarters {
  std::int64_t rows = *rc::gen::inRange<std::int64_t>(4, 12);
  std::int64_t cols = *rc::gen::inRange<std::int64_t>(1, 5);
  std::vector<double> values = *rc::gen::container<std::vector<double>>(
      static_cast<std::size_t>(rows * cols), rc::gen::map(rc::gen::inRange(-40, 40), [](int q) { return q / 4.0; }));
  std::vector<double> labels;

  Quarters() {
    for (std::int64_t i = 0; i < rows; ++i) labels.push_back(i < 2 ? static_cast<double>(i) : *rc::gen::inRange(0, 2));
  }
  DenseRows dense() const { return {values, rows, cols}; }
};

Options some_learner() {
  return *rc::gen::element<Options>(Options{{"preset", "cyclic"}, {"passes", "20"}},
                                    Options{{"preset", "pocket"}, {"rounds", "50"}}, Options{{"algorithm", "logistic"}},
                                    Options{{"algorithm", "svm"}}, Options{{"algorithm", "svm"}, {"kernel", "rbf"}},
                                    Options{{"algorithm", "logistic"}, {"scale", "standard"}});
}

std::vector<double> weights_of(const Classifier& c) { return {c.weights().begin(), c.weights().end()}; }

/// The two find the same weights and scores.
template <class A, class B>
void expect_same(const Quarters& t, const A& a, const B& b) {
  const Options how = some_learner();
  const auto first = train(a, t.labels, how);
  const auto second = train(b, t.labels, how);
  if (!first.ok() || !second.ok()) {
    RC_LOG((first.ok() ? second.error() : first.error()).text());
    RC_ASSERT(first.ok() == second.ok());
    return;
  }
  const Classifier& c = first.value().classifier;
  RC_ASSERT(weights_of(c) == weights_of(second.value().classifier));
  RC_ASSERT(c.predict(a).value().scores == c.predict(b).value().scores);
}

RC_GTEST_PROP(InPlace, FloatsAreTheirDoubles, ()) {
  const Quarters t;
  const std::vector<float> floats(t.values.begin(), t.values.end());
  expect_same(t, t.dense(), DenseRows{floats, t.rows, t.cols});
}

RC_GTEST_PROP(InPlace, StridesChangeNothing, ()) {
  const Quarters t;
  const auto gap = *rc::gen::inRange<std::int64_t>(0, 4);
  const bool by_columns = *rc::gen::arbitrary<bool>();
  DenseRows rows = {{}, t.rows, t.cols};
  rows.row_stride = by_columns ? 1 : t.cols + gap;
  rows.col_stride = by_columns ? t.rows + gap : 1;
  std::vector<double> spread(static_cast<std::size_t>((t.rows + gap) * (t.cols + gap)),
                             std::numeric_limits<double>::quiet_NaN());
  for (std::int64_t i = 0; i < t.rows; ++i) {
    for (std::int64_t j = 0; j < t.cols; ++j)
      spread[static_cast<std::size_t>(i * rows.row_stride + j * rows.col_stride)] =
          t.values[static_cast<std::size_t>(i * t.cols + j)];
  }
  rows.values = spread;
  expect_same(t, t.dense(), rows);
}

TEST(InPlace, ColumnsHaveTheScoresOfRows) {
  constexpr std::int64_t n = 2500;
  constexpr std::int64_t d = 21;
  Rng rng(1, Stream::start);
  std::vector<double> by_rows(n * d);
  std::vector<double> y(n);
  for (double& v : by_rows) v = part_of_one(rng) - 0.5;
  for (std::size_t i = 0; i < n; ++i) y[i] = by_rows[i * d] + by_rows[i * d + 1] + 0.2 * part_of_one(rng) > 0 ? 1 : 0;
  const auto trained = train(DenseRows{by_rows, n, d}, y, {{"algorithm", "logistic"}});
  const Classifier& c = trained.value().classifier;
  for (const double odd : {0.25, -0.0, 1e308, std::numeric_limits<double>::quiet_NaN()}) {
    by_rows[1700 * d + 13] = odd;
    std::vector<double> by_columns(n * d);
    for (std::size_t i = 0; i < n; ++i) {
      for (std::size_t j = 0; j < d; ++j) by_columns[j * n + i] = by_rows[i * d + j];
    }
    DenseRows columns{by_columns, n, d};
    columns.row_stride = 1;
    columns.col_stride = n;
    const auto one = c.predict(DenseRows{by_rows, n, d});
    const auto other = c.predict(columns);
    ASSERT_EQ(one.ok(), other.ok()) << odd;
    if (one.ok()) {
      EXPECT_EQ(one.value().scores, other.value().scores);
      EXPECT_EQ(one.value().probabilities, other.value().probabilities);
    } else {
      EXPECT_EQ(one.error().text(), other.error().text());
    }
  }
}

/// Zeros that are stored are no other rows than zeros that are not.
TEST(InPlace, StoredZerosChangeNothing) {
  constexpr std::int64_t n = 400;
  constexpr std::int64_t d = 30;
  Rng rng(2, Stream::start);
  std::vector<double> dense(n * d);
  std::vector<double> y(n);
  std::vector<std::int64_t> start = {0};
  std::vector<std::int64_t> column;
  std::vector<double> values;
  for (std::size_t i = 0; i < n; ++i) {
    for (std::size_t j = 0; j < d; ++j) {
      if (rng.bounded(6) != 0) continue;
      dense[i * d + j] = part_of_one(rng) - 0.3;
      column.push_back(static_cast<std::int64_t>(j));
      values.push_back(dense[i * d + j]);
    }
    start.push_back(static_cast<std::int64_t>(values.size()));
    y[i] = rng.bounded(3) == 0 || dense[i * d] > 0 ? 1 : 0;
  }
  for (const Options& how : {Options{{"algorithm", "logistic"}}, Options{{"algorithm", "svm"}},
                             Options{{"algorithm", "svm"}, {"loss", "squared-hinge"}, {"bias", "augmented"}}}) {
    const auto a = train(DenseRows{dense, n, d}, y, how);
    const auto b = train(CsrRows{start, column, values, n, d}, y, how);
    EXPECT_EQ(weights_of(a.value().classifier), weights_of(b.value().classifier));
  }
}

RC_GTEST_PROP(InPlace, IndicesOfEitherSize, ()) {
  const Quarters t;
  std::vector<std::int64_t> start = {0};
  std::vector<std::int64_t> column;
  std::vector<float> values;
  for (std::size_t k = 0; k < t.values.size(); ++k) {
    if (t.values[k] != 0) column.push_back(static_cast<std::int64_t>(k) % t.cols);
    if (t.values[k] != 0) values.push_back(static_cast<float>(t.values[k]));
    if (static_cast<std::int64_t>(k + 1) % t.cols == 0) start.push_back(static_cast<std::int64_t>(values.size()));
  }
  const std::vector<std::int32_t> start32(start.begin(), start.end());
  const std::vector<std::int32_t> column32(column.begin(), column.end());
  const std::vector<double> doubles(values.begin(), values.end());
  expect_same(t, CsrRows{start, column, doubles, t.rows, t.cols}, CsrRows{start32, column32, values, t.rows, t.cols});
}

TEST(InPlace, NothingIsCopied) {
  const std::vector<double> x = {1, 2, 9, 3, 4, 9, 5, 6, 9};
  const std::vector<double> y = {0, 1, 0};
  DenseRows rows = {x, 3, 2};
  rows.row_stride = 3;
  const auto dense = api::training_rows(rows, y, "", 1);
  ASSERT_TRUE(dense) << dense.error().text();
  const auto& matrix = std::get<DenseMatrix<double>>(dense.value().x);
  EXPECT_EQ(matrix.value.data(), x.data());
  EXPECT_EQ(matrix.row(2).value[1], 6);
  EXPECT_EQ(matrix.stored(), 6U);
  const std::vector<float> v = {1, 2};
  const std::vector<std::int32_t> column = {0, 1};
  const std::vector<std::int64_t> start = {0, 1, 1, 2};
  const auto sparse = api::training_rows(CsrRows{start, column, v, 3, 2}, y, "", 1);
  ASSERT_TRUE(sparse) << sparse.error().text();
  const auto& csr = std::get<CsrMatrix<float>>(sparse.value().x);
  EXPECT_EQ(csr.value.data(), v.data());
  EXPECT_EQ(static_cast<const void*>(csr.column.data()), static_cast<const void*>(column.data()));
  EXPECT_EQ(static_cast<const void*>(csr.start.data()), static_cast<const void*>(start.data()));
}

TEST(InPlace, WhatIsAddedToAViewGoesIntoACopy) {
  const std::vector<int> values = {1, 2, 3};
  Buffer<int> view = Buffer<int>::view(values);
  view.push_back(4);
  EXPECT_NE(view.data(), values.data());
  EXPECT_EQ(std::vector<int>(view.begin(), view.end()), (std::vector<int>{1, 2, 3, 4}));
  Buffer<int> shorter = Buffer<int>::view(values);
  shorter.reserve(2);
  EXPECT_EQ(shorter.size(), 3U);
  EXPECT_EQ(shorter[2], 3);
  EXPECT_EQ(values, (std::vector<int>{1, 2, 3}));
}

TEST(InPlace, ACopyKeepsWithinTheLimit) {
  const std::vector<double> x(std::size_t{1} << 18U, 0.1);  // 2 MiB
  const std::vector<double> y = {0, 1};
  DenseRows rows = {x, 2, 1 << 17};
  EXPECT_TRUE(api::training_rows(rows, y, "", 1));
  rows.row_stride = 1;
  rows.col_stride = 2;
  const auto copied = api::training_rows(rows, y, "", 1U << 20U);
  ASSERT_FALSE(copied);
  EXPECT_NE(copied.error().message.find("2 MiB"), std::string::npos) << copied.error().text();
}

TEST(InPlace, StridesThatDoNotFitAreErrors) {
  const std::vector<double> x = {1, 2, 3, 4};
  const std::vector<double> y = {0, 1};
  for (const auto& [down, across] : std::vector<std::pair<std::int64_t, std::int64_t>>{
           {3, 1}, {-1, 1}, {2, 0}, {2, 3}, {std::int64_t{1} << 62U, std::int64_t{1} << 62U}}) {
    DenseRows rows = {x, 2, 2};
    rows.row_stride = down;
    rows.col_stride = across;
    const auto trained = train(rows, y);
    ASSERT_FALSE(trained) << down << " " << across;
    EXPECT_EQ(trained.error().code, Code::usage);
  }
}

/// Columns of texts by their indices learn what their CSV learns.
RC_GTEST_PROP(Categories, LearnWhatTheirTextLearns, ()) {
  const std::vector<std::string> texts = {"red", "1.0", "blue", "green"};
  const bool cells_missing = *rc::gen::arbitrary<bool>();
  const auto n = *rc::gen::inRange<std::int64_t>(6, 14);
  std::vector<double> x;
  std::vector<double> y;
  std::string csv = "size,colour,label\n";
  for (std::int64_t i = 0; i < n; ++i) {
    x.push_back(*rc::gen::inRange(-20, 20) / 2.0);
    const auto code = static_cast<std::size_t>(*rc::gen::inRange(0, 4));
    const bool missing = cells_missing && *rc::gen::inRange(0, 4) == 0;
    x.push_back(missing ? std::numeric_limits<double>::quiet_NaN() : static_cast<double>(code));
    y.push_back(i < 2 ? static_cast<double>(i) : *rc::gen::inRange(0, 2));
    csv += number_text(x[x.size() - 2]) + "," + (missing ? "" : texts[code]) + "," + number_text(y.back()) + "\n";
  }
  const std::vector<CategoryColumn> categories = {{1, texts}};
  const std::vector<std::string> names = {"size", "colour"};
  DenseRows rows = {x, n, 2, {}, names};
  rows.categories = categories;
  Options how = some_learner();
  how.push_back({"missing", "category"});
  const auto memory = train(rows, y, how);
  const test::TextFile text(csv);
  how.push_back({"categorical", "colour"});
  const auto file = train_file(text.path(), how);
  RC_ASSERT(memory.ok() == file.ok());
  if (!memory.ok()) return;
  const Classifier& c = memory.value().classifier;
  RC_ASSERT(weights_of(c) == weights_of(file.value().classifier));
  RC_ASSERT(c.features() == file.value().classifier.features());
  RC_ASSERT(c.predict(rows).value().scores == file.value().classifier.predict_file(text.path()).value().scores);
}

}  // namespace
}  // namespace halfspace
