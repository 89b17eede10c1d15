#include <string>

#include <gtest/gtest.h>

#include "halfspace/classroom.h"
#include "halfspace/classroom.hpp"

namespace halfspace {
namespace {

TEST(Exercise, EveryKindHasSheetDataAndReport) {
  for (const std::string& kind : exercise_kind_names()) {
    const auto made = exercise(kind, 7);
    ASSERT_TRUE(made.ok()) << kind;
    EXPECT_TRUE(made.value().sheet.starts_with("# ")) << kind;
    EXPECT_NE(made.value().sheet.find("## Solution"), std::string::npos) << kind;
    EXPECT_TRUE(made.value().data.starts_with("x1,x2,y\n")) << kind;
    EXPECT_NE(made.value().report.json().find("\"kind\":\"" + kind + "\""), std::string::npos) << kind;
    EXPECT_EQ(made.value().report.text(), made.value().sheet);
    EXPECT_EQ(exercise(kind, 7, "markdown", "no").value().sheet.find("## Solution"), std::string::npos) << kind;
  }
}

TEST(Exercise, WrongWordsAreErrors) {
  const auto kind = exercise("kernal", 1);
  ASSERT_FALSE(kind.ok());
  EXPECT_EQ(kind.error().code, Code::usage);
  EXPECT_NE(kind.error().message.find("did you mean kernel?"), std::string::npos);
  EXPECT_FALSE(exercise("kernel", 1, "pdf").ok());
  EXPECT_FALSE(exercise("kernel", 1, "text", "maybe").ok());
}

TEST(Exercise, OfTheCInterfaceIsTheSame) {
  hs_context* context = hs_context_new();
  hs_text* sheet = nullptr;
  hs_text* data = nullptr;
  ASSERT_EQ(hs_exercise(context, "margin", 3, "latex", nullptr, &sheet, &data, nullptr), HS_OK);
  EXPECT_EQ(hs_text_data(sheet), exercise("margin", 3, "latex").value().sheet);
  EXPECT_EQ(hs_text_data(data), exercise("margin", 3).value().data);
  hs_text_free(sheet);
  hs_text_free(data);
  EXPECT_NE(hs_exercise(context, nullptr, 3, nullptr, nullptr, nullptr, nullptr, nullptr), HS_OK);
  hs_text* names = nullptr;
  ASSERT_EQ(hs_exercise_kinds(context, &names), HS_OK);
  EXPECT_TRUE(std::string(hs_text_data(names)).starts_with("convergence\n"));
  hs_text_free(names);
  hs_context_free(context);
}

}  // namespace
}  // namespace halfspace
