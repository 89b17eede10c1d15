// The stop token: asked as work is counted, by any thread, and never more than a portion late.
#include "base/stop.hpp"

#include <atomic>
#include <string>
#include <thread>

#include <gtest/gtest.h>

#include "base/clock.hpp"
#include "base/parallel.hpp"

namespace halfspace {
namespace {

TEST(StopToken, NeverEndsARunWithoutAQuestion) {
  const StopToken stop;
  for (int k = 0; k < 100; ++k) EXPECT_FALSE(stop.stopped(StopToken::between_looks));
  EXPECT_EQ(stop.ask(), Halt::go_on);
  EXPECT_NO_THROW(stop.grace().check(StopToken::grace_work));
}

TEST(StopToken, AsksOnceSoMuchWorkHasComeTogether) {
  int asked = 0;
  const StopToken stop([&asked] {
    ++asked;
    return Halt::go_on;
  });
  constexpr std::uint64_t portion = 1U << 10U;
  for (std::uint64_t done = 0; done < 10 * StopToken::between_looks; done += portion) stop.check(portion);
  EXPECT_EQ(asked, 10);
  EXPECT_EQ(stop.work(), 10 * StopToken::between_looks);
  EXPECT_EQ(stop.largest_portion(), portion);
}

TEST(StopToken, RemembersTheFirstAnswerThatEnds) {
  Halt answer = Halt::go_on;
  const StopToken stop([&answer] { return answer; });
  EXPECT_FALSE(stop.stopped(StopToken::between_looks));
  answer = Halt::timeout;
  EXPECT_FALSE(stop.stopped(1));  // it has not looked
  EXPECT_TRUE(stop.stopped(StopToken::between_looks));
  answer = Halt::interrupt;
  EXPECT_EQ(stop.ask(), Halt::timeout);
  EXPECT_TRUE(stop.stopped(0));
  try {
    stop.check(0);
    FAIL() << "no exception";
  } catch (const Stopped& s) {
    EXPECT_EQ(s.why, Halt::timeout);
  }
}

TEST(StopToken, TheOwnersQuestionIsAskedFromItsThreadAlone) {
  const auto owner = std::this_thread::get_id();
  std::atomic<int> elsewhere{0};
  std::atomic<int> anywhere{0};
  std::atomic<int> wrong_work{0};
  const StopToken stop(
      [&] {
        ++anywhere;
        return Halt::go_on;
      },
      [&](std::uint64_t work) {
        if (std::this_thread::get_id() != owner) ++elsewhere;
        if (work < StopToken::between_looks || work > 64 * StopToken::between_looks) ++wrong_work;
        return Halt::go_on;
      });
  parallel_items(64, 4, [&](std::size_t) { stop.check(StopToken::between_looks); });
  EXPECT_EQ(elsewhere, 0);
  EXPECT_EQ(wrong_work, 0);
  EXPECT_EQ(anywhere, 64);
}

TEST(StopToken, AStopOnAWorkerReachesTheCaller) {
  std::atomic<int> asked{0};
  const StopToken stop([&asked] { return ++asked > 3 ? Halt::interrupt : Halt::go_on; });
  EXPECT_THROW(parallel_items(1000, 3, [&](std::size_t) { stop.check(StopToken::between_looks); }), Stopped);
  EXPECT_LE(asked, 4 + 2);  // the two other workers may be asking when the answer comes
}

TEST(StopToken, GraceEndsAfterItsWork) {
  Halt answer = Halt::go_on;
  const StopToken stop([&answer] { return answer; });
  const StopToken rest = stop.grace();
  for (int k = 0; k < 1000; ++k) EXPECT_NO_THROW(rest.check(StopToken::between_looks));
  answer = Halt::timeout;
  std::uint64_t done = 0;
  EXPECT_THROW(for (;; done += StopToken::between_looks) rest.check(StopToken::between_looks), Stopped);
  EXPECT_LE(done, StopToken::grace_work + StopToken::between_looks);
}

TEST(StopToken, GraceAffordsNoMoreThanItHas) {
  Halt answer = Halt::go_on;
  const StopToken stop([&answer] { return answer; });
  const StopToken rest = stop.grace();
  EXPECT_TRUE(rest.affords(2 * StopToken::grace_work));  // the run goes on
  answer = Halt::timeout;
  EXPECT_TRUE(rest.affords(StopToken::grace_work));
  EXPECT_FALSE(rest.affords(StopToken::grace_work + 1));
  rest.check(StopToken::between_looks);
  EXPECT_FALSE(rest.affords(StopToken::grace_work));
  EXPECT_TRUE(stop.affords(2 * StopToken::grace_work));  // no grace
  EXPECT_TRUE(StopToken().affords(2 * StopToken::grace_work));
}

TEST(StopToken, EndsAtItsTime) {
  EXPECT_FALSE(StopToken::at(0).ended());
  EXPECT_FALSE(StopToken::at(seconds_now() + 1e6).ended());
  EXPECT_EQ(StopToken::at(seconds_now()).ask(), Halt::timeout);
  const StopToken watched = StopToken::at(0, [](std::uint64_t) { return Halt::interrupt; });
  EXPECT_EQ(watched.ask(), Halt::interrupt);
}

TEST(StopToken, APartHasABoundOfItsOwn) {
  int left = 3;
  const StopToken run([] { return Halt::go_on; });
  const StopToken part = run.part([&left] { return --left <= 0; });
  EXPECT_FALSE(part.ended());
  EXPECT_NO_THROW(part.check(5 * StopToken::between_looks));  // work asks the run alone
  EXPECT_EQ(left, 2);
  EXPECT_FALSE(part.ended());
  EXPECT_EQ(part.ask(), Halt::timeout);
  EXPECT_NO_THROW(part.check(StopToken::between_looks));
  EXPECT_FALSE(run.ended());
  EXPECT_EQ(part.why(), Halt::go_on);
  EXPECT_EQ(run.work(), 6 * StopToken::between_looks);
}

TEST(StopToken, APartEndsWithItsRun) {
  Halt answer = Halt::go_on;
  const StopToken run([&answer] { return answer; });
  const StopToken part = run.part([] { return false; }).part([] { return false; });
  EXPECT_FALSE(part.ended());
  answer = Halt::interrupt;
  EXPECT_EQ(part.ask(), Halt::interrupt);
  EXPECT_EQ(part.why(), Halt::interrupt);
  EXPECT_THROW(part.check(0), Stopped);
}

TEST(StopToken, PartsOfPartsAskTheInnerFirst) {
  std::string asked;
  const auto noted = [&asked](char name, bool over) {
    return [&asked, name, over] {
      asked += name;
      return over;
    };
  };
  const StopToken outer = StopToken().part(noted('o', true));
  EXPECT_TRUE(outer.part(noted('i', false)).ended());
  EXPECT_EQ(asked, "io");
  EXPECT_TRUE(outer.part(noted('I', true)).ended());
  EXPECT_EQ(asked, "ioI");
}

TEST(StopToken, GraceOfAPartIsThatOfItsRun) {
  const StopToken run([] { return Halt::go_on; });
  const StopToken part = run.part([] { return true; });
  EXPECT_TRUE(part.ended());
  EXPECT_FALSE(part.grace().ended());
}

TEST(Pace, TellsSmallPortionsTogether) {
  std::uint64_t asked = 0;
  const StopToken stop([&asked] {
    ++asked;
    return Halt::go_on;
  });
  Pace pace(stop);
  for (std::uint64_t done = 0; done < 4 * StopToken::between_looks; done += 16) pace.check(16);
  EXPECT_EQ(asked, 4U);
}

}  // namespace
}  // namespace halfspace
