// How far apart the looks at the stop token are, in counted work, for every learner; and what is left to do after one
// that ends the run. Work is what the loops report, held against what the algorithm cannot do without.
#include <atomic>
#include <cmath>
#include <memory>
#include <ostream>
#include <string>

#include <gtest/gtest.h>

#include "base/rng.hpp"
#include "format/read.hpp"
#include "report/model_run.hpp"
#include "report/train_head.hpp"
#include "select/cross_validation.hpp"
#include "select/learn.hpp"
#include "select/path_request.hpp"
#include "select/path_training.hpp"
#include "select/search.hpp"
#include "separate/separation_answer.hpp"
#include "train/request.hpp"
#include "train/separate_request.hpp"
#include "train/train.hpp"

namespace halfspace {
namespace {

/// A row's score, a row of a Cholesky factor, one pass over the rows ...: far below what half a second can do.
constexpr std::uint64_t most_at_once = std::uint64_t{1} << 23U;

struct Rows {
  int rows = 600;
  int cols = 20;
  int classes = 2;
  bool overlap = true;
};

/// Points about one centre a class.
Dataset made(const Rows& r) {
  Rng rng(1, Stream::order);
  std::string text;
  for (int j = 0; j < r.cols; ++j) text += "x" + std::to_string(j) + ",";
  text += "label\n";
  for (int i = 0; i < r.rows; ++i) {
    for (int j = 0; j < r.cols; ++j) {
      const double noise = static_cast<double>(rng.bounded(2000)) / 100 - 10;
      const double centre = j % r.classes == i % r.classes ? (r.overlap ? 3 : 40) : 0;
      text += std::to_string(noise + centre) + ",";
    }
    text += "c" + std::to_string(i % r.classes) + "\n";
  }
  auto data = read_dataset(memory_source(text), "made.csv", ReadOptions());
  EXPECT_TRUE(data.ok()) << (data.ok() ? "" : data.error().text());
  return std::move(data).value();
}

Settings settings_of(const std::string& words) {
  Settings s;
  for (std::size_t at = 0; at < words.size();) {
    const std::size_t end = std::min(words.find(' ', at), words.size());
    const std::string word = words.substr(at, end - at);
    const std::size_t equal = word.find('=');
    s.values[word.substr(0, equal)] = equal == std::string::npos ? "" : word.substr(equal + 1);
    at = end + 1;
  }
  return s;
}

/// A token that ends the run at look number `looks` (0: never).
StopToken token_of(std::uint64_t looks) {
  const auto seen = std::make_shared<std::atomic<std::uint64_t>>(0);
  return StopToken([seen, looks] { return ++*seen == looks ? Halt::interrupt : Halt::go_on; });
}

TrainObserver observer_of(const StopToken& stop) {
  TrainObserver out;
  out.perceptron.stop = stop;
  out.linear.stop = stop;
  return out;
}

struct Case {
  std::string settings;
  Rows rows;
  std::uint64_t least_work = 0;  // multiplications that it cannot do without

  friend std::ostream& operator<<(std::ostream& out, const Case& r) { return out << r.settings; }
};

class StopInTraining : public testing::TestWithParam<Case> {
 protected:
  void SetUp() override {
    auto made_request = train_request(settings_of(GetParam().settings), data, "made.csv");
    ASSERT_TRUE(made_request.ok()) << made_request.error().text();
    request = std::move(made_request).value();
    request.threads = 2;
  }

