// Rows in memory give what their text gives.
#include <array>
#include <charconv>
#include <functional>
#include <limits>
#include <optional>
#include <string>

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include "api/text_file.hpp"
#include "base/clock.hpp"
#include "base/rng.hpp"
#include "data/decimals.hpp"
#include "halfspace/data.hpp"
#include "halfspace/halfspace.hpp"

namespace halfspace {
namespace {

struct SomeTable {
  std::vector<double> values;
  std::vector<double> labels;
  std::int64_t rows = 0;
  std::int64_t cols = 0;

  DenseRows dense() const { return {values, rows, cols, {}, {}}; }
};

std::string csv(const SomeTable& t) {
  std::string out;
  for (std::int64_t i = 0; i < t.rows; ++i) {
    for (std::int64_t j = 0; j < t.cols; ++j)
      out += number_text(t.values[static_cast<std::size_t>(i * t.cols + j)]) + ",";
    out += number_text(t.labels[static_cast<std::size_t>(i)]) + "\n";
  }
  return out;
}

SomeTable some_table(bool short_decimals) {
  SomeTable t;
  t.rows = *rc::gen::inRange<std::int64_t>(2, 9);
  t.cols = *rc::gen::inRange<std::int64_t>(1, 4);
  for (std::int64_t k = 0; k < t.rows * t.cols; ++k)
    t.values.push_back(*rc::gen::inRange(-5000, 5000) / (short_decimals ? 100.0 : 7.0));
  for (std::int64_t i = 0; i < t.rows; ++i)
    t.labels.push_back(i == 0 ? 1 : i == 1 ? -1 : *rc::gen::inRange(0, 2) * 2 - 1);
  return t;
}

RC_GTEST_PROP(RowsInMemory, LearnWhatTheirTextLearns, ()) {
  const SomeTable t = some_table(*rc::gen::arbitrary<bool>());
  const test::TextFile text(csv(t));
  const std::string preset = *rc::gen::element<std::string>("cyclic", "averaged", "pocket", "voted", "kernel");
  Options options = {{"preset", preset}, {"passes", "20"}};
  if (preset == "kernel") options.push_back({"kernel", "rbf"});
  const auto memory = train(t.dense(), t.labels, options);
  options.push_back({"no-header", ""});
  options.push_back({"label", std::to_string(t.cols + 1)});
  const auto file = train_file(text.path(), options);
  RC_ASSERT(memory.ok() == file.ok());
  if (!memory.ok()) return;
  const auto& a = memory.value().classifier;
  const auto& b = file.value().classifier;
  RC_ASSERT(std::vector(a.weights().begin(), a.weights().end()) == std::vector(b.weights().begin(), b.weights().end()));
  RC_ASSERT(a.report() == b.report());
  RC_ASSERT(a.settings() == b.settings());
  const auto said = b.predict(t.dense());
  const auto read = b.predict_file(text.path());
  RC_ASSERT(said.ok() && read.ok());
  RC_ASSERT(said.value().scores == read.value().scores);
  RC_ASSERT(said.value().classes == read.value().classes);
}

RC_GTEST_PROP(RowsInMemory, SparseAndDenseLearnAlike, ()) {
  const SomeTable t = some_table(true);
  std::vector<std::int64_t> start = {0};
  std::vector<std::int64_t> column;
  std::vector<double> values;
  for (std::size_t k = 0; k < t.values.size(); ++k) {
    if (t.values[k] != 0) column.push_back(static_cast<std::int64_t>(k) % t.cols);
    if (t.values[k] != 0) values.push_back(t.values[k]);
    if (static_cast<std::int64_t>(k + 1) % t.cols == 0) start.push_back(static_cast<std::int64_t>(values.size()));
  }
  const CsrRows sparse = {start, column, values, t.rows, t.cols, {}};
  const auto a = train(t.dense(), t.labels, {{"passes", "20"}});
  const auto b = train(sparse, t.labels, {{"passes", "20"}});
  RC_ASSERT(a.ok() && b.ok());
  const auto& first = a.value().classifier;
  const auto& second = b.value().classifier;
  RC_ASSERT(std::vector(first.weights().begin(), first.weights().end()) ==
            std::vector(second.weights().begin(), second.weights().end()));
  RC_ASSERT(first.predict(sparse).value().scores == second.predict(t.dense()).value().scores);
}

double some_double() {
  return *rc::gen::oneOf(
      rc::gen::arbitrary<double>(),
      rc::gen::map(rc::gen::inRange(-99999999, 99999999), [](int m) { return m / 10000.0; }),
      rc::gen::map(rc::gen::inRange(-99999999, 99999999), [](int m) { return m * 1e10; }),
      rc::gen::map(rc::gen::arbitrary<std::int64_t>(), [](std::int64_t m) { return static_cast<double>(m); }),
      rc::gen::map(rc::gen::arbitrary<std::int64_t>(), [](std::int64_t m) { return static_cast<double>(m) / 1e11; }));
}

/// number_text writes whole numbers below 1e21 in full: 9101716066815859712, of which 9.10171606681586e+18 has 15.
std::string fewest_digits(double v) {
  std::array<char, 32> text{};
  const auto end = std::to_chars(text.data(), text.data() + text.size(), v, std::chars_format::scientific).ptr;
  return {text.data(), end};
}

TEST(Decimals, OfAWholeNumberBeyond53BitsAreThoseOfItsFewestDigits) {
  for (const auto& [v, few] : {std::pair{9101716066815859712.0, true}, {9101716066815861760.0, false}, {1e22, true}}) {
    Dataset data;
    note_decimals(data, v);
    EXPECT_EQ(data.short_decimals, few) << number_text(v);
    EXPECT_EQ(data.decimals, 0);
  }
}

RC_GTEST_PROP(Decimals, AreThoseOfTheShortestTexts, ()) {
  Dataset data;
  Dataset expected;
  for (int k = *rc::gen::inRange(1, 12); k > 0; --k) {
    const double v = some_double();
    RC_PRE(std::isfinite(v));
    Number number;
    RC_ASSERT(parse_number(fewest_digits(v), number));
    expected.decimals = std::max(expected.decimals, number.decimals);
    expected.short_decimals = expected.short_decimals && number.exact;
    note_decimals(data, v);
    RC_ASSERT(data.decimals == expected.decimals);
    RC_ASSERT(data.short_decimals == expected.short_decimals);
  }
}

/// Every model scores dense rows where they stand, and sparse rows (here of all entries) as a copy: the same bits.
RC_GTEST_PROP(RowsInMemory, AreScoredWhereTheyStand, ()) {
  const SomeTable t = some_table(*rc::gen::arbitrary<bool>());
  const auto how = *rc::gen::element<Options>(
      Options{{"preset", "cyclic"}, {"passes", "20"}}, Options{{"preset", "voted"}, {"passes", "5"}},
      Options{{"algorithm", "logistic"}}, Options{{"algorithm", "svm"}, {"kernel", "rbf"}},
      Options{{"algorithm", "logistic"}, {"features", "poly2"}});
  const auto trained = train(t.dense(), t.labels, how);
  RC_PRE(trained.ok());
  std::vector<std::int64_t> start = {0};
  std::vector<std::int64_t> column;
  for (std::int64_t k = 0; k < t.rows * t.cols; ++k) column.push_back(k % t.cols);
  for (std::int64_t i = 1; i <= t.rows; ++i) start.push_back(i * t.cols);
  const Classifier& c = trained.value().classifier;
  const auto here = c.predict(t.dense());
  const auto copied = c.predict(CsrRows{start, column, t.values, t.rows, t.cols, {}});
  RC_ASSERT(here.ok() && copied.ok());
  RC_ASSERT(here.value().scores == copied.value().scores);
  RC_ASSERT(here.value().classes == copied.value().classes);
  RC_ASSERT(here.value().probabilities == copied.value().probabilities);
}

double seconds_of(const std::function<void()>& work) {
  double least = std::numeric_limits<double>::infinity();
  for (int k = 0; k < 5; ++k) {
    const double begun = seconds_now();
    work();
    least = std::min(least, seconds_now() - begun);
  }
  return least;
}

TEST(LongRowsInMemory, AreScoredNearlyAsFastAsByAPlainLoop) {
  constexpr std::size_t n = 20000;
  constexpr std::size_t d = 50;
  Rng rng(1, Stream::holdout);
  std::vector<double> x(n * d);
  std::vector<double> y(n);
  for (double& v : x) v = static_cast<double>(rng.word() >> 2U) / (1U << 29U) - 1;
  for (std::size_t i = 0; i < n; ++i) y[i] = x[i * d] > 0 ? 1 : -1;
  const DenseRows rows{x, n, d};
  const auto trained = train(rows, y, {{"algorithm", "logistic"}});
  ASSERT_TRUE(trained) << trained.error().text();
  const Classifier& c = trained.value().classifier;
  double sum = 0;
  const double plain = seconds_of([&] {
    for (std::size_t i = 0; i < n; ++i) {
      double s = c.bias()[0];
      for (std::size_t j = 0; j < d; ++j) s += x[i * d + j] * c.weights()[j];
      sum += s;
    }
  });
  const double ours = seconds_of([&] { sum += c.predict(rows, {.threads = 1}).value().scores[0]; });
  EXPECT_LT(ours, 10 * plain + 0.002) << sum;
}

/// The failure of training on t.
std::string refusal(const DenseRows& rows, const RowLabels& labels, const Options& options = {}) {
  const auto training = train(rows, labels, options);
  return training ? "" : training.error().text();
}

TEST(RowsInMemory, SaysWhatIsWrong) {
  constexpr double nan = std::numeric_limits<double>::quiet_NaN();
  constexpr double inf = std::numeric_limits<double>::infinity();
  const std::vector<double> x = {0, 1, 2, 3};
  const std::vector<double> y = {-1, 1};
  const std::vector<double> holes = {0, 1, nan, 3};
  const std::vector<double> endless = {0, -inf, 2, 3};
  const std::vector<std::string> names = {"a", "a"};
  const std::span<const double> labels(y);
  EXPECT_EQ(refusal({x, 2, 2}, labels), "");
  EXPECT_NE(refusal({x, 3, 2}, labels).find("values: 4 numbers for 3 x 2"), std::string::npos);
  EXPECT_NE(refusal({x, -2, 2}, labels).find("rows: -2"), std::string::npos);
  EXPECT_NE(refusal({x, 4, 1}, labels).find("labels: 2 labels for 4 rows"), std::string::npos);
  EXPECT_NE(refusal({holes, 2, 2}, labels).find("row 1, column 0 (from 0): NaN"), std::string::npos);
  EXPECT_NE(refusal({endless, 2, 2}, labels).find("row 0, column 1 (from 0): an infinity"), std::string::npos);
  EXPECT_NE(refusal({x, 2, 2, {}, names}, labels).find("duplicate column name 'a'"), std::string::npos);
  EXPECT_NE(refusal({x, 2, 2, labels, {}}, labels).find("weights[0]: -1"), std::string::npos);
  EXPECT_NE(refusal({{}, 0, 2}, std::span<const double>()).find("no rows"), std::string::npos);
  EXPECT_NE(
      refusal({x, 2, 2}, std::span<const double>(x).first(2), {{"presett", "pocket"}}).find("did you mean 'preset'"),
      std::string::npos);
  EXPECT_NE(refusal({x, 2, 2}, labels, {{"columns", "a"}}).find("rows are in memory"), std::string::npos);
  EXPECT_NE(refusal({x, 2, 2}, labels, {{"missing", "median"}}).find("drop, mean"), std::string::npos);
  EXPECT_NE(refusal({x, 2, 2}, labels, {{"eta", "-1"}}).find("option eta"), std::string::npos);
}

TEST(RowsInMemory, MissingCells) {
  constexpr double nan = std::numeric_limits<double>::quiet_NaN();
  const std::vector<double> x = {1, 2, nan, 6, 4, 3, 2, nan};
  const std::vector<std::string> y = {"a", "b", "b", "a"};  // the first row of b is left out
  const std::span<const std::string> labels(y);
  const auto dropped = train({x, 4, 2}, labels, {{"missing", "drop"}});
  ASSERT_TRUE(dropped.ok());
  EXPECT_EQ(dropped.value().rows, 2);
  EXPECT_EQ(dropped.value().classifier.classes(), (std::vector<std::string>{"a", "b"}));
  EXPECT_EQ(dropped.value().mistakes, 0);
  EXPECT_FALSE(dropped.value().classifier.predict({x, 4, 2}).ok());
  const auto filled = train({x, 4, 2}, labels, {{"missing", "mean"}, {"passes", "50"}});
  ASSERT_TRUE(filled.ok());
  EXPECT_EQ(filled.value().rows, 4);
  const auto said = filled.value().classifier.predict({x, 4, 2});
  ASSERT_TRUE(said.ok());
  EXPECT_EQ(said.value().rows, 4);
}

TEST(RowsInMemory, BadSparseRows) {
  const std::vector<double> values = {1, 2, 3};
  const std::vector<double> y = {-1, 1};
  const auto refused = [&](std::vector<std::int64_t> start, std::vector<std::int64_t> column) {
    const auto training = train(CsrRows{start, column, values, 2, 4, {}}, y);
    return training ? "" : training.error().text();
  };
  EXPECT_EQ(refused({0, 1, 3}, {3, 0, 1}), "");
  EXPECT_NE(refused({0, 1}, {3, 0, 1}).find("start: 2 places"), std::string::npos);
  EXPECT_NE(refused({0, 1, 3}, {3, 0}).find("column: 2 columns"), std::string::npos);
  EXPECT_NE(refused({0, 5, 3}, {3, 0, 1}).find("start[1]: 5 after 0"), std::string::npos);
  EXPECT_NE(refused({0, -1, 3}, {3, 0, 1}).find("start[1]: -1 after 0"), std::string::npos);
  EXPECT_NE(refused({0, 1, 2}, {3, 0, 1}).find("expected from 0 to the number of values"), std::string::npos);
  EXPECT_NE(refused({0, 1, 3}, {4, 0, 1}).find("row 0: column 4 is outside 0..3"), std::string::npos);
  EXPECT_NE(refused({0, 1, 3}, {3, 1, 1}).find("row 1: column 1 after 1"), std::string::npos);
}

TEST(Classifier, WatchEndsTheRun) {
  // A long run: overlapping rows, no stop before the watch says so.
  std::vector<double> x;
  std::vector<double> y;
  for (int i = 0; i < 4000; ++i) {
    x.push_back(i * 1.0000000001e-3);
    y.push_back(i % 2);
  }
  int asked = 0;
  const auto training = train({x, 4000, 1}, y, {{"preset", "pocket"}, {"rounds", "100000000"}},
                              [&](const TrainProgress&) { return ++asked < 3; });
  ASSERT_TRUE(training.ok());
  EXPECT_EQ(training.value().status, "interrupted");
  EXPECT_EQ(asked, 3);
}

}  // namespace
}  // namespace halfspace
