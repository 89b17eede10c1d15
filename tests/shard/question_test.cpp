// Questions that no driver asks: a worker refuses them before it looks at a row.
#include "shard/question.hpp"

#include <gtest/gtest.h>

namespace halfspace {
namespace {

/// About rows held out by two folds, one model.
Question held_out() {
  Question q;
  q.ask = Ask::held_out;
  q.cols = 1;
  q.bias = false;
  q.classes = {"a", "b"};
  q.first_moment = q.second_moment = {0};
  q.folds.count = 2;
  Task& t = q.tasks.emplace_back();
  t.positive = 1;
  t.weights = {0.5};
  t.left_out = 1;
  return q;
}

bool is_asked(const Question& q) { return Question::parse(q.bytes()).ok(); }

TEST(Question, OfRowsHeldOutNamesFoldsAndModels) {
  EXPECT_TRUE(is_asked(held_out()));
  Question q = held_out();
  q.folds.count = 0;
  EXPECT_FALSE(is_asked(q));
  q.tasks.clear();
  EXPECT_FALSE(is_asked(q));
  q.folds.count = 2;
  EXPECT_FALSE(is_asked(q));
  for (const auto& [part, repeats] : {std::pair{2U, 1U}, {no_part, 1U}, {1U, 0U}}) {
    q = held_out();
    q.tasks[0].left_out = part;
    q.folds.repeats = repeats;
    EXPECT_FALSE(is_asked(q)) << part << ' ' << repeats;
  }
}

TEST(Question, AsksForNoMoreThanAnAnswerHolds) {
  Question q = held_out();
  q.folds.count = 1U << 16U;
  EXPECT_TRUE(is_asked(q));
  q.ask = Ask::sizes;
  q.tasks.clear();
  q.classes.assign(16, "");
  for (std::size_t k = 0; k < q.classes.size(); ++k) q.classes[k] = std::to_string(k);
  q.least_weight.assign(q.classes.size(), 1);
  EXPECT_FALSE(is_asked(q));
  q.folds.count = 100;
  EXPECT_TRUE(is_asked(q));
  q.ask = Ask::work;
  q.cols = 4096;
  q.first_moment.assign(q.cols, 0);
  q.second_moment.assign(q.cols, 0);
  Task t;
  t.hessian = true;
  t.weights.assign(q.cols, 0);
  q.tasks.assign(31, t);
  EXPECT_TRUE(is_asked(q));
  q.tasks.assign(32, t);  // 4096 * 4097 / 2 curvatures each, and slopes
  EXPECT_FALSE(is_asked(q));
}

}  // namespace
}  // namespace halfspace
