// Public and internal headers can be included together: no name stands for two things.
#include <type_traits>

#include <gtest/gtest.h>

#include "halfspace/halfspace.hpp"
#include "select/fold_fit.hpp"
#include "select/path_training.hpp"
#include "solver/linear/joint/joint.hpp"
#include "solver/linear/solver_run.hpp"
#include "solver/perceptron/perceptron.hpp"

namespace halfspace {
namespace {

TEST(Headers, PublicWatchIsTheCallersFunction) {
  EXPECT_TRUE((std::is_same_v<Watch, std::function<bool(const TrainProgress&)>>));
  EXPECT_FALSE((std::is_same_v<SolverRun, JointRun>));
}

}  // namespace
}  // namespace halfspace