  const Dataset data = made(GetParam().rows);
  TrainRequest request;
};

std::uint64_t entries(const Rows& r) { return static_cast<std::uint64_t>(r.rows) * static_cast<std::uint64_t>(r.cols); }
std::uint64_t gram(const Rows& r) { return entries(r) * static_cast<std::uint64_t>(r.cols) / 2; }

TEST_P(StopInTraining, LooksAreNeverFarApart) {
  const StopToken stop = token_of(0);
  const auto whole = train(data, request, observer_of(stop));
  ASSERT_TRUE(whole.ok()) << whole.error().text();
  EXPECT_LE(stop.largest_portion(), most_at_once);
  EXPECT_GE(stop.work(), GetParam().least_work) << "a loop does not report its work";
}

TEST_P(StopInTraining, ARunThatIsEndedHasLittleLeftToDo) {
  for (const std::uint64_t looks : {1U, 2U, 3U, 5U, 8U, 13U, 21U, 34U}) {
    const StopToken stop = token_of(looks);
    auto ended = train(data, request, observer_of(stop));
    if (!ended) {
      EXPECT_EQ(ended.error().code, Code::interrupted) << ended.error().text();
    } else if (stop.why() != Halt::go_on && ended.value().fitted) {
      for (const double w : ended.value().model.w) ASSERT_TRUE(std::isfinite(w));
      describe_run(ended.value(), data);
      EXPECT_EQ(ended.value().model.report["status"], name_of(ended.value().status));
    }
    EXPECT_LE(stop.work(), (looks + 8) * (StopToken::between_looks + most_at_once));
  }
}

/// The perceptron's weights stay until those of the second learner are whole.
TEST(StopInAuto, KeepsThePerceptronWhenItsSecondLearnerIsStopped) {
  const Dataset data = made({2000, 60, 2, true});
  auto request = train_request(settings_of("algorithm=auto"), data, "made.csv");
  ASSERT_TRUE(request.ok()) << request.error().text();
  std::uint64_t kept = 0;
  for (std::uint64_t looks = 1; looks < 400; looks += 1 + looks / 8) {
    const StopToken stop = token_of(looks);
    const auto ended = train(data, request.value(), observer_of(stop));
    if (!ended || stop.why() == Halt::go_on) continue;
    const Trained& t = ended.value();
    for (const double w : t.model.w) ASSERT_TRUE(std::isfinite(w));
    if (t.model.algorithm != Algorithm::perceptron) continue;
    ++kept;
    EXPECT_EQ(t.status, Status::interrupted);
    EXPECT_NE(choice_json(t).dump().find("stopped before"), std::string::npos) << looks;
  }
  EXPECT_GT(kept, 0U);
}

std::vector<Case> every_learner() {
  const Rows small{400, 10, 2, true};
  const Rows apart{400, 10, 2, false};
  const Rows wide{300, 200, 2, true};
  const Rows three{300, 12, 3, true};
  std::vector<Case> out;
  for (const char* s :
       {"passes=200", "preset=pocket rounds=400", "preset=averaged passes=200", "preset=voted passes=20",
        "order=first-mistake max-updates=500", "order=random-mistake max-updates=500"})
    out.push_back({s, small, entries(small)});
  for (const char* kernel : {"polynomial", "rbf", "laplacian", "sigmoid"})
    out.push_back({std::string("preset=kernel passes=10 kernel=") + kernel, small, entries(small) * 10});
  for (const char* s : {"multiclass=argmax passes=100", "multiclass=one-vs-rest passes=50"})
    out.push_back({s, three, entries(three) * 3});
  for (const char* solver : {"newton", "interior-point", "augmented-lagrangian"})
    out.push_back({std::string("algorithm=svm loss=hinge solver=") + solver, wide, gram(wide)});
  out.push_back({"algorithm=logistic solver=newton", wide, gram(wide)});
  out.push_back({"algorithm=logistic penalty=firth", small, gram(small)});
  out.push_back({"algorithm=logistic penalty=none", small, gram(small)});
  out.push_back({"algorithm=logistic penalty=none statistics", small, 2 * gram(small)});
  out.push_back({"algorithm=logistic penalty=l1 C=0.1", wide, entries(wide)});
  out.push_back({"algorithm=logistic penalty=elastic-net l1-ratio=0.5 C=0.1", wide, entries(wide)});
  out.push_back({"algorithm=logistic penalty=none solver=gd", small, entries(small)});
  for (const char* solver : {"trust-newton", "dual-cd", "sgd"})
    out.push_back({std::string("algorithm=logistic solver=") + solver, wide, entries(wide)});
  out.push_back({"algorithm=svm loss=squared-hinge C=10", wide, entries(wide)});
  out.push_back({"algorithm=svm loss=modified-huber C=10", wide, entries(wide)});
  out.push_back({"algorithm=svm C=inf", apart, entries(apart)});
  out.push_back({"algorithm=svm C=inf solver=interior-point", apart, gram(apart)});
  out.push_back({"algorithm=logistic multiclass=multinomial", three, entries(three) * 3});
  out.push_back({"algorithm=svm multiclass=crammer-singer", three, entries(three) * 3});
  out.push_back({"algorithm=svm multiclass=one-vs-one", three, entries(three)});
  for (const char* kernel : {"linear", "polynomial", "rbf", "laplacian", "sigmoid"})
    out.push_back({std::string("algorithm=svm kernel=") + kernel, small, entries(small) * 10});
  out.push_back({"algorithm=svm kernel=rbf nu=0.3", small, entries(small) * 10});
  out.push_back({"algorithm=svm kernel=rbf loss=squared-hinge", small, entries(small) * 10});
  out.push_back({"algorithm=svm kernel=rbf approximation=nystrom components=200", small, entries(small) * 200});
  out.push_back({"algorithm=svm kernel=rbf approximation=fourier components=200", small, entries(small) * 200});
  out.push_back({"algorithm=logistic features=poly2", small, entries(small) * 5});
  return out;
}

INSTANTIATE_TEST_SUITE_P(Learners, StopInTraining, testing::ValuesIn(every_learner()), [](const auto& learner) {
  std::string name;
  for (const char c : learner.param.settings) {
    if (std::isalnum(static_cast<unsigned char>(c)) != 0) name += c;
  }
  return name;
});

TEST(StopInSelection, FoldsAreEndedWithoutScores) {
  const Rows rows{400, 10, 2, true};
  const Dataset data = made(rows);
  const auto plan = learn_plan(settings_of("algorithm=svm kernel=rbf"), data, "made.csv");
  ASSERT_TRUE(plan.ok());
  for (const std::uint64_t looks : {1U, 4U, 10U}) {
    FitObserver observer;
    observer.stop = token_of(looks);
    const auto cv = cross_validate(data, plan.value(), FoldOptions(), {Metric::accuracy}, false, observer);
    ASSERT_TRUE(cv.ok()) << cv.error().text();
    EXPECT_TRUE(cv.value().stopped());
    EXPECT_LE(observer.stop.largest_portion(), most_at_once);
    EXPECT_LE(observer.stop.work(), (looks + 20) * (StopToken::between_looks + most_at_once));
  }
}

TEST(StopOnAPath, PointsThatAreDoneStay) {
  const Rows rows{400, 60, 2, true};
  const Dataset data = made(rows);
  for (const char* settings : {"penalty=l1 points=20", "penalty=l2 points=20 folds=4"}) {
    const auto request = path_request(settings_of(settings), data, "made.csv");
    ASSERT_TRUE(request.ok()) << request.error().text();
    for (const std::uint64_t looks : {1U, 5U, 12U}) {
      PathWatch watch;
      watch.stop = token_of(looks);
      const auto path = train_on_path(data, request.value(), watch);
      if (!path) {
        EXPECT_EQ(path.error().code, Code::interrupted);
        continue;
      }
      EXPECT_LE(watch.stop.largest_portion(), most_at_once);
      if (watch.stop.why() == Halt::go_on) continue;
      for (const PathRow& row : path.value().rows) EXPECT_TRUE(std::isfinite(row.gap));
      EXPECT_LE(watch.stop.work(), (looks + 20) * (StopToken::between_looks + most_at_once));
    }
  }
}

TEST(StopOfExactQuestions, LooksAreNeverFarApart) {
  for (const Rows& rows : {Rows{200, 30, 2, true}, Rows{200, 30, 2, false}, Rows{60, 100, 2, true}}) {
    const Dataset data = made(rows);
    auto request = separate_request(settings_of(""));
    ASSERT_TRUE(request.ok());
    for (const std::uint64_t looks : {0U, 1U, 3U, 9U, 27U}) {
      DecideOptions& options = request.value().options;
      options.stop = token_of(looks);
      const auto asked = separate_rows(data, settings_of(""), request.value(), TextAgain());
      if (!asked) continue;
      const auto found = answer_separation(*asked.value().rows, options, {});
      ASSERT_TRUE(found.ok()) << found.error().text();
      EXPECT_LE(options.stop.largest_portion(), most_at_once);
      if (options.stop.why() == Halt::go_on) {
        EXPECT_NE(found.value().decision.verdict, Verdict::undecided);
      }
    }
  }
}

}  // namespace
}  // namespace halfspace
