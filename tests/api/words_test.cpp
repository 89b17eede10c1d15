// Messages name options of the library where the command line's name flags; and the names that calls know.
#include <algorithm>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "api/clouds.hpp"
#include "api/option_words.hpp"
#include "api/text_file.hpp"
#include "halfspace/halfspace.hpp"

namespace halfspace {
namespace {

using api::option_words;
using api::Reads;

TEST(OptionWords, AreFlagsWithoutDashes) {
  EXPECT_EQ(option_words("requires --loss hinge --penalty l2"), "requires loss hinge, penalty l2");
  EXPECT_EQ(option_words("needs --C; or --max-rounds (--scale)"), "needs C; or max-rounds (scale)");
  EXPECT_EQ(option_words("lambda = 1/(n C) - 2 -- none"), "lambda = 1/(n C) - 2 -- none");
  EXPECT_EQ(option_words("pack it with xz --check=crc64, not --ultra"), "pack it with xz --check=crc64, not --ultra");
  EXPECT_EQ(option_words("has no path; choose halfspace search over C"), "has no path; choose search() over C");
  EXPECT_EQ(option_words("keep two with --classes A,B"), "keep two with classes A,B");
  EXPECT_EQ(option_words("'--tol  --C' is no number"), "'tol  C' is no number");  // two blanks
}

TEST(OptionWords, ForRowsInMemoryChooseByWeights) {
  EXPECT_EQ(option_words("keep two with --classes A,B", Reads::memory), "keep two, by weights of 0");
  EXPECT_EQ(option_words("(keep two with --classes)", Reads::memory), "(keep two, by weights of 0)");
  EXPECT_EQ(option_words("leave it out with --columns; or", Reads::memory), "leave it out; or");
  EXPECT_EQ(option_words("choose fewer --columns", Reads::memory), "choose fewer columns");
}

/// What goes wrong with rows in memory, in the words of the library.
TEST(Messages, OfRowsInMemoryNameNoFlags) {
  const test::Clouds t(3);
  std::vector<double> three = t.y;
  three[0] = 7;
  three[1] = 7;
  PathOptions kernel;
  kernel.objective.loss = LossKind::hinge;
  kernel.objective.kernel.kernel = KernelKind::rbf;
  const std::vector<Error> errors = {
      separate(t.rows(), three).error(),
      separate(t.rows(), t.y, Options{{"label", "1"}}).error(),
      path(t.rows(), three, PathOptions{}).error(),
      path(t.rows(), t.y, kernel).error(),
      path(t.rows(), t.y, Options{{"choose", "one-se"}}).error(),
      cross_validate(t.rows(), three, CvOptions{}).error(),
      cross_validate(t.rows(), t.y, Options{{"metric", "log-loss"}, {"algorithm", "svm"}}).error(),
      train(t.rows(), three, Options{{"algorithm", "svm"}, {"C", "inf"}, {"positive", "7"}}).error(),
      train(t.rows(), t.y, Options{{"algorithm", "svm"}, {"loss", "hinge"}, {"penalty", "l1"}}).error(),
      train(t.rows(), t.y, Options{{"timeout", "0"}}).error(),
      search(t.rows(), t.y, Options{{"over", "C"}}).error(),
  };
  for (const Error& e : errors) {
    EXPECT_EQ(e.text().find("--"), std::string::npos) << e.text();
    EXPECT_FALSE(e.text().empty());
  }
  EXPECT_EQ(errors[0].text(),
            "classes: there are 3 of them, and the question is about two; leave the rows of the others out, by weights "
            "of 0");
  EXPECT_EQ(errors[2].text(),
            "option classes: a path is of two classes; rows in memory has 3: keep two, by weights of 0");
}

TEST(Messages, OfFilesNameTheirOptions) {
  const test::TextFile text("a;b;label\n1;2;x\n3;4;y\n");
  const auto refused = train_file(text.path());
  ASSERT_FALSE(refused);
  EXPECT_NE(refused.error().text().find("delimiter"), std::string::npos);
  EXPECT_EQ(refused.error().text().find("--"), std::string::npos) << refused.error().text();
}

TEST(OptionNames, AreListedForEveryCall) {
  const auto has = [](const std::vector<std::string>& names, const std::string& name) {
    return std::count(names.begin(), names.end(), name);
  };
  for (const auto& names : {option_names(), separate_option_names(), predict_option_names(), cv_option_names(),
                            search_option_names(), path_option_names(), evaluate_option_names(), explain_option_names(),
                            inspect_option_names(), report_option_names(), table_option_names()}) {
    EXPECT_EQ(has(names, "max-memory"), 1);
    std::vector<std::string> sorted = names;
    std::sort(sorted.begin(), sorted.end());
    EXPECT_EQ(std::adjacent_find(sorted.begin(), sorted.end()), sorted.end());
  }
  EXPECT_EQ(has(cv_option_names(), "repeats") + has(cv_option_names(), "predictions"), 2);
  EXPECT_EQ(has(search_option_names(), "over") + has(search_option_names(), "halving"), 2);
  EXPECT_EQ(has(path_option_names(), "lambdas") + has(path_option_names(), "lambda"), 1);
  EXPECT_EQ(has(predict_option_names(), "threshold") + has(predict_option_names(), "seed"), 1);
  EXPECT_EQ(has(option_names(), "groups") + has(option_names(), "folds"), 1);
  EXPECT_EQ(has(cv_option_names(), "groups") + has(path_option_names(), "order-by"), 2);
  EXPECT_EQ(has(evaluate_option_names(), "bootstrap") + has(evaluate_option_names(), "seed"), 2);
  EXPECT_EQ(has(explain_option_names(), "counterfactual") + has(explain_option_names(), "threshold"), 1);
  EXPECT_EQ(has(inspect_option_names(), "label") + has(report_option_names(), "unlabelled"), 2);
}

}  // namespace
}  // namespace halfspace
