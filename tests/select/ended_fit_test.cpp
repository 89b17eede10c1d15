// A fit that its limit ends says so, and is not one that was never begun.
#include <gtest/gtest.h>

#include "select/fold_fit.hpp"

namespace halfspace {
namespace {

TEST(FoldFit, OneThatIsEndedWasBegun) {
  const StopToken stop([] { return Halt::timeout; });
  const auto learn = [&](const Dataset&) -> Result<Trained> {
    static_cast<void>(stop.ask());
    throw Stopped{stop.why()};
  };
  const auto fit = fit_fold(Dataset(), {}, {}, learn, TrainRequest(), stop);
  ASSERT_TRUE(fit.ok());
  EXPECT_TRUE(fit.value().begun);
  EXPECT_TRUE(fit.value().ended());
  EXPECT_FALSE(fit.value().scored());
  EXPECT_EQ(fit.value().status, Status::timeout);
}

TEST(FoldFit, AnEndedFitIsNoFitDone) {
  FitObserver observer;
  std::size_t reported = 0;
  observer.progress = [&](std::size_t done, std::size_t) { reported = done; };
  const auto fits = fit_all(3, 1, observer, [](std::size_t k) -> Result<FoldFit> {
    FoldFit fit;
    fit.begun = true;
    fit.status = k == 0 ? Status::converged : Status::timeout;
    return fit;
  });
  ASSERT_TRUE(fits.ok());
  EXPECT_EQ(reported, 1U);
}

}  // namespace
}  // namespace halfspace
