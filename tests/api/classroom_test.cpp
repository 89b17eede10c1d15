// Tables of visits, grades and curves, by the C++ and the C interface.
#include "halfspace/classroom.h"

#include <cmath>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "api/text_file.hpp"
#include "halfspace/halfspace.hpp"

namespace halfspace {
namespace {

const std::string and_rows = "x1,x2,y\n0,0,no\n0,1,no\n1,0,no\n1,1,yes\n";

TEST(Classroom, TheTableOfAFileIsTheProgramsAndIsGradedRight) {
  const test::TextFile data(and_rows);
  const auto traced = trace_file(data.path(), {{"output-format", "csv"}});
  ASSERT_TRUE(traced) << traced.error().message;
  EXPECT_EQ(traced.value().table.substr(0, 40), "visit,pass,row,x1,x2,y,score,decision,w1");
  EXPECT_NE(traced.value().report.json().find("\"visits\""), std::string::npos);
  const test::TextFile student(traced.value().table);
  const auto grading = grade_file(data.path(), student.path(), {});
  ASSERT_TRUE(grading) << grading.error().message;
  EXPECT_TRUE(grading.value().accepted);
  const auto wrong = grade_file(data.path(), student.path(), {{"mistake", "boundary-is-positive"}});
  ASSERT_TRUE(wrong);
  EXPECT_FALSE(wrong.value().accepted);
  EXPECT_NE(wrong.value().report.text().find("--mistake boundary-is-mistake"), std::string::npos);
}

TEST(Classroom, OtherLearnersHaveNoVisits) {
  const test::TextFile data(and_rows);
  const auto traced = trace_file(data.path(), {{"algorithm", "svm"}});
  ASSERT_FALSE(traced);
  EXPECT_EQ(traced.error().code, Code::usage);
  EXPECT_EQ(traced.error().where, "option algorithm");
  EXPECT_FALSE(trace_file("/nowhere/rows.csv", {}));
  EXPECT_FALSE(grade_file(data.path(), "/nowhere/trace.csv", {}));
}

TEST(Classroom, AWatchMayEndATrace) {
  const test::TextFile data(and_rows);
  const auto traced = trace_file(data.path(), {{"preset", "online"}, {"rounds", "4000000"}, {"updates", ""}},
                                 [](const TrainProgress&) { return false; });
  ASSERT_TRUE(traced) << traced.error().message;
  EXPECT_NE(traced.value().report.json().find("\"interrupted\""), std::string::npos);
}

TEST(Classroom, CurvesAreTheFormulas) {
  const std::vector<double> at = {-800, -2, -1, 0, 0.5, 1, 3, 800};
  const auto f = [&](const char* name) { return curve(name, at).value(); };
  EXPECT_EQ(f("sign"), (std::vector<double>{-1, -1, -1, 0, 1, 1, 1, 1}));
  EXPECT_EQ(f("step"), (std::vector<double>{0, 0, 0, 1, 1, 1, 1, 1}));
  EXPECT_EQ(f("zero-one"), (std::vector<double>{1, 1, 1, 1, 0, 0, 0, 0}));
  EXPECT_EQ(f("perceptron"), (std::vector<double>{800, 2, 1, 0, 0, 0, 0, 0}));
  EXPECT_EQ(f("hinge"), (std::vector<double>{801, 3, 2, 1, 0.5, 0, 0, 0}));
  EXPECT_EQ(f("squared-hinge"), (std::vector<double>{641601, 9, 4, 1, 0.25, 0, 0, 0}));
  const auto sigmoid = f("sigmoid");
  const auto logistic = f("logistic");
  for (std::size_t k = 0; k < at.size(); ++k) {
    EXPECT_NEAR(sigmoid[k], 1 / (1 + std::exp(-at[k])), 1e-15);
    EXPECT_NEAR(logistic[k], at[k] < -700 ? -at[k] : std::log1p(std::exp(-at[k])), 1e-12);
  }
  const double nan = std::numeric_limits<double>::quiet_NaN();
  for (const char* name : {"sign", "step", "zero-one", "hinge", "squared-hinge", "modified-huber", "sigmoid"})
    EXPECT_TRUE(std::isnan(curve(name, {nan}).value()[0])) << name;
  const auto none = curve("cubic", at);
  ASSERT_FALSE(none);
  EXPECT_NE(none.error().message.find("sigmoid"), std::string::npos);
}

TEST(Classroom, InC) {
  const test::TextFile data(and_rows);
  hs_context* const context = hs_context_new();
  hs_text* table = nullptr;
  hs_text* report = nullptr;
  ASSERT_EQ(hs_trace_file(context, data.path().c_str(), nullptr, nullptr, nullptr, &table, &report), HS_OK)
      << hs_last_error(context);
  EXPECT_NE(std::string(hs_text_data(table)).find("mistake"), std::string::npos);
  EXPECT_NE(std::string(hs_text_data(report)).find("\"train\""), std::string::npos);
  hs_text_free(table);
  hs_text_free(report);
  EXPECT_EQ(hs_trace_file(context, data.path().c_str(), nullptr, nullptr, nullptr, nullptr, nullptr), HS_OK);
  EXPECT_EQ(hs_trace_file(context, nullptr, nullptr, nullptr, nullptr, &table, nullptr), HS_USAGE);
  const test::TextFile student("row,score\n0,0\n1,-2\n");
  EXPECT_EQ(hs_grade_file(context, data.path().c_str(), student.path().c_str(), nullptr, nullptr, nullptr, &report),
            HS_NO);
  EXPECT_NE(std::string(hs_text_data(report)).find("\"arithmetic\""), std::string::npos);
  hs_text_free(report);
  EXPECT_EQ(hs_grade_file(context, data.path().c_str(), nullptr, nullptr, nullptr, nullptr, nullptr), HS_USAGE);
  const std::vector<double> at = {-1, 1};
  std::vector<double> values(2);
  EXPECT_EQ(hs_curve(context, "hinge", 2, at.data(), values.data()), HS_OK);
  EXPECT_EQ(values, (std::vector<double>{2, 0}));
  EXPECT_EQ(hs_curve(context, "hinge", 2, at.data(), nullptr), HS_USAGE);
  EXPECT_EQ(hs_curve(context, "hinge", 0, nullptr, nullptr), HS_OK);
  EXPECT_EQ(hs_curve(context, "nothing", 2, at.data(), values.data()), HS_USAGE);
  hs_context_free(context);
}

}  // namespace
}  // namespace halfspace
