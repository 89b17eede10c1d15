// The old tools' command lines from memory: what `halfspace compat` prints and writes.
#include "halfspace/compat.hpp"

#include <cstdio>
#include <fstream>
#include <string>

#include <gtest/gtest.h>

#include "api/text_file.hpp"
#include "halfspace/halfspace.h"
#include "halfspace/halfspace.hpp"

namespace halfspace {
namespace {

constexpr const char* rows_text = "+1 1:2 2:1\n+1 1:1.5 2:2\n-1 1:-1 2:0.5\n-1 1:-2 2:-1\n+1 1:3 2:0\n-1 1:-0.5 2:-2\n";

TEST(Tools, TrainAndPredictWithoutWritingAnything) {
  const test::TextFile data(rows_text);
  EXPECT_EQ(tool_names().size(), 4U);
  const auto trained = run_tool({"svm-train", "-t", "0", "-c", "10", data.path(), "the.model"});
  ASSERT_TRUE(trained) << trained.error().text();
  EXPECT_EQ(trained.value().path, "the.model");
  EXPECT_TRUE(trained.value().bytes.starts_with("svm_type c_svc")) << trained.value().bytes;
  EXPECT_TRUE(trained.value().text.starts_with("Total nSV = "));
  EXPECT_FALSE(std::ifstream("the.model").good());
  const std::string model = data.path() + ".model";
  std::ofstream(model) << trained.value().bytes;
  const auto predicted = run_tool({"svm-predict", data.path(), model, "out"}, {{"threads", "1"}});
  ASSERT_TRUE(predicted) << predicted.error().text();
  EXPECT_EQ(predicted.value().text, "Accuracy = 100% (6/6) (classification)\n");
  EXPECT_EQ(predicted.value().bytes, "1\n1\n-1\n-1\n1\n-1\n");
  EXPECT_NE(predicted.value().json.find("\"right\":6"), std::string::npos) << predicted.value().json;
  const auto quiet = run_tool({"svm-predict", "-q", data.path(), model, "out"});
  ASSERT_TRUE(quiet);
  EXPECT_EQ(quiet.value().text, "");
  const auto loaded = Classifier::from_bytes(trained.value().bytes);
  ASSERT_TRUE(loaded) << loaded.error().text();
  EXPECT_EQ(loaded.value().classes(), (std::vector<std::string>{"-1", "1"}));
  EXPECT_TRUE(Classifier::load(model));
  std::remove(model.c_str());
}

TEST(Tools, RefuseWhatIsNone) {
  EXPECT_EQ(run_tool({}).error().code, Code::usage);
  EXPECT_NE(run_tool({"svm-trian", "a"}).error().text().find("svm-train"), std::string::npos);
  EXPECT_EQ(run_tool({"svm-train", "no/such/file"}).error().code, Code::io);
  EXPECT_EQ(run_tool({"svm-train", "no/such/file"}, {{"threads", "0"}}).error().code, Code::usage);
  EXPECT_EQ(run_tool({"svm-train", "no/such/file"}, {{"preset", "pocket"}}).error().code, Code::usage);
}

TEST(Tools, EndWhenTheirWatchSaysSo) {
  const test::TextFile data(rows_text);
  int calls = 0;
  const auto ended = run_tool({"svm-train", data.path()}, {}, [&](const TrainProgress&) { return ++calls < 1; });
  EXPECT_TRUE(ended || ended.error().code == Code::interrupted) << ended.error().text();
}

TEST(Tools, FromC) {
  const test::TextFile data(rows_text);
  hs_context* context = hs_context_new();
  hs_text* path = nullptr;
  hs_text* bytes = nullptr;
  hs_text* text = nullptr;
  hs_text* notes = nullptr;
  const char* words[] = {"liblinear-train", "-v", "2", data.path().c_str()};  // NOLINT(*-avoid-c-arrays)
  ASSERT_EQ(hs_run_tool(context, words, 4, nullptr, nullptr, nullptr, &path, &bytes, &text, &notes), HS_OK)
      << hs_last_error(context);
  EXPECT_EQ(path, nullptr);
  EXPECT_EQ(bytes, nullptr);
  EXPECT_TRUE(std::string(hs_text_data(text)).starts_with("Cross Validation Accuracy"));
  EXPECT_STREQ(hs_text_data(notes), "");
  hs_text_free(text);
  hs_text_free(notes);
  words[0] = "liblinear";
  EXPECT_EQ(hs_run_tool(context, words, 4, nullptr, nullptr, nullptr, &path, &bytes, &text, &notes), HS_USAGE);
  EXPECT_EQ(text, nullptr);
  EXPECT_EQ(notes, nullptr);
  EXPECT_EQ(hs_run_tool(context, nullptr, 1, nullptr, nullptr, nullptr, nullptr, nullptr, nullptr, nullptr), HS_USAGE);
  hs_context_free(context);
}

}  // namespace
}  // namespace halfspace
