// Fits that stop for Ctrl-C and --timeout, and say how far they are.
#pragma once

#include <string>

#include "base/stop.hpp"
#include "select/fold_fit.hpp"
#include "select/learn.hpp"
#include "session.hpp"

namespace halfspace::cli {

/// Ends a run for Ctrl-C, SIGTERM and --timeout, and keeps the line alive.
StopToken run_token(ProgressLine& line);

/// The observer of a series of fits called `what`, shown on `line`.
FitObserver fit_observer(ProgressLine& line, const StopToken& stop, const std::string& what);

/// The plan with the learner that --algorithm auto comes to.
Result<LearnPlan> settled_in_time(const Args& args, const Dataset& data, LearnPlan plan);

/// 130 after an interruption, 4 where some fits or all answers are missing, else 0.
int fits_exit_code(bool stopped, bool answered);

/// Of rows of --test that an ended run leaves out.
std::string not_scored(const StopToken& stop);

/// The error itself; says that the model of -o was written before it.
Error after_saving(const Args& args, const Error& error);

}  // namespace halfspace::cli
