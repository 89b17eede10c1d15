// Ending a run through the library: by its Watch and by the option `timeout`, within half a second.
#include <atomic>
#include <cstdint>
#include <span>
#include <thread>
#include <vector>

#include <gtest/gtest.h>

#include "base/clock.hpp"
#include "base/rng.hpp"
#include "halfspace/halfspace.hpp"

namespace halfspace {
namespace {

struct Points {
  std::vector<double> x;
  std::vector<double> y;
  std::size_t cols;
  DenseRows rows() const { return {x, static_cast<std::int64_t>(y.size()), static_cast<std::int64_t>(cols)}; }
};

Points overlapping(std::size_t rows, std::size_t cols) {
  Rng rng(3, Stream::order);
  Points p{{}, {}, cols};
  for (std::size_t i = 0; i < rows; ++i) {
    p.y.push_back(i % 2 == 0 ? 1 : -1);
    for (std::size_t j = 0; j < cols; ++j)
      p.x.push_back(static_cast<double>(rng.bounded(2000)) / 1000 - 1 + (j % 2 == i % 2 ? 0.2 : 0));
  }
  return p;
}

TEST(Watch, IsAskedFromTheCallingThreadAlone) {
  const Points p = overlapping(2000, 30);
  const auto caller = std::this_thread::get_id();
  std::atomic<int> elsewhere{0};
  std::atomic<int> asked{0};
  const auto done = train(p.rows(), std::span<const double>(p.y),
                          {{"algorithm", "svm"}, {"kernel", "rbf"}, {"threads", "3"}}, [&](const TrainProgress&) {
                            ++asked;
                            if (std::this_thread::get_id() != caller) ++elsewhere;
                            return true;
                          });
  ASSERT_TRUE(done.ok()) << done.error().text();
  EXPECT_GT(asked, 0);
  EXPECT_EQ(elsewhere, 0);
}

TEST(Watch, EndsARunThatKeepsWhatItHas) {
  const Points p = overlapping(2000, 30);
  int left = 20;
  const auto done = train(p.rows(), std::span<const double>(p.y), {{"preset", "pocket"}, {"rounds", "100000000"}},
                          [&](const TrainProgress&) { return --left > 0; });
  ASSERT_TRUE(done.ok()) << done.error().text();
  EXPECT_EQ(done.value().status, "interrupted");
}

class LongCancellation : public testing::TestWithParam<Options> {};

TEST_P(LongCancellation, IsHalfASecondLateAtMost) {
  constexpr double after = 1.5;
  const Points p = overlapping(10000, 60);
  const double begun = seconds_now();
  double ended = 0;
  const auto done = train(p.rows(), std::span<const double>(p.y), GetParam(), [&](const TrainProgress&) {
    if (seconds_now() < begun + after) return true;
    if (ended == 0) ended = seconds_now();
    return false;
  });
  const double finished = seconds_now();
  if (finished < begun + after) GTEST_SKIP() << "done before";
  EXPECT_LT(finished, begun + after + 0.5) << "the first look was " << ended - begun - after << " s late";
}

TEST_P(LongCancellation, TheTimeoutIsKept) {
  constexpr double limit = 1.5;
  const Points p = overlapping(10000, 60);
  Options options = GetParam();
  options.emplace_back("timeout", "1.5");
  const double begun = seconds_now();
  const auto done = train(p.rows(), std::span<const double>(p.y), options);
  EXPECT_LT(seconds_now(), begun + limit + 0.5);
}

/// "svm_rbf_100": the values of the options.
std::string values_of(const testing::TestParamInfo<Options>& learner) {
  std::string out;
  for (const auto& [name, value] : learner.param) out += (out.empty() ? "" : "_") + value;
  return out;
}

INSTANTIATE_TEST_SUITE_P(
    Learners, LongCancellation,
    testing::Values(Options{{"preset", "pocket"}, {"rounds", "100000000"}}, Options{{"preset", "cyclic"}},
                    Options{{"preset", "kernel"}, {"kernel", "rbf"}},
                    Options{{"algorithm", "svm"}, {"kernel", "rbf"}, {"C", "100"}},
                    Options{
                        {"algorithm", "svm"}, {"kernel", "rbf"}, {"approximation", "nystrom"}, {"components", "2000"}},
                    Options{{"algorithm", "logistic"}, {"features", "poly2"}, {"solver", "newton"}},
                    Options{{"algorithm", "logistic"}, {"features", "poly2"}, {"penalty", "none"}},
                    Options{{"algorithm", "svm"}, {"C", "inf"}, {"features", "poly2"}}),
    values_of);

}  // namespace
}  // namespace halfspace
