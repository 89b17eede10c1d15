// What evaluation says of rows in memory and of a file: identities of the measures, and one answer by either way.
#include <cmath>
#include <cstdint>
#include <cstdio>
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

using test::csv_of;
using test::learned;

/// The answer without what only a text has.
Json told(const Evaluation& e) {
  Json out = parse_json(e.report.json());
  out.erase("training_text");
  return out;
}

TEST(Evaluate, MeasuresOfClassesAreRatiosOfTheConfusionMatrix) {
  const test::Clouds t(5, 60);
  std::vector<double> three = t.y;
  for (std::size_t i = 0; i < 60; i += 5) three[i] = 3;
  const Classifier c = learned(t.rows(), three);
  const auto found = evaluate(c, t.rows(), three);
  ASSERT_TRUE(found) << found.error().text();
  const Evaluation& e = found.value();
  ASSERT_EQ(e.per_class.size(), 3U);
  double recalls = 0;
  double weighted = 0;
  for (std::size_t k = 0; k < 3; ++k) {
    double of_class = 0;
    double as_class = 0;
    for (std::size_t j = 0; j < 3; ++j) {
      of_class += static_cast<double>(e.confusion[3 * k + j]);
      as_class += static_cast<double>(e.confusion[3 * j + k]);
    }
    const auto right = static_cast<double>(e.confusion[4 * k]);
    const ClassEvaluation& m = e.per_class[k];
    EXPECT_EQ(m.label, c.classes()[k]);
    EXPECT_EQ(m.support, of_class);
    EXPECT_NEAR(m.recall, right / of_class, 1e-15);
    EXPECT_NEAR(m.precision, as_class == 0 ? 0 : right / as_class, 1e-15);
    EXPECT_NEAR(m.specificity, (60 - of_class - as_class + right) / (60 - of_class), 1e-15);
    EXPECT_NEAR(m.f1, 2 * right / (of_class + as_class), 1e-15);
    recalls += m.recall / 3;
    weighted += m.f1 * of_class / 60;
  }
  EXPECT_NEAR(e.balanced_accuracy, recalls, 1e-15);
  EXPECT_NEAR(e.macro.recall, recalls, 1e-15);
  EXPECT_NEAR(e.weighted.f1, weighted, 1e-15);
  EXPECT_NEAR(e.micro.f1, e.accuracy, 1e-15);
  ASSERT_TRUE(e.roc_auc && e.ece && e.accuracy_interval);
  EXPECT_TRUE(*e.roc_auc > 0.5 && *e.roc_auc <= 1) << *e.roc_auc;
  EXPECT_TRUE(e.accuracy_interval->first < e.accuracy && e.accuracy < e.accuracy_interval->second);
  EXPECT_FALSE(e.pr_auc || e.lift || e.bootstrap || e.against || e.cost);
}

TEST(Evaluate, TypedOptionsAndNamesAskForTheSame) {
  const test::Clouds t(5, 60);
  const Classifier c = learned(t.rows(), t.y);
  const auto typed = evaluate(
      c, t.rows(), t.y,
      EvaluateOptions{.threads = 1, .threshold = 0.7, .lift = 0.25, .bootstrap = 50, .seed = 3, .costs = "FN=5,FP=1"});
  const auto named = evaluate(c, t.rows(), t.y,
                              Options{{"threads", "2"},
                                      {"threshold", "0.7"},
                                      {"lift", "0.25"},
                                      {"bootstrap", "50"},
                                      {"seed", "3"},
                                      {"costs", "FN=5,FP=1"}});
  ASSERT_TRUE(typed && named) << typed.error().text();
  EXPECT_EQ(typed.value().report.json(), named.value().report.json());
  const Evaluation& e = typed.value();
  EXPECT_EQ(e.cost->total, 5.0 * static_cast<double>(e.confusion[2]) + static_cast<double>(e.confusion[1]));
  EXPECT_LE(*e.cost->best_cost, e.cost->total);
  ASSERT_EQ(e.bootstrap->samples, 50);
  EXPECT_EQ(e.bootstrap->intervals.front().first, "accuracy");
  EXPECT_LT(e.bootstrap->intervals.front().second.first, e.bootstrap->intervals.front().second.second);
  double rows = 0;
  double ece = 0;
  for (const ReliabilityBin& b : e.calibration) {
    rows += static_cast<double>(b.rows);
    ece += static_cast<double>(b.rows) / 60 * std::fabs(b.positive_share - b.mean_probability);
  }
  EXPECT_EQ(rows, 60);
  EXPECT_NEAR(*e.ece, ece, 1e-12);
  EXPECT_EQ(*e.lift, told(e)["metrics"]["lift"]["value"].get<double>());
}

