// A team does every item once, call after call, and failures reach the caller.
#include "base/team.hpp"

#include <atomic>
#include <stdexcept>
#include <string>
#include <vector>

#include <gtest/gtest.h>

namespace halfspace {
namespace {

TEST(Team, EveryItemOfEveryCallIsDoneOnce) {
  for (const unsigned threads : {0U, 1U, 2U, 7U}) {
    Team team(threads);
    for (int call = 0; call < 2000; ++call) {
      std::vector<std::atomic<int>> done(static_cast<std::size_t>(call % 9));
      team.run(done.size(), [&](std::size_t k) { ++done[k]; });
      for (const auto& d : done) ASSERT_EQ(d, 1);
    }
  }
}

TEST(Team, ThrowsWhatTheFirstFailedItemThrewAndGoesOn) {
  Team team(4);
  for (int call = 0; call < 200; ++call) {
    try {
      team.run(64, [&](std::size_t k) {
        if (k >= 5) throw std::runtime_error(std::to_string(k));
      });
      FAIL() << "no exception";
    } catch (const std::runtime_error& e) {
      EXPECT_EQ(std::string(e.what()), "5");
    }
    std::atomic<int> sum{0};
    team.run(10, [&](std::size_t) { ++sum; });
    EXPECT_EQ(sum, 10);
  }
}

}  // namespace
}  // namespace halfspace
