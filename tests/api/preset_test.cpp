// Choices that are set and choices that are not: presets, and zeros.
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "api/clouds.hpp"
#include "halfspace/halfspace.hpp"

namespace halfspace {
namespace {

/// A 0 that is set is no default: not that of a preset (kernel: 100 passes), nor one of the data's.
TEST(TypedOptions, AZeroThatIsSetIsAZero) {
  const test::Clouds t(1);
  const auto refusal = [&](auto learner) { return test::refusal(t, learner); };
  EXPECT_EQ(refusal(PerceptronOptions{.preset = "kernel", .passes = 0}), "option passes: '0' is less than 1");
  EXPECT_EQ(refusal(PerceptronOptions{.max_updates = 0}), "option max-updates: '0' is less than 1");
  EXPECT_EQ(refusal(PerceptronOptions{.preset = "kernel", .kernel = KernelKind::rbf, .gamma = 0}),
            "option gamma: '0' is outside (0, inf)");
  EXPECT_EQ(refusal(ObjectiveOptions{.tol = 0}), "option tol: '0' is outside (0, inf)");
  EXPECT_EQ(refusal(ObjectiveOptions{.lambda = 0}), "option lambda: '0' is outside (0, inf)");
  ObjectiveOptions svm{.loss = LossKind::hinge, .kernel = {.kernel = KernelKind::rbf, .gamma = 0}};
  EXPECT_EQ(refusal(svm), "option gamma: '0' is outside (0, inf)");
  svm.kernel = {.kernel = KernelKind::rbf, .components = 0};
  EXPECT_EQ(refusal(svm), "option components: '0' is less than 1");
}

/// Each preset, by its name alone and with all of its choices set, learns what its name learns.
TEST(Presets, AreTheirNames) {
  const test::Clouds t(9);
  const std::vector<std::string> names = perceptron_preset_names();
  EXPECT_EQ(names.size(), 12U);
  for (const std::string& name : names) {
    TrainOptions bare;
    bare.learner = PerceptronOptions{.preset = name, .max_updates = 50};
    auto full = perceptron_preset(name);
    ASSERT_TRUE(full) << name;
    EXPECT_TRUE(full.value().stop && full.value().eta && full.value().start) << name;
    EXPECT_FALSE(full.value().gamma) << name;
    full.value().max_updates = 50;
    TrainOptions filled;
    filled.learner = full.value();
    const auto named = train(t.rows(), t.y, Options{{"preset", name}, {"max-updates", "50"}});
    ASSERT_TRUE(named) << name << named.error().text();
    for (const TrainOptions& o : {bare, filled}) {
      const auto typed = train(t.rows(), t.y, o);
      ASSERT_TRUE(typed) << name << typed.error().text();
      EXPECT_EQ(typed.value().classifier.bytes(), named.value().classifier.bytes()) << name;
    }
  }
  EXPECT_EQ(perceptron_preset("kernel").value().passes, 100U);
  EXPECT_FALSE(perceptron_preset("pocked"));
  TrainOptions wrong;
  wrong.learner = PerceptronOptions{.preset = std::string("poc") + "ked"};
  EXPECT_NE(train(t.rows(), t.y, wrong).error().text().find("did you mean 'pocket'"), std::string::npos);
}

}  // namespace
}  // namespace halfspace
