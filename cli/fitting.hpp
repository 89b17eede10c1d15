// Fits that stop for Ctrl-C and --timeout, and say how far they are.
#pragma once

#include <string>

#include "select/fold_fit.hpp"
#include "session.hpp"

namespace halfspace::cli {

/// What to answer a run: `deadline` 0 is none.
Halt halt_at(double deadline);

/// When --timeout ends fits: 0 without it. `begun` is when the call began.
Result<double> deadline_of(const Args& args, double begun);

/// `line` must outlive it.
FitObserver fit_observer(ProgressLine& line, double deadline, const std::string& what);

/// The same without a word of how far they are.
FitObserver stoppable(double deadline);

/// 130 after Ctrl-C, 4 where the answer is not whole, else 0.
int fits_exit_code(bool stopped, bool answered);

}  // namespace halfspace::cli
