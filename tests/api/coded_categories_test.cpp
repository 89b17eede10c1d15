// Columns of categories as codes and levels, from memory.
#include <algorithm>
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

/// A column of three levels, one of them in one row, and one of places.
struct CodedRows {
  std::vector<std::string> colours = {"red", "blue", "teal"};
  std::vector<std::string> sizes = {"L", "S", "M"};
  std::vector<CategoryColumn> categories = {{0, colours}, {1, sizes}};
  std::vector<std::string> names = {"colour", "size"};
  std::vector<double> x;
  std::vector<double> y;
  std::string csv = "colour,size,label\n";

  CodedRows() {
    for (std::size_t i = 0; i < 30; ++i) {
      const std::size_t colour = i == 7 ? 2 : i % 2;
      const std::size_t size = i % 3;
      x.insert(x.end(), {static_cast<double>(colour), static_cast<double>(size)});
      y.push_back(static_cast<double>((i * i + colour) % 5 > 1 ? 1 : 0));
      csv += colours[colour] + "," + sizes[size] + "," + number_text(y.back()) + "\n";
    }
  }
  DenseRows rows() const {
    DenseRows out = {x, static_cast<std::int64_t>(y.size()), 2, {}, names};
    out.categories = categories;
    return out;
  }
};

TEST(Categories, CodingsOfTypedOptionsNamesAndFilesAreOne) {
  const CodedRows data;
  const test::TextFile text(data.csv);
  for (const Coding coding : {Coding::one_hot, Coding::reference, Coding::effect}) {
    TrainOptions typed;
    typed.learner = ObjectiveOptions{};
    typed.features.coding = coding;
    typed.features.min_level = 2;
    typed.features.ordered["size"] = {"S", "M", "L"};
    Options named = {{"algorithm", "logistic"}, {"min-level", "2"}, {"ordered", "size=S<M<L"}};
    const std::string word = coding == Coding::one_hot ? "one-hot" : coding == Coding::effect ? "effect" : "reference";
    named.emplace_back("categorical-coding", word);
    if (coding != Coding::one_hot) {
      typed.features.reference["colour"] = "red";
      named.emplace_back("reference", "colour=red");
    }
    const auto one = train(data.rows(), data.y, typed);
    const auto two = train(data.rows(), data.y, named);
    named.emplace_back("categorical", "colour");
    const auto three = train_file(text.path(), named);
    ASSERT_TRUE(one) << one.error().text();
    ASSERT_TRUE(two) << two.error().text();
    ASSERT_TRUE(three) << three.error().text();
    EXPECT_EQ(one.value().classifier.bytes(), two.value().classifier.bytes());
    EXPECT_TRUE(std::ranges::equal(two.value().classifier.weights(), three.value().classifier.weights()));
    EXPECT_EQ(two.value().classifier.features(), three.value().classifier.features());
    EXPECT_EQ(one.value().classifier.predict(data.rows()).value().scores,
              three.value().classifier.predict_file(text.path()).value().scores);
  }
}

TEST(Categories, LevelsThatTrainingDidNotSeeAreErrorsUnlessOther) {
  const CodedRows data;
  const std::vector<std::string> colours = {"red", "green"};
  const std::vector<CategoryColumn> categories = {{0, colours}, {1, data.sizes}};
  const std::vector<double> x = {0, 0, 1, 0};
  DenseRows rows = {x, 2, 2, {}, data.names};
  rows.categories = categories;
  TrainOptions options;
  options.learner = ObjectiveOptions{};
  for (const auto unseen : {std::optional<Unseen>(), std::optional(Unseen::error), std::optional(Unseen::other)}) {
    options.features.unseen = unseen;
    const auto trained = train(data.rows(), data.y, options);
    ASSERT_TRUE(trained) << trained.error().text();
    const auto predicted = trained.value().classifier.predict(rows);
    EXPECT_EQ(predicted.ok(), unseen == Unseen::other);
    if (predicted.ok()) continue;
    EXPECT_NE(predicted.error().text().find("'green' of column 'colour'"), std::string::npos)
        << predicted.error().text();
  }
}

TEST(Categories, WhatIsNoIndexIsAnError) {
  const std::vector<std::string> texts = {"a", "b"};
  const std::vector<CategoryColumn> categories = {{0, texts}};
  const std::vector<double> y = {0, 1, 1};
  for (const double code : {2.0, -1.0, 0.5}) {
    const std::vector<double> x = {0, 1, code};
    DenseRows rows = {x, 3, 1};
    rows.categories = categories;
    const auto trained = train(rows, y);
    ASSERT_FALSE(trained);
    EXPECT_EQ(trained.error().code, Code::bad_data);
    EXPECT_NE(trained.error().text().find("row 2, column 0"), std::string::npos) << trained.error().text();
  }
}

TEST(Categories, AModelOfTextsTakesTextsAlone) {
  const std::vector<std::string> texts = {"a", "b"};
  const std::vector<CategoryColumn> categories = {{0, texts}};
  const std::vector<double> x = {0, 1, 1};
  const std::vector<double> y = {0, 1, 1};
  DenseRows rows = {x, 3, 1};
  rows.categories = categories;
  const auto trained = train(rows, y);
  ASSERT_TRUE(trained) << trained.error().text();
  EXPECT_TRUE(trained.value().classifier.predict(rows));
  const auto numbers = trained.value().classifier.predict(DenseRows{x, 3, 1});
  ASSERT_FALSE(numbers);
  EXPECT_EQ(numbers.error().code, Code::usage);
}

}  // namespace
}  // namespace halfspace
