// Which learner flags choose: every flag of every learner, alone and beside every other.
#include "train/algorithm_choice.hpp"

#include <algorithm>

#include <gtest/gtest.h>

#include "solver/linear/options.hpp"
#include "train/learner.hpp"

namespace halfspace::test {
namespace {

Settings with(std::map<std::string, std::string> values) { return Settings{std::move(values)}; }

std::string chosen(std::map<std::string, std::string> values) {
  const auto found = chosen_algorithm(with(std::move(values)));
  return found ? std::string(name_of(found.value())) : found.error().text();
}

bool has_flag(Algorithm learner, const std::string& flag) { return owns(learner_of(learner), flag); }

/// Every flag of a learner, once.
std::vector<std::string> flags_of_learners() {
  std::vector<std::string> out;
  for (const Learner& learner : learners()) {
    for (const Flag& f : learner.flags()) {
      if (std::find(out.begin(), out.end(), f.name) == out.end()) out.push_back(f.name);
    }
  }
  return out;
}

TEST(AlgorithmChoice, IsAutoWithoutAFlagOfALearner) {
  EXPECT_EQ(chosen({}), "auto");
  EXPECT_EQ(chosen({{"algorithm", "auto"}}), "auto");
  for (const char* flag : {"label", "columns", "categorical", "missing", "scale", "features", "positive", "seed",
                           "bias", "threads", "timeout", "holdout", "o", "calibrate"})
    EXPECT_EQ(chosen({{flag, "1"}}), "auto") << flag;
}

TEST(AlgorithmChoice, IsWhatWasNamed) {
  for (const char* name : {"perceptron", "logistic", "svm"}) {
    EXPECT_EQ(chosen({{"algorithm", name}}), name);
    EXPECT_EQ(chosen({{"algorithm", name}, {"preset", "pocket"}, {"C", "1"}}), name) << "the learner checks the others";
  }
}

TEST(AlgorithmChoice, AFlagThatIsThePerceptronsAloneChoosesIt) {
  int count = 0;
  for (const std::string& flag : flags_of_learners()) {
    if (!has_flag(Algorithm::perceptron, flag) || has_flag(Algorithm::logistic, flag)) continue;
    EXPECT_EQ(chosen({{flag, "1"}}), "perceptron") << flag;
    EXPECT_EQ(chosen({{flag, "1"}, {"algorithm", "auto"}, {"seed", "3"}, {"scale", "standard"}}), "perceptron") << flag;
    ++count;
  }
  EXPECT_GT(count, 10);
}

TEST(AlgorithmChoice, AFlagOfLogisticRegressionAndSupportVectorMachinesChoosesTheFirst) {
  int count = 0;
  for (const std::string& flag : flags_of_learners()) {
    if (has_flag(Algorithm::perceptron, flag) || flag == "loss" || flag == "nu") continue;
    if (flag == "approximate-support") continue;  // of support vector machines alone
    EXPECT_EQ(chosen({{flag, "1"}}), "logistic") << flag;
    ++count;
    if (flag == "statistics") continue;  // of logistic regression alone
    EXPECT_EQ(chosen({{flag, "1"}, {"loss", "hinge"}}), "svm") << flag;
  }
  EXPECT_GT(count, 8);
  EXPECT_EQ(chosen({{"approximate-support", ""}}), "svm");
}

TEST(AlgorithmChoice, AFlagOfAllLearnersChoosesNoneButForKernelAndRounds) {
  for (const std::string& flag : flags_of_learners()) {
    if (!has_flag(Algorithm::perceptron, flag) || !has_flag(Algorithm::svm, flag)) continue;
    const std::string expected = flag == "kernel" || flag == "rounds" ? "perceptron" : "auto";
    EXPECT_EQ(chosen({{flag, "1"}}), expected) << flag;
  }
}

TEST(AlgorithmChoice, OfALossIsTheLearnerThatHasIt) {
  for (const std::string_view loss : Names<LossKind>::list) {
    if (loss == name_of(LossKind::perceptron)) continue;  // no learner offers it
    EXPECT_EQ(chosen({{"loss", std::string(loss)}}), loss == "logistic" ? "logistic" : "svm");
  }
}

TEST(AlgorithmChoice, OfValuesThatOneLearnerHas) {
  EXPECT_EQ(chosen({{"C", "inf"}}), "svm");
  EXPECT_EQ(chosen({{"nu", "0.2"}}), "svm");
  EXPECT_EQ(chosen({{"solver", "smo"}}), "svm");
  EXPECT_EQ(chosen({{"solver", "interior-point"}}), "svm");
  EXPECT_EQ(chosen({{"solver", "min-norm"}}), "svm");
  EXPECT_EQ(chosen({{"solver", "gd"}, {"rounds", "10"}}), "logistic");
  EXPECT_EQ(chosen({{"solver", "sgd"}, {"rounds", "10"}, {"loss", "hinge"}}), "svm");
  EXPECT_EQ(chosen({{"multiclass", "argmax"}}), "perceptron");
  EXPECT_EQ(chosen({{"multiclass", "multinomial"}}), "logistic");
  EXPECT_EQ(chosen({{"multiclass", "one-vs-one"}}), "logistic");
  EXPECT_EQ(chosen({{"multiclass", "crammer-singer"}}), "svm");
  EXPECT_EQ(chosen({{"multiclass", "one-vs-rest"}}), "auto");
}

TEST(AlgorithmChoice, OfAKernelIsAKernelMachineBesideFlagsOfOne) {
  EXPECT_EQ(chosen({{"kernel", "rbf"}}), "perceptron");
  EXPECT_EQ(chosen({{"kernel", "none"}}), "auto");
  EXPECT_EQ(chosen({{"kernel", "rbf"}, {"gamma", "2"}}), "perceptron");
  EXPECT_EQ(chosen({{"kernel", "rbf"}, {"C", "10"}}), "svm");
  EXPECT_EQ(chosen({{"kernel", "rbf"}, {"approximation", "nystrom"}, {"C", "10"}}), "svm");
  EXPECT_EQ(chosen({{"kernel", "rbf"}, {"approximation", "nystrom"}, {"loss", "logistic"}}), "logistic");
  EXPECT_EQ(chosen({{"kernel", "rbf"}, {"preset", "kernel"}}), "perceptron");
}

TEST(AlgorithmChoice, FlagsOfDifferentLearnersAreAnErrorThatNamesBoth) {
  const std::vector<std::string> all = flags_of_learners();
  for (const std::string& mine : all) {
    if (has_flag(Algorithm::logistic, mine)) continue;
    for (const std::string& other : all) {
      if (has_flag(Algorithm::perceptron, other)) continue;
      const auto found = chosen_algorithm(with({{mine, "1"}, {other, "1"}}));
      ASSERT_FALSE(found) << mine << " " << other;
      EXPECT_EQ(found.error().code, Code::usage);
      EXPECT_NE(found.error().text().find("--" + mine), std::string::npos) << found.error().text();
      EXPECT_NE(found.error().text().find("--" + other), std::string::npos) << found.error().text();
    }
  }
  EXPECT_NE(chosen({{"loss", "hinge"}, {"statistics", ""}}).find("--loss"), std::string::npos);
  EXPECT_NE(chosen({{"multiclass", "argmax"}, {"C", "1"}}).find("--C for logistic and svm"), std::string::npos);
}

TEST(Learner, TheListIsInTheOrderOfTheAlgorithms) {
  for (const Learner& learner : learners()) EXPECT_EQ(&learner_of(learner.algorithm), &learner);
}

TEST(Learner, HasItsOwnWaysToManyClasses) {
  for (const Learner& learner : learners()) {
    EXPECT_EQ(find_way("", learner).value(), Multiclass::none);
    for (const std::string_view name : Names<Multiclass>::list) {
      const auto found = find_way(name, learner);
      if (found) {
        EXPECT_EQ(name_of(found.value()), name);
      } else {
        EXPECT_NE(found.error().text().find(" is not one of "), std::string::npos) << found.error().text();
      }
    }
  }
  EXPECT_FALSE(find_way("multinomial", learner_of(Algorithm::svm)));
  EXPECT_FALSE(find_way("crammer-singer", learner_of(Algorithm::logistic)));
  EXPECT_FALSE(find_way("one-vs-one", learner_of(Algorithm::perceptron)));
  EXPECT_FALSE(find_way("one-vs-all", learner_of(Algorithm::automatic)));
}

}  // namespace
}  // namespace halfspace::test
