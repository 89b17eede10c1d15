// The old tools as functions: words in, the file to write and the result out.
#include "compat/tools.hpp"

#include <string>
#include <variant>

#include <gtest/gtest.h>

#include "api/text_file.hpp"
#include "report/compat_report.hpp"

namespace halfspace::compat {
namespace {

const std::string tool_rows = "1 1:2 2:1\n-1 1:-1 2:-2\n1 1:1 2:3\n-1 1:-3 2:-1\n1 1:2 2:2\n-1 1:-2 2:-2\n";

TEST(CompatTools, UnknownToolsAreUsageErrorsWithTheNearest) {
  const auto near = run({"svm-trian", "data"}, {});
  ASSERT_FALSE(near);
  EXPECT_EQ(near.error().code, Code::usage);
  EXPECT_NE(near.error().message.find("svm-train"), std::string::npos);
  EXPECT_FALSE(run({}, {}));
}

TEST(CompatTools, TrainingGivesTheModelFileAndItsPath) {
  const test::TextFile rows(tool_rows);
  const auto answer = run({"liblinear-train", "-s", "0", rows.path(), "the.model"}, {});
  ASSERT_TRUE(answer) << answer.error().text();
  EXPECT_EQ(answer.value().path, "the.model");
  EXPECT_EQ(answer.value().bytes.rfind("solver_type L2R_LR\nnr_class 2\nlabel 1 -1\nnr_feature 2\n", 0), 0U);
  EXPECT_EQ(compat_text(answer.value()), "converged\n");
  EXPECT_EQ(json_text(compat_json(answer.value()), -1),
            R"({"tool":"liblinear-train","classes":["-1","1"],"status":"converged"})");
}

TEST(CompatTools, WithoutAModelNameItIsTheNameOfTheDataInTheFolderHere) {
  EXPECT_EQ(model_path(Words{{}, {}, {"folder/data"}}), "data.model");
  EXPECT_EQ(model_path(Words{{}, {}, {"data", "other"}}), "other");
}

TEST(CompatTools, CrossValidationWritesNoFileAndIsPrintedEvenIfQuiet) {
  const test::TextFile rows(tool_rows);
  for (const char* tool : {"liblinear-train", "svm-train"}) {
    const auto answer = run({tool, "-q", "-v", "3", rows.path()}, {});
    ASSERT_TRUE(answer) << answer.error().text();
    EXPECT_EQ(answer.value().path, "");
    EXPECT_FALSE(answer.value().quiet);
    const auto& result = std::get<CrossValidated>(answer.value().result);
    EXPECT_EQ(result.folds, 3U);
    EXPECT_EQ(result.rows, 6U);
    EXPECT_EQ(compat_text(answer.value()).rfind("Cross Validation Accuracy = ", 0), 0U);
  }
}

TEST(CompatTools, PredictionsFollowTheModelThatWasTrained) {
  const test::TextFile rows(tool_rows);
  const auto trained = run({"svm-train", "-q", rows.path(), "model"}, {});
  ASSERT_TRUE(trained) << trained.error().text();
  EXPECT_TRUE(trained.value().quiet);
  const std::string model = rows.path() + ".model";
  std::ofstream(model) << trained.value().bytes;
  const auto answer = run({"svm-predict", rows.path(), model, "out"}, {});
  std::remove(model.c_str());
  ASSERT_TRUE(answer) << answer.error().text();
  EXPECT_EQ(answer.value().bytes, "1\n-1\n1\n-1\n1\n-1\n");
  EXPECT_EQ(compat_text(answer.value()), "Accuracy = 100% (6/6) (classification)\n");
}

TEST(CompatTools, AHostThatWantsAStopGetsTheErrorInterrupted) {
  const test::TextFile rows(tool_rows);
  Host host;
  host.watch = [] { return Watch{StopToken([] { return Halt::interrupt; }), {}}; };
  for (const char* machine : {"0", "2", "3"}) {
    const auto answer = run({"svm-train", "-s", machine, rows.path(), "model"}, host);
    ASSERT_FALSE(answer) << machine;
    EXPECT_EQ(answer.error().code, Code::interrupted);
  }
}

TEST(CompatTools, RemarksGoToTheHost) {
  const test::TextFile rows(tool_rows);
  std::string remark;
  Host host;
  host.note = [&](const std::string& text) { remark += text; };
  ASSERT_TRUE(run({"svm-train", "-w7", "2", rows.path(), "model"}, host));
  EXPECT_EQ(remark, "-w7: no row has this label");
}

TEST(CompatTools, NothingIsWrittenOverWhatIsRead) {
  const test::TextFile rows(tool_rows);
  const auto answer = run({"liblinear-train", rows.path(), rows.path()}, {});
  ASSERT_FALSE(answer);
  EXPECT_EQ(answer.error().code, Code::usage);
}

}  // namespace
}  // namespace halfspace::compat
