// What C has of rows of every kind: separability, export with numbers for labels, names of options, limits.
#include <cstring>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "api/text_file.hpp"
#include "halfspace/halfspace.h"

namespace {

class CRowsOfText : public testing::Test {
 protected:
  void SetUp() override {
    rows.rows = 4;
    rows.cols = 2;
    rows.values = x.data();
    rows.label_texts = labels.data();
  }
  void TearDown() override {
    hs_model_free(model);
    hs_options_free(options);
    hs_context_free(context);
  }
  std::string text_of(hs_text* text) {
    std::string out = text == nullptr ? "" : hs_text_data(text);
    hs_text_free(text);
    return out;
  }
  std::string last_error() const { return hs_last_error(context); }

  std::vector<double> x = {0, 0, 0, 1, 1, 0, 1, 1};
  std::vector<const char*> labels = {"no", "no", "no", "yes"};
  hs_rows rows = {};
  hs_context* context = hs_context_new();
  hs_options* options = hs_options_new();
  hs_model* model = nullptr;
};

TEST_F(CRowsOfText, AreSeparableOrNot) {
  hs_text* report = nullptr;
  EXPECT_EQ(hs_separate(context, &rows, nullptr, nullptr, nullptr, &report), HS_OK) << last_error();
  EXPECT_NE(text_of(report).find("\"separable\""), std::string::npos);
  labels = {"no", "yes", "yes", "no"};
  rows.label_texts = labels.data();
  EXPECT_EQ(hs_separate(context, &rows, nullptr, nullptr, nullptr, nullptr), HS_NO);
  const auto ask = [](const hs_progress*, void* calls) { return ++*static_cast<int*>(calls) > 0 ? 1 : 0; };
  int calls = 0;
  EXPECT_EQ(hs_separate(context, &rows, nullptr, ask, &calls, nullptr), HS_NO);
  rows.label_texts = nullptr;
  EXPECT_EQ(hs_separate(context, &rows, nullptr, nullptr, nullptr, &report), HS_USAGE);
  EXPECT_EQ(hs_separate(context, nullptr, nullptr, nullptr, nullptr, nullptr), HS_USAGE);
}

TEST_F(CRowsOfText, AreExportedWithNumbersForTheirLabels) {
  hs_text* report = nullptr;
  ASSERT_EQ(hs_options_set(context, options, "algorithm", "svm"), HS_OK);
  ASSERT_EQ(hs_train(context, &rows, options, nullptr, nullptr, &model, &report), HS_OK) << last_error();
  EXPECT_NE(text_of(report).find("\"svm\""), std::string::npos);
  hs_text* bytes = nullptr;
  EXPECT_EQ(hs_export(context, model, "liblinear", nullptr, 0, nullptr, &bytes), HS_BAD_DATA);
  EXPECT_NE(last_error().find("labels"), std::string::npos);
  EXPECT_EQ(last_error().find("--"), std::string::npos) << last_error();
  std::vector<hs_label> numbers = {{"no", -1}, {"yes", 1}};
  ASSERT_EQ(hs_export(context, model, "liblinear", numbers.data(), 2, nullptr, &bytes), HS_OK) << last_error();
  const std::string liblinear = text_of(bytes);
  EXPECT_NE(liblinear.find("label -1 1"), std::string::npos) << liblinear;
  ASSERT_EQ(hs_export(context, model, "c", nullptr, 0, "corner", &bytes), HS_OK) << last_error();
  EXPECT_NE(text_of(bytes).find("corner_predict"), std::string::npos);
  EXPECT_EQ(hs_export(context, model, "c", numbers.data(), 2, nullptr, &bytes), HS_USAGE);
  EXPECT_EQ(hs_export(context, model, "libsvm", nullptr, 2, nullptr, &bytes), HS_USAGE);
  EXPECT_EQ(hs_export(context, model, "libsvm", numbers.data(), 2, "corner", &bytes), HS_USAGE);
  numbers[1].number = std::int64_t{1} << 40U;
  EXPECT_EQ(hs_export(context, model, "liblinear", numbers.data(), 2, nullptr, &bytes), HS_USAGE);
  numbers = {{"no", 1}, {"no", 2}};
  EXPECT_EQ(hs_export(context, model, "liblinear", numbers.data(), 2, nullptr, &bytes), HS_USAGE);
  EXPECT_EQ(bytes, nullptr);
}

TEST_F(CRowsOfText, ArePredictedWithOptions) {
  ASSERT_EQ(hs_train(context, &rows, options, nullptr, nullptr, &model, nullptr), HS_OK) << last_error();
  std::vector<std::int64_t> classes(4, -1);
  ASSERT_EQ(hs_options_set(context, options, "threads", "1"), HS_OK);
  ASSERT_EQ(hs_options_set(context, options, "max-memory", "1"), HS_OK);
  ASSERT_EQ(hs_predict(context, model, &rows, options, classes.data(), nullptr, nullptr), HS_OK) << last_error();
  EXPECT_EQ(classes, (std::vector<std::int64_t>{0, 0, 0, 1}));
  hs_text* report = nullptr;
  ASSERT_EQ(hs_evaluate(context, model, &rows, options, &report), HS_OK) << last_error();
  EXPECT_NE(text_of(report).find("\"mistakes\":0"), std::string::npos);
  ASSERT_EQ(hs_explain(context, model, &rows, 3, options, &report), HS_OK) << last_error();
  EXPECT_NE(text_of(report).find("\"row\":3"), std::string::npos);
  ASSERT_EQ(hs_options_set(context, options, "missing", "drop"), HS_OK);
  EXPECT_EQ(hs_predict(context, model, &rows, options, classes.data(), nullptr, nullptr), HS_USAGE);
  EXPECT_NE(last_error().find("option missing"), std::string::npos) << last_error();
}

TEST_F(CRowsOfText, AreEvaluatedAlikeFromAFile) {
  const halfspace::test::TextFile text("a,b,label\n0,0,no\n0,1,no\n1,0,no\n1,1,yes\n");
  hs_options* none = hs_options_new();
  ASSERT_EQ(hs_train_file(context, text.path().c_str(), none, nullptr, nullptr, &model, nullptr), HS_OK)
      << last_error();
  hs_text* report = nullptr;
  ASSERT_EQ(hs_options_set(context, none, "costs", "FN=2"), HS_OK) << last_error();
  ASSERT_EQ(hs_evaluate_file(context, model, text.path().c_str(), none, &report), HS_OK) << last_error();
  const std::string found = text_of(report);
  EXPECT_NE(found.find("\"balanced_accuracy\":1.0"), std::string::npos) << found;
  EXPECT_NE(found.find("\"total\":0.0"), std::string::npos) << found;
  hs_text* same = nullptr;
  ASSERT_EQ(hs_explain_file(context, model, text.path().c_str(), nullptr, &report), HS_OK) << last_error();
  ASSERT_EQ(hs_explain_means(context, model, &rows, nullptr, &same), HS_OK) << last_error();
  EXPECT_EQ(text_of(report), text_of(same));
  ASSERT_EQ(hs_inspect_file(context, text.path().c_str(), nullptr, &report), HS_OK) << last_error();
  EXPECT_NE(text_of(report).find("\"likely_label\""), std::string::npos);
  hs_text* page = nullptr;
  ASSERT_EQ(hs_report_page(context, model, text.path().c_str(), nullptr, &page, &report), HS_OK) << last_error();
  EXPECT_NE(text_of(page).find("</html>"), std::string::npos);
  EXPECT_NE(text_of(report).find("\"report_command\""), std::string::npos);
  EXPECT_EQ(hs_report_page(context, model, "/no/such.csv", nullptr, &page, nullptr), HS_IO);
  EXPECT_EQ(page, nullptr);
  EXPECT_EQ(hs_predict(context, model, &rows, none, nullptr, nullptr, nullptr), HS_USAGE);  // costs are for evaluate
  EXPECT_EQ(hs_evaluate_file(context, model, nullptr, none, &report), HS_USAGE);
  EXPECT_EQ(hs_evaluate_file(context, model, "/no/such.csv", none, &report), HS_IO);
  EXPECT_EQ(report, nullptr);
  hs_options_free(none);
}

TEST_F(CRowsOfText, AreCrossValidatedWithTheirPredictions) {
  labels = {"no", "no", "yes", "yes"};
  rows.label_texts = labels.data();
  ASSERT_EQ(hs_options_set(context, options, "folds", "2"), HS_OK);
  ASSERT_EQ(hs_options_set(context, options, "algorithm", "logistic"), HS_OK);
  hs_text* report = nullptr;
  hs_text* predictions = nullptr;
  ASSERT_EQ(hs_cross_validate(context, &rows, options, nullptr, nullptr, &report, &predictions), HS_OK) << last_error();
  EXPECT_NE(text_of(report).find("\"folds\":2"), std::string::npos);
  EXPECT_TRUE(text_of(predictions).starts_with("repeat,fold,row,line,label,predicted,score"));
}

TEST_F(CRowsOfText, AreSelectedAlikeFromAFile) {
  const halfspace::test::TextFile text("a,b,label\n0,0,no\n0,1,no\n1,0,yes\n1,1,yes\n");
  labels = {"no", "no", "yes", "yes"};
  rows.label_texts = labels.data();
  for (const auto& [name, value] : {std::pair{"folds", "2"}, {"algorithm", "logistic"}, {"over", "C=1,2"}})
    ASSERT_EQ(hs_options_set(context, options, name, value), HS_OK);
  hs_text* report = nullptr;
  ASSERT_EQ(hs_search_file(context, text.path().c_str(), options, nullptr, nullptr, &model, &report), HS_OK)
      << last_error();
  EXPECT_NE(text_of(report).find("\"best\""), std::string::npos);
  ASSERT_NE(model, nullptr);
  hs_options* folds = hs_options_new();
  ASSERT_EQ(hs_options_set(context, folds, "folds", "2"), HS_OK);
  hs_text* predictions = nullptr;
  ASSERT_EQ(hs_cross_validate_file(context, text.path().c_str(), folds, nullptr, nullptr, &report, &predictions), HS_OK)
      << last_error();
  EXPECT_NE(text_of(report).find("\"folds\":2"), std::string::npos);
  EXPECT_TRUE(text_of(predictions).starts_with("repeat,fold,row,line,label,predicted"));
  hs_model_free(model);
  ASSERT_EQ(hs_path_file(context, text.path().c_str(), folds, nullptr, nullptr, &model, &report), HS_OK)
      << last_error();
  EXPECT_NE(text_of(report).find("\"points\""), std::string::npos);
  EXPECT_EQ(hs_path_file(context, nullptr, folds, nullptr, nullptr, nullptr, &report), HS_USAGE);
  EXPECT_EQ(hs_search_file(context, "/no/such.csv", nullptr, nullptr, nullptr, nullptr, &report), HS_IO);
  EXPECT_EQ(hs_cross_validate_file(context, text.path().c_str(), folds, nullptr, nullptr, nullptr, nullptr), HS_USAGE);
  hs_options_free(folds);
}

TEST_F(CRowsOfText, OptionNamesAreOfAVerb) {
  hs_text* names = nullptr;
  ASSERT_EQ(hs_option_names(context, "search", &names), HS_OK);
  EXPECT_NE(text_of(names).find("\nhalving\n"), std::string::npos);
  for (const char* verb : {"evaluate", "explain", "inspect", "report"}) {
    ASSERT_EQ(hs_option_names(context, verb, &names), HS_OK) << verb;
    EXPECT_NE(text_of(names).find("threads\n"), std::string::npos) << verb;
  }
  EXPECT_EQ(hs_option_names(context, "plot", &names), HS_USAGE);
  EXPECT_EQ(hs_option_names(context, nullptr, &names), HS_USAGE);
}

}  // namespace
