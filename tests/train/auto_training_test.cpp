// --algorithm auto on random points: the perceptron exactly where the exact reference finds a separator, logistic
// regression with a witness everywhere else; and its limits, which are counted.
#include "train/auto_training.hpp"

#include <set>

#include <gtest/gtest.h>

#include "certify/cases.hpp"
#include "certify/reference_verdict.hpp"
#include "certify/signed_rows_of.hpp"
#include "report/model_run.hpp"
#include "report/separability_json.hpp"
#include "test_folder.hpp"
#include "train/request.hpp"

namespace halfspace::test {
namespace {

TrainRequest auto_request(const Dataset& data, bool bias) {
  Settings settings;
  if (!bias) settings.values["bias"] = "none";
  return train_request(settings, data, "points").value();
}

Points on_a_line(const std::vector<std::int64_t>& x, const std::vector<int>& y) {
  Points p;
  for (const std::int64_t v : x) p.x.push_back({v});
  p.y = y;
  p.bias = true;
  return p;
}

TEST(AutoTraining, TakesThePerceptronWhereTheReferenceSeparates) {
  std::set<Algorithm> ran;
  for (std::uint64_t seed = 0; seed < sets(600); ++seed) {
    const Points points = random_points(seed, 10, 3);
    const auto data = two_class_data(points);
    if (!data) continue;
    auto trained = train(*data, auto_request(*data, points.bias), {});
    if (!trained) continue;  // a score overflowed
    Trained& t = trained.value();
    describe_run(t, *data);
    const auto verdict = reference::reference_verdict(signed_rows(points)).verdict;
    const bool separable = verdict == reference::Verdict::separable;
    ASSERT_EQ(t.separable(), separable) << text_of(points);
    ASSERT_EQ(t.known.not_separable(), !separable) << text_of(points);
    if (t.model.algorithm == Algorithm::perceptron) {
      ASSERT_TRUE(separable) << text_of(points);
      ASSERT_EQ(t.train.wrong(), 0U) << text_of(points);
    } else {
      ASSERT_EQ(
          t.choice.starts_with(separable ? "separable, but the perceptron made no clean pass" : "not separable: "),
          true)
          << t.choice;
      ASSERT_EQ(t.model.report["verdict"], verdict_json(t.known));
    }
    ASSERT_EQ(t.model.settings["algorithm"], "auto");
    ran.insert(t.model.algorithm);
  }
  EXPECT_EQ(ran.size(), 2U);
}

TEST(AutoTraining, ThePerceptronStopsWhereItsWorkIsUsedUp) {
  const auto data = two_class_data(on_a_line({100000, 100001}, {-1, 1}));
  AutoWork most;
  most.reports = 3;
  Trained t = train_auto(*data, auto_request(*data, true), {}, most).value();
  describe_run(t, *data);
  EXPECT_EQ(t.model.algorithm, Algorithm::logistic);
  EXPECT_TRUE(t.known.separable());
  EXPECT_EQ(t.choice.rfind("separable, but the perceptron made no clean pass in ", 0), 0U) << t.choice;
  EXPECT_EQ(t.model.report["algorithm_reason"], t.choice);
}

TEST(AutoTraining, AQuestionWithoutWorkIsUndecided) {
  const auto data = two_class_data(on_a_line({100003, 200017, 300043, 400069}, {-1, 1, -1, 1}));  // no early recurrence
  AutoWork most;
  most.question = 0;
  most.reports = 1;
  const Trained t = train_auto(*data, auto_request(*data, true), {}, most).value();
  EXPECT_EQ(t.model.algorithm, Algorithm::logistic);
  EXPECT_EQ(t.known.decision->verdict, Verdict::undecided);
  EXPECT_NE(t.choice.find("the work allowed for it is used up"), std::string::npos) << t.choice;
}

TEST(AutoTraining, AHaltFromOutsideEndsIt) {
  const auto data = two_class_data(on_a_line({100000, 100001}, {-1, 1}));
  TrainObserver observer;
  bool over = false;
  observer.perceptron.progress = [&over](const Progress& p) { over = p.outlook != Outlook::asking; };
  observer.perceptron.stop = StopToken([&over] { return over ? Halt::timeout : Halt::go_on; });
  const Trained t = train(*data, auto_request(*data, true), observer).value();
  EXPECT_EQ(t.status, Status::timeout);
  EXPECT_EQ(t.model.algorithm, Algorithm::perceptron);
}

TEST(AutoTraining, ThreeClassesWithoutASeparatorAreMultinomial) {
  Points points = on_a_line({1, 2, 3, 1, 2, 3}, {1, 1, 1, -1, -1, -1});
  auto data = two_class_data(points);
  data->classes.push_back(data->classes[1]);
  data->classes[2].text = "third";
  data->label = {0, 1, 2, 1, 2, 0};
  AutoWork most;
  most.reports = 1;
  const auto t = train_auto(*data, auto_request(*data, true), {}, most);
  ASSERT_TRUE(t) << t.error().text();
  EXPECT_EQ(t.value().model.algorithm, Algorithm::logistic);
  EXPECT_EQ(t.value().model.multiclass, Multiclass::multinomial);
}

}  // namespace
}  // namespace halfspace::test
