// train_file() with the option `stream`.
#include <sstream>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "api/text_file.hpp"
#include "base/rng.hpp"
#include "halfspace/halfspace.hpp"

namespace halfspace {
namespace {

std::string overlapping_rows() {
  Rng rng(5, Stream::probe);
  std::ostringstream out;
  out << "x,z,label\n";
  for (int i = 0; i < 200; ++i) {
    const auto x = static_cast<int>(rng.bounded(100));
    const auto z = static_cast<int>(rng.bounded(100));
    out << x << "," << z << "," << (x + z + static_cast<int>(rng.bounded(60)) > 130 ? "up" : "down") << "\n";
  }
  return out.str();
}

TEST(StreamInTheLibrary, HasTheWeightsOfAPerceptronInMemory) {
  const test::TextFile file(overlapping_rows());
  const Options choices = {{"algorithm", "perceptron"}, {"stop", "passes"}, {"passes", "2"}};
  Options streamed = choices;
  streamed.emplace_back("stream", "");
  const auto memory = train_file(file.path(), choices);
  const auto stream = train_file(file.path(), streamed);
  ASSERT_TRUE(memory && stream);
  const auto weights = [](const Training& t) {
    return std::vector(t.classifier.weights().begin(), t.classifier.weights().end());
  };
  EXPECT_EQ(weights(memory.value()), weights(stream.value()));
  EXPECT_EQ(memory.value().updates, stream.value().updates);
  EXPECT_EQ(stream.value().status, "passes");
  EXPECT_EQ(stream.value().visits, 400);
  EXPECT_FALSE(stream.value().gap);
  EXPECT_EQ(stream.value().runs.size(), 1U);
}

TEST(StreamInTheLibrary, StatesTheObjectiveOfALastPass) {
  const test::TextFile file(overlapping_rows());
  const auto once = train_file(file.path(), {{"stream", ""}});
  const auto judged = train_file(file.path(), {{"stream", ""}, {"final-pass", ""}});
  ASSERT_TRUE(once && judged);
  EXPECT_FALSE(once.value().objective);
  EXPECT_EQ(once.value().mistakes, -1);
  ASSERT_TRUE(judged.value().objective);
  EXPECT_GT(*judged.value().objective, 0);
  EXPECT_GE(judged.value().mistakes, 0);
  EXPECT_NE(judged.value().report.text().find("no duality gap"), std::string::npos);
}

TEST(StreamInTheLibrary, IsForFiles) {
  const std::vector<double> values = {1, 2};
  const std::vector<double> labels = {0, 1};
  const auto refused = train(DenseRows{values, 2, 1}, labels, Options{{"stream", ""}});
  ASSERT_FALSE(refused);
  EXPECT_EQ(refused.error().code, Code::usage);
  EXPECT_FALSE(train_file("no such file", {{"final-pass", ""}}));
}

}  // namespace
}  // namespace halfspace
