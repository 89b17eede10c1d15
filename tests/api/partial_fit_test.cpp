// Perceptrons that begin where another ended: so many runs of one pass are a run of so many passes. Rows may lack
// classes that exist.
#include <gtest/gtest.h>

#include "api/clouds.hpp"
#include "api/iris.hpp"
#include "base/json.hpp"
#include "halfspace/halfspace.hpp"

namespace halfspace {
namespace {

const std::vector<std::string> iris_classes = {"setosa", "versicolor", "virginica"};

PerceptronOptions passes(std::uint64_t count) {
  PerceptronOptions o;
  o.stop = Stop::passes;
  o.passes = count;
  return o;
}

TrainOptions learning(const PerceptronOptions& o, Multiclass way = Multiclass::none) {
  TrainOptions out;
  out.learner = o;
  out.multiclass = way;
  return out;
}

/// After `count` runs of one pass each.
Classifier pass_by_pass(const DenseRows& rows, const RowLabels& labels, PerceptronOptions o, Multiclass way,
                        std::uint64_t count) {
  o.passes = 1;
  auto trained = train(rows, labels, learning(o, way));
  for (std::uint64_t k = 1; k < count && trained; ++k) {
    const auto next = warm_start(o, trained.value().classifier);
    EXPECT_TRUE(next) << next.error().text();
    trained = train(rows, labels, learning(next.value(), way));
  }
  EXPECT_TRUE(trained) << trained.error().text();
  return trained.value().classifier;
}

void expect_equal(const Classifier& a, const Classifier& b) {
  ASSERT_EQ(a.weights().size(), b.weights().size());
  for (std::size_t j = 0; j < a.weights().size(); ++j) EXPECT_EQ(a.weights()[j], b.weights()[j]) << j;
  for (std::size_t k = 0; k < a.bias().size(); ++k) EXPECT_EQ(a.bias()[k], b.bias()[k]) << k;
}

struct Case {
  Multiclass way;
  std::vector<std::string> classes;
  PerceptronOptions options;
};

std::vector<Case> cases() {
  std::vector<Case> out;
  const std::vector<std::string> two = {"versicolor", "virginica"};  // overlapping
  for (const Bias bias : {Bias::augmented, Bias::none}) {
    PerceptronOptions o = passes(4);
    o.bias = bias;
    PerceptronOptions rate = o;
    rate.step = Step::rate;
    rate.eta = 0.1;
    for (const PerceptronOptions& p : {o, rate}) {
      out.push_back({Multiclass::none, two, p});
      out.push_back({Multiclass::argmax, iris_classes, p});
      out.push_back({Multiclass::one_vs_rest, iris_classes, p});
    }
  }
  return out;
}

TEST(PartialFit, PassByPassIsARunOfAllPasses) {
  for (const Case& c : cases()) {
    const test::Iris iris(c.classes);
    const auto whole = train(iris.rows(), iris.y, learning(c.options, c.way));
    ASSERT_TRUE(whole) << whole.error().text();
    expect_equal(pass_by_pass(iris.rows(), iris.y, c.options, c.way, 4), whole.value().classifier);
  }
}

TEST(PartialFit, BeginsInOriginalUnits) {
  const test::Iris iris(iris_classes);
  for (const Multiclass way : {Multiclass::argmax, Multiclass::one_vs_rest}) {
    TrainOptions o = learning(passes(3), way);
    o.features.scale = Scaling::standard;
    const auto whole = train(iris.rows(), iris.y, o);
    o.learner = passes(2);
    const auto first = train(iris.rows(), iris.y, o);
    ASSERT_TRUE(whole && first);
    o.learner = warm_start(passes(1), first.value().classifier).value();
    const auto second = train(iris.rows(), iris.y, o);
    ASSERT_TRUE(second) << second.error().text();
    for (std::size_t j = 0; j < 12; ++j) {
      EXPECT_NEAR(second.value().classifier.weights()[j], whole.value().classifier.weights()[j], 1e-9);
    }
  }
}

TEST(PartialFit, RowsMayLackClasses) {
  for (const Multiclass way : {Multiclass::argmax, Multiclass::one_vs_rest}) {
    const test::Iris one({"virginica"});
    TrainOptions o = learning(passes(1), way);
    o.classes = iris_classes;
    const auto first = train(one.rows(), one.y, o);
    ASSERT_TRUE(first) << first.error().text();
    EXPECT_EQ(first.value().classifier.classes(), iris_classes);
    EXPECT_EQ(first.value().classifier.outputs(), 3);
    EXPECT_FALSE(parse_json(first.value().report.json()).is_discarded());
    EXPECT_FALSE(first.value().report.text().empty());
    const test::Iris others({"setosa", "versicolor"});
    o.learner = warm_start(passes(1000), first.value().classifier).value();
    const auto second = train(others.rows(), others.y, o);
    ASSERT_TRUE(second) << second.error().text();
    EXPECT_EQ(second.value().mistakes, 0);
  }
}

TEST(PartialFit, TwoClassesAndRowsOfOne) {
  for (const char* label : {"setosa", "versicolor"}) {
    for (const Bias bias : {Bias::augmented, Bias::none}) {
      const test::Iris one({label});
      PerceptronOptions p = passes(3);
      p.bias = bias;
      TrainOptions o = learning(p);
      o.classes = {"versicolor", "setosa"};
      const auto trained = train(one.rows(), one.y, o);
      ASSERT_TRUE(trained) << trained.error().text();
      EXPECT_EQ(trained.value().classifier.classes(), (std::vector<std::string>{"setosa", "versicolor"}));
      EXPECT_EQ(trained.value().mistakes, 0);
      EXPECT_EQ(trained.value().separable, true);
      EXPECT_FALSE(trained.value().report.text().empty());
    }
  }
}

TEST(PartialFit, NumbersAreClassesByValue) {
  const test::Clouds t(3);
  TrainOptions o = learning(passes(1));
  o.classes = {"10", "2", "-1", "1.0"};
  const auto trained = train(t.rows(), t.y, o);
  ASSERT_TRUE(trained) << trained.error().text();
  EXPECT_EQ(trained.value().classifier.classes(), (std::vector<std::string>{"-1", "1.0", "2", "10"}));
}

TEST(PartialFit, RefusesWhatHasNoMeaning) {
  const test::Iris iris({"setosa", "versicolor"});
  TrainOptions o;
  o.classes = iris_classes;
  for (const auto& learner : {decltype(o.learner)(AutomaticOptions{}), decltype(o.learner)(ObjectiveOptions{})}) {
    o.learner = learner;
    const auto trained = train(iris.rows(), iris.y, o);
    ASSERT_FALSE(trained);
    EXPECT_EQ(trained.error().code, Code::usage);
    EXPECT_NE(trained.error().text().find("perceptron"), std::string::npos) << trained.error().text();
  }
  CvOptions cv;
  cv.train = o;
  cv.train.learner = PerceptronOptions{};
  EXPECT_EQ(cross_validate(iris.rows(), iris.y, cv).error().code, Code::usage);
  PerceptronOptions start = passes(1);
  start.start = Start::given;
  start.start_weights = std::vector<double>(10, 1.0);  // of two classes' vectors, and there are three
  o.learner = start;
  const auto sized = train(iris.rows(), iris.y, o);
  ASSERT_FALSE(sized);
  EXPECT_EQ(sized.error().code, Code::usage);
  EXPECT_NE(sized.error().text().find("3 classes"), std::string::npos) << sized.error().text();
}

}  // namespace
}  // namespace halfspace
