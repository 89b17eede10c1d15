// Runs that a limit or a signal ends, in every round: what they keep, and what they say of it.
#include <gtest/gtest.h>

#include "driver/driver.hpp"
#include "driver/partition_rows.hpp"
#include "report/calibration_report.hpp"
#include "report/model_run.hpp"
#include "report/path_report.hpp"
#include "report/train_report.hpp"

namespace halfspace {
namespace {

class Ended : public testing::Test {
 protected:
  std::vector<Partition> parts_ = partitions_of(made_rows(41, 600, 4, 2), 2, Kind::dense);

  Answer answered(const Question& question) const {
    return Answer::parse(summed(parts_, question.bytes(), 0, 1)).value();
  }

  /// Of each number of rounds until it is done: calls f with the run that was ended then, or with why it could not be.
  template <class F>
  void in_each_round(const Settings& settings, Driver::Goal goal, const F& f) {
    for (int rounds = 0;; ++rounds) {
      Driver run = Driver::begin(settings, goal).value();
      for (int k = 0; k < rounds && !run.done(); ++k) ASSERT_TRUE(run.tell(answered(run.ask())).ok());
      if (run.done()) return;
      const Result<void> ended = run.end(rounds % 2 == 0 ? Halt::timeout : Halt::interrupt);
      f(run, ended, rounds % 2 == 0 ? Status::timeout : Status::interrupted);
    }
  }
};

TEST_F(Ended, PathsKeepThePointsDone) {
  Settings settings;
  settings.values = {{"points", "4"}, {"folds", "3"}, {"penalty", "l1"}};
  std::size_t most = 0;
  bool whole = false;
  in_each_round(settings, Driver::Goal::path, [&](const Driver& run, const Result<void>& ended, Status status) {
    if (!ended) {
      EXPECT_EQ(ended.error().code, Code::interrupted);
      EXPECT_EQ(most, 0U) << "a run that had a point has none any more";
      return;
    }
    auto found = run.finish_path();
    ASSERT_TRUE(found.ok()) << found.error().text();
    describe_run(found.value().path.trained, found.value().data);
    const PathTraining& path = found.value().path;
    EXPECT_GE(path.rows.size(), std::max<std::size_t>(most, 1));
    most = path.rows.size();
    EXPECT_FALSE(path_text(found.value().data, path).empty());
    EXPECT_EQ(path_json(found.value().data, path)["points"].size(), most);
    whole = path.chosen.has_value();
    EXPECT_EQ(path.status, whole ? Status::converged : status);
    EXPECT_EQ(path.why_no_means.empty(), whole);
  });
  EXPECT_EQ(most, 4U);
  EXPECT_TRUE(whole);
}

TEST_F(Ended, CalibrationIsDoneOrSaysThatItWasStopped) {
  Settings settings;
  settings.values = {{"algorithm", "svm"},
                     {"loss", "squared-hinge"},
                     {"calibrate", "platt"},
                     {"calibrate-folds", "20"},
                     {"seed", "3"}};
  int stopped = 0;
  in_each_round(settings, Driver::Goal::fit, [&](const Driver& run, const Result<void>& ended, Status status) {
    if (!ended) {
      EXPECT_EQ(ended.error().code, Code::interrupted);
      return;
    }
    ++stopped;
    const auto found = run.finish();
    ASSERT_TRUE(found.ok()) << found.error().text();
    ASSERT_TRUE(found.value().calibration.has_value());
    const CalibrationReport& r = *found.value().calibration;
    EXPECT_FALSE(r.done);
    EXPECT_TRUE(std::holds_alternative<std::monostate>(found.value().trained.model.probability));
    EXPECT_EQ(calibration_json(r)["runs"].size(), 20U);
    for (const FoldFit& fit : r.fits) EXPECT_EQ(fit.status, status);
    EXPECT_FALSE(
        train_text(found.value().data, found.value().request, found.value().trained, std::nullopt, "").empty());
  });
  EXPECT_GT(stopped, 5);
}

}  // namespace
}  // namespace halfspace
