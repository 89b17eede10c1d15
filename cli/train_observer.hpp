// What a run of train shows while it runs.
#pragma once

#include "session.hpp"
#include "trace_file.hpp"
#include "train/train.hpp"

namespace halfspace::cli {

/// `line` and `trace` (null: no --trace) outlive it.
TrainObserver train_observer(ProgressLine& line, const StopToken& stop, TraceFile* trace);

}  // namespace halfspace::cli
