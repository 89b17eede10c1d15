// --trace FILE: one JSON line per update (docs/formats/trace.md), written by train and read by plot.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "base/atomic_file.hpp"
#include "data/dataset.hpp"
#include "plot/mistakes_plot.hpp"
#include "solver/perceptron/perceptron.hpp"

namespace halfspace::cli {

class TraceFile {
 public:
  static Result<std::unique_ptr<TraceFile>> create(const std::string& path, const Dataset& data, bool batches);

  void add(const UpdateEvent& event);
  Result<void> commit();

 private:
  TraceFile(AtomicFile file, const Dataset& data, bool batches)
      : file_(std::move(file)), data_(data), batches_(batches) {}

  AtomicFile file_;
  const Dataset& data_;
  bool batches_;
  Result<void> state_;
};

/// Updates of each pass that has any, in order, from a trace file ("-" is standard input). Errors: io, and bad_data for
/// a line that is no update.
Result<std::vector<plot::PassUpdates>> read_trace(const std::string& path);

}  // namespace halfspace::cli