TEST(Evaluate, AFileAndItsRowsInMemoryGiveOneAnswer) {
  const test::Clouds t(6, 50);
  const test::TextFile text(csv_of(t));
  const auto trained = train_file(text.path(), {{"algorithm", "logistic"}, {"no-header", ""}, {"label", "4"}});
  ASSERT_TRUE(trained) << trained.error().text();
  const Classifier& c = trained.value().classifier;
  const std::string model = text.path() + ".hs";
  ASSERT_TRUE(c.save(model));
  const Options options = {{"bootstrap", "20"}, {"costs", "FP=3"}, {"lift", "0.2"}, {"against", model}};
  const auto file = evaluate_file(c, text.path(), options);
  const auto memory = evaluate(c, t.rows(), t.y, options);
  std::remove(model.c_str());
  ASSERT_TRUE(file && memory) << file.error().text() << memory.error().text();
  EXPECT_EQ(told(file.value()), told(memory.value()));
  EXPECT_EQ(parse_json(file.value().report.json())["training_text"], true);
  ASSERT_TRUE(file.value().against);
  EXPECT_EQ(file.value().against->difference, 0);
  EXPECT_EQ(file.value().against->p_value, 1);
  EXPECT_EQ(file.value().against->accuracy, file.value().accuracy);
}

TEST(Evaluate, ComparesWithAnotherClassifier) {
  const test::Clouds t(7, 80);
  const Classifier good = learned(t.rows(), t.y);
  std::vector<double> swapped = t.y;
  for (std::size_t i = 0; i < 30; ++i) swapped[i] = -swapped[i];
  const Classifier bad = learned(t.rows(), swapped);
  const auto found = evaluate(good, t.rows(), t.y, EvaluateOptions{.against = bad});
  const auto alone = evaluate(bad, t.rows(), t.y);
  ASSERT_TRUE(found && alone) << found.error().text();
  const Comparison& a = *found.value().against;
  EXPECT_EQ(a.accuracy, alone.value().accuracy);
  EXPECT_NEAR(a.difference, found.value().accuracy - alone.value().accuracy, 1e-15);
  EXPECT_NEAR(a.difference, static_cast<double>(a.only_first_right - a.only_second_right) / 80, 1e-15);
}

TEST(Evaluate, RefusesInTheWordsOfOptions) {
  const test::Clouds t(5);
  const Classifier c = learned(t.rows(), t.y);
  const auto refused = [&](const Options& o, const std::string& words) {
    const auto found = evaluate(c, t.rows(), t.y, o);
    ASSERT_FALSE(found) << words;
    EXPECT_EQ(found.error().code, Code::usage);
    EXPECT_NE(found.error().text().find(words), std::string::npos) << found.error().text();
    EXPECT_EQ(found.error().text().find("--"), std::string::npos) << found.error().text();
  };
  refused({{"lift", "2"}}, "option lift: '2' is outside (0, 1]");
  refused({{"bootstrap", "0"}}, "option bootstrap: ");
  refused({{"costs", "X=1"}}, "option costs: ");
  refused({{"threshold", "1.5"}}, "option threshold: '1.5' is outside (0, 1)");
  refused({{"label", "1"}}, "option label: applies to files");
  refused({{"missing", "drop"}}, "option missing: ");
  refused({{"boostrap", "9"}}, "did you mean 'bootstrap'?");
  EXPECT_EQ(evaluate(c, t.rows(), t.y, EvaluateOptions{.lift = std::nan("")}).error().code, Code::usage);
  EXPECT_EQ(evaluate_file(c, "-", {{"against", "m.hs"}}).error().code, Code::usage);
  EXPECT_EQ(evaluate_file(c, "/no/such/file.csv").error().code, Code::io);
}

}  // namespace
}  // namespace halfspace
