// What is found in files of each kind, and the page of a classifier and rows with labels or without.
#include <cstdio>
#include <fstream>
#include <string>

#include <gtest/gtest.h>

#include "api/clouds.hpp"
#include "api/labelled_csv.hpp"
#include "api/text_file.hpp"
#include "base/json.hpp"
#include "halfspace/halfspace.hpp"

namespace halfspace {
namespace {

TEST(InspectFile, FindsColumnsOfATableAndItsLikelyLabel) {
  const test::TextFile text("size,colour,kind\n1,red,a\n2,,b\n4,red,a\n3,blue,b\n5,red,a\n2,blue,b\n");
  const auto found = inspect_file(text.path());
  ASSERT_TRUE(found) << found.error().text();
  const Json told = parse_json(found.value().json());
  EXPECT_EQ(told["kind"], "data");
  ASSERT_EQ(told["columns"].size(), 3U);
  EXPECT_EQ(told["columns"][0]["type"], "number");
  EXPECT_EQ(told["columns"][0]["max"], 5.0);
  EXPECT_EQ(told["columns"][1]["missing"], 1);
  EXPECT_EQ(told["columns"][1]["levels"], (Json{"red", "blue"}));
  EXPECT_EQ(told["columns"][1]["level_rows"], (Json{3, 2}));
  EXPECT_NE(found.value().text().find("colour"), std::string::npos);
  const std::string suggestion = told["suggestion"].get<std::string>();
  EXPECT_TRUE(suggestion.starts_with("halfspace train " + text.path())) << suggestion;
  EXPECT_EQ(inspect_file(text.path(), {{"delimiter", "ab"}}).error().text().find("option delimiter: "), 0U);
  EXPECT_EQ(inspect_file("/no/such.csv").error().code, Code::io);
}

TEST(InspectFile, KnowsModelsAndCertificates) {
  const test::Clouds t(4);
  const std::string model = testing::TempDir() + "halfspace_inspected.hs";
  const Classifier c = test::learned(t.rows(), t.y);
  ASSERT_TRUE(c.save(model));
  const auto found = inspect_file(model);
  const auto refused = inspect_file(model, {{"label", "1"}});
  std::remove(model.c_str());
  ASSERT_TRUE(found) << found.error().text();
  EXPECT_EQ(parse_json(found.value().json())["kind"], "model");
  EXPECT_EQ(refused.error().text(), "option label: is for data; this file is a model");
  const test::TextFile text("x,label\n1,a\n2,b\n");
  const auto separated = separate_file(text.path());
  ASSERT_TRUE(separated) << separated.error().text();
  const std::string certificate = testing::TempDir() + "halfspace_inspected.cert";
  std::ofstream(certificate) << separated.value().certificate;
  const auto proof = inspect_file(certificate);
  std::remove(certificate.c_str());
  ASSERT_TRUE(proof) << proof.error().text();
  EXPECT_EQ(parse_json(proof.value().json())["kind"], "certificate");
}

TEST(ReportPage, SaysWhatEvaluationSaysWhereThereAreLabels) {
  const test::Clouds t(4);
  const test::TextFile text(test::csv_of(t));
  const auto trained = train_file(text.path(), {{"algorithm", "logistic"}, {"no-header", ""}, {"label", "4"}});
  ASSERT_TRUE(trained) << trained.error().text();
  const Classifier& c = trained.value().classifier;
  const auto page = report_page(c, text.path(), {{"threshold", "0.6"}}, "iris.hs");
  ASSERT_TRUE(page) << page.error().text();
  EXPECT_TRUE(page.value().labelled);
  EXPECT_TRUE(page.value().bytes.starts_with("<!DOCTYPE html>") || page.value().bytes.starts_with("<!doctype html>"));
  EXPECT_NE(page.value().bytes.find("</html>"), std::string::npos);
  EXPECT_NE(page.value().bytes.find("iris.hs"), std::string::npos);
  const Json told = parse_json(page.value().report.json());
  EXPECT_EQ(told["bytes"], page.value().bytes.size());
  EXPECT_EQ(told["report_command"], "halfspace report iris.hs " + text.path() + " -o report.html --threshold 0.6");
  const auto judged = evaluate_file(c, text.path(), {{"threshold", "0.6"}});
  EXPECT_EQ(told["evaluation"], parse_json(judged.value().report.json()));
  const auto plain = report_page(c, text.path(), {{"unlabelled", ""}});
  ASSERT_TRUE(plain) << plain.error().text();
  EXPECT_FALSE(plain.value().labelled);
  EXPECT_EQ(parse_json(plain.value().report.json())["evaluation"], nullptr);
  EXPECT_EQ(report_page(c, text.path(), {{"unlabelled", ""}, {"label", "4"}}).error().text(),
            "option unlabelled: cannot be combined with label; choose one");
  EXPECT_EQ(report_page(c, text.path(), {{"title", "x"}}).error().code, Code::usage);
}

TEST(ReportPage, OfAFileWithoutRowsIsRefused) {
  const test::Clouds t(4);
  const Classifier c = test::learned(t.rows(), t.y);
  const test::TextFile text("");
  EXPECT_EQ(report_page(c, text.path()).error().code, Code::bad_data);
}

}  // namespace
}  // namespace halfspace
