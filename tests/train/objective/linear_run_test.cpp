// Which of several runs came least far.
#include "train/objective/linear_run.hpp"

#include <limits>

#include <gtest/gtest.h>

namespace halfspace {
namespace {

LinearRun run_of(Status status, double primal, double gap) {
  LinearRun run;
  run.result.status = status;
  run.result.primal = primal;
  run.result.gap = gap;
  return run;
}

TEST(LinearTraining, AGapThatIsNotKnownIsTheLargest) {
  constexpr double unknown = std::numeric_limits<double>::quiet_NaN();
  for (const std::size_t at : {0U, 1U, 2U}) {
    LinearTraining all;
    for (const double gap : {1.0, 5.0, 2.0}) all.runs.push_back(run_of(Status::timeout, 10, gap));
    all.runs[at].result.gap = unknown;
    EXPECT_EQ(&all.least_far(), &all.runs[at]);
  }
}

TEST(LinearTraining, AStatusCountsBeforeGaps) {
  LinearTraining all;
  all.runs.push_back(run_of(Status::converged, 10, 9));
  all.runs.push_back(run_of(Status::timeout, 10, 1));
  all.runs.push_back(run_of(Status::timeout, 1, 0.5));
  EXPECT_EQ(&all.least_far(), &all.runs[2]);
}

}  // namespace
}  // namespace halfspace
