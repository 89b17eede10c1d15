// The C interface refuses what it can check, with a status and a message, and writes nothing then.
#include <limits>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "halfspace/halfspace.h"
#include "halfspace/halfspace.hpp"

namespace {

class CInterface : public testing::Test {
 protected:
  void SetUp() override {
    ASSERT_EQ(hs_train_dense(context, 4, 2, x.data(), y.data(), nullptr, nullptr, &model, nullptr), HS_OK)
        << hs_last_error(context);
  }
  void TearDown() override {
    hs_model_free(model);
    hs_options_free(options);
    hs_context_free(context);
  }

  /// The call failed with `status`, and its message holds `words`.
  void expect_failed(hs_status got, hs_status status, const std::string& words) {
    EXPECT_EQ(got, status) << hs_last_error(context);
    EXPECT_NE(std::string(hs_last_error(context)).find(words), std::string::npos) << hs_last_error(context);
  }

  std::vector<double> x = {0, 0, 0, 1, 1, 0, 1, 1};
  std::vector<double> y = {-1, -1, -1, 1};
  std::vector<std::int64_t> start = {0, 1, 2, 2, 4};
  std::vector<std::int64_t> column = {0, 1, 0, 1};
  std::vector<double> values = {1, 1, 1, 1};
  hs_context* context = hs_context_new();
  hs_options* options = hs_options_new();
  hs_model* model = nullptr;
};

TEST_F(CInterface, ModelsRoundTrip) {
  hs_text* bytes = nullptr;
  ASSERT_EQ(hs_model_bytes(context, model, &bytes), HS_OK);
  hs_model* copy = nullptr;
  ASSERT_EQ(hs_model_from_bytes(context, hs_text_data(bytes), hs_text_size(bytes), &copy), HS_OK);
  EXPECT_STREQ(hs_model_status(copy), "converged");
  EXPECT_EQ(hs_model_updates(copy), hs_model_updates(model));
  EXPECT_EQ(hs_model_mistakes(copy), 0);
  EXPECT_EQ(hs_model_class_count(copy), 2);
  EXPECT_STREQ(hs_model_class(copy, 1), "1");
  EXPECT_EQ(hs_model_class(copy, 2), nullptr);
  EXPECT_EQ(hs_model_class(copy, -1), nullptr);
  EXPECT_EQ(hs_model_column_count(copy), 2);
  EXPECT_EQ(hs_model_weight_count(copy), 2);
  std::vector<std::int64_t> classes(4, -1);
  ASSERT_EQ(hs_predict_csr(context, copy, 4, 2, start.data(), column.data(), values.data(), classes.data(), nullptr),
            HS_OK);
  EXPECT_EQ(classes, (std::vector<std::int64_t>{0, 0, 0, 1}));
  hs_text_free(bytes);
  hs_model_free(copy);
}

TEST_F(CInterface, EveryTruncationOfAModelIsRefused) {
  hs_text* bytes = nullptr;
  ASSERT_EQ(hs_model_bytes(context, model, &bytes), HS_OK);
  hs_model* copy = nullptr;
  for (int64_t size = 0; size < hs_text_size(bytes); size += 7) {
    const std::vector<char> part(hs_text_data(bytes), hs_text_data(bytes) + size);
    const char nothing = 0;
    EXPECT_EQ(hs_model_from_bytes(context, part.empty() ? &nothing : part.data(), size, &copy), HS_BAD_DATA);
    EXPECT_EQ(copy, nullptr);
  }
  hs_text_free(bytes);
}

TEST_F(CInterface, NullArguments) {
  hs_model* out = nullptr;
  hs_text* text = nullptr;
  hs_predictions* predictions = nullptr;
  const double* none = nullptr;
  EXPECT_EQ(hs_train_file(nullptr, "a.csv", nullptr, nullptr, nullptr, &out, nullptr), HS_USAGE);
  expect_failed(hs_train_file(context, nullptr, nullptr, nullptr, nullptr, &out, nullptr), HS_USAGE, "path: is NULL");
  expect_failed(hs_train_file(context, "a.csv", nullptr, nullptr, nullptr, nullptr, nullptr), HS_USAGE,
                "model: is NULL");
  expect_failed(hs_train_dense(context, 4, 2, none, y.data(), none, options, &out, &text), HS_USAGE, "values: is NULL");
  expect_failed(hs_train_dense(context, 4, 2, x.data(), none, none, options, &out, &text), HS_USAGE, "labels: is NULL");
  expect_failed(
      hs_train_csr(context, 4, 2, nullptr, column.data(), values.data(), y.data(), none, options, &out, &text),
      HS_USAGE, "start: is NULL");
  expect_failed(hs_train_csr(context, 4, 2, start.data(), nullptr, values.data(), y.data(), none, options, &out, &text),
                HS_USAGE, "column: is NULL");
  expect_failed(hs_model_load(context, nullptr, &out), HS_USAGE, "path");
  expect_failed(hs_model_load(context, "a.hs", nullptr), HS_USAGE, "place for the model");
  expect_failed(hs_model_from_bytes(context, nullptr, 3, &out), HS_USAGE, "bytes");
  expect_failed(hs_model_from_bytes(context, "abc", -3, &out), HS_USAGE, "-3");
  expect_failed(hs_model_save(context, nullptr, "a.hs"), HS_USAGE, "model: is NULL");
  expect_failed(hs_model_save(context, model, nullptr), HS_USAGE, "path: is NULL");
  expect_failed(hs_model_bytes(context, nullptr, &text), HS_USAGE, "model: is NULL");
  expect_failed(hs_model_report(context, model, nullptr), HS_USAGE, "place for the text");
  expect_failed(hs_predict_dense(context, nullptr, 1, 2, x.data(), nullptr, nullptr), HS_USAGE, "model: is NULL");
  expect_failed(hs_predict_file(context, model, nullptr, nullptr, &predictions), HS_USAGE, "path: is NULL");
  expect_failed(hs_predict_file(context, model, "a.csv", nullptr, nullptr), HS_USAGE, "place for the predictions");
  expect_failed(hs_options_set(context, nullptr, "preset", "pocket"), HS_USAGE, "options: is NULL");
  expect_failed(hs_options_set(context, options, nullptr, "pocket"), HS_USAGE, "name: is NULL");
  expect_failed(hs_options_set(context, options, "preset", nullptr), HS_USAGE, "value: is NULL");
  EXPECT_EQ(out, nullptr);
  EXPECT_EQ(hs_model_class_count(nullptr), 0);
  EXPECT_EQ(hs_model_class(nullptr, 0), nullptr);
  EXPECT_EQ(hs_model_weights(nullptr), nullptr);
  EXPECT_EQ(hs_model_status(nullptr), nullptr);
  EXPECT_EQ(hs_predictions_count(nullptr), 0);
  EXPECT_EQ(hs_text_size(nullptr), 0);
  hs_model_free(nullptr);
  hs_text_free(nullptr);
  hs_predictions_free(nullptr);
  hs_options_free(nullptr);
  hs_context_free(nullptr);
}

TEST_F(CInterface, WrongSizes) {
  constexpr std::int64_t most = std::numeric_limits<std::int64_t>::max();
  hs_model* out = nullptr;
  for (const std::int64_t bad : {std::int64_t{-1}, std::numeric_limits<std::int64_t>::min(), most, most / 8}) {
    EXPECT_EQ(hs_train_dense(context, bad, 2, x.data(), y.data(), nullptr, nullptr, &out, nullptr), HS_USAGE) << bad;
    EXPECT_EQ(hs_train_dense(context, 4, bad, x.data(), y.data(), nullptr, nullptr, &out, nullptr), HS_USAGE) << bad;
    EXPECT_EQ(hs_predict_dense(context, model, bad, 2, x.data(), nullptr, nullptr), HS_USAGE) << bad;
    EXPECT_EQ(hs_predict_dense(context, model, 4, bad, x.data(), nullptr, nullptr), HS_USAGE) << bad;
    EXPECT_EQ(hs_train_csr(context, 4, bad, start.data(), column.data(), values.data(), y.data(), nullptr, nullptr,
                           &out, nullptr),
              HS_USAGE)
        << bad;
  }
  expect_failed(hs_train_csr(context, -1, 2, start.data(), column.data(), values.data(), y.data(), nullptr, nullptr,
                             &out, nullptr),
                HS_USAGE, "-1 is not a number of rows");
  start.back() = -4;
  expect_failed(hs_predict_csr(context, model, 4, 2, start.data(), column.data(), values.data(), nullptr, nullptr),
                HS_USAGE, "-4");
  expect_failed(hs_predict_dense(context, model, 2, 4, x.data(), nullptr, nullptr), HS_USAGE, "learned from 2 columns");
  EXPECT_EQ(out, nullptr);
}

TEST_F(CInterface, NoRows) {
  hs_model* out = nullptr;
  expect_failed(hs_train_dense(context, 0, 2, nullptr, nullptr, nullptr, nullptr, &out, nullptr), HS_BAD_DATA,
                "no rows");
  EXPECT_EQ(hs_predict_dense(context, model, 0, 2, nullptr, nullptr, nullptr), HS_OK);
  EXPECT_STREQ(hs_last_error(context), "");
}

TEST_F(CInterface, NumbersThatAreNone) {
  hs_model* out = nullptr;
  x[3] = std::numeric_limits<double>::quiet_NaN();
  std::vector<double> scores(4, 7);
  expect_failed(hs_predict_dense(context, model, 4, 2, x.data(), nullptr, scores.data()), HS_BAD_DATA,
                "row 1, column 1 (from 0): NaN");
  EXPECT_EQ(scores, std::vector<double>(4, 7));
  expect_failed(hs_train_dense(context, 4, 2, x.data(), y.data(), nullptr, nullptr, &out, nullptr), HS_BAD_DATA, "NaN");
  y[2] = std::numeric_limits<double>::infinity();
  x[3] = 1;
  expect_failed(hs_train_dense(context, 4, 2, x.data(), y.data(), nullptr, nullptr, &out, nullptr), HS_BAD_DATA,
                "labels[2]");
  EXPECT_EQ(out, nullptr);
}

TEST_F(CInterface, Options) {
  hs_model* out = nullptr;
  expect_failed(hs_options_set(context, options, "marginn", "1"), HS_USAGE, "did you mean 'margin'");
  ASSERT_EQ(hs_options_set(context, options, "preset", "nonsense"), HS_OK);
  expect_failed(hs_train_dense(context, 4, 2, x.data(), y.data(), nullptr, options, &out, nullptr), HS_USAGE,
                "nonsense");
  ASSERT_EQ(hs_options_set(context, options, "preset", "averaged"), HS_OK);
  hs_text* report = nullptr;
  ASSERT_EQ(hs_train_dense(context, 4, 2, x.data(), y.data(), nullptr, options, &out, &report), HS_OK);
  EXPECT_NE(std::string(hs_text_data(report)).find("\"preset\":\"averaged\""), std::string::npos);
  hs_text_free(report);
  hs_model_free(out);
}

TEST_F(CInterface, Files) {
  hs_model* out = nullptr;
  hs_predictions* predictions = nullptr;
  expect_failed(hs_train_file(context, "/no/such/file.csv", nullptr, nullptr, nullptr, &out, nullptr), HS_IO,
                "/no/such/file.csv");
  expect_failed(hs_model_load(context, "/no/such/file.hs", &out), HS_IO, "/no/such/file.hs");
  expect_failed(hs_model_save(context, model, "/no/such/folder/a.hs"), HS_IO, "/no/such/folder");
  expect_failed(hs_predict_file(context, model, "/no/such/file.csv", nullptr, &predictions), HS_IO,
                "/no/such/file.csv");
  EXPECT_EQ(out, nullptr);
  EXPECT_EQ(predictions, nullptr);
}

/// Every flag of the program that is about data, learning or running is an option.
TEST(OptionNames, AreFlagNames) {
  const std::vector<std::string> names = halfspace::option_names();
  for (const char* name :
       {"preset", "positive", "scale", "label", "no-header", "seed", "threads", "timeout", "max-memory"})
    EXPECT_EQ(std::count(names.begin(), names.end(), name), 1) << name;
}

}  // namespace
