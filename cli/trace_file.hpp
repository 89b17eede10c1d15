// --trace FILE: one JSON line per update (docs/formats/trace.md), written by train and read by plot.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "base/atomic_file.hpp"
#include "base/json.hpp"
#include "data/dataset.hpp"
#include "plot/mistakes_plot.hpp"
#include "solver/perceptron/perceptron.hpp"

namespace halfspace::cli {

class TraceFile {
 public:
  static Result<std::unique_ptr<TraceFile>> create(const std::string& path, const Dataset& data, bool batches);

  void add(const UpdateEvent& event);

  /// One-vs-rest: the lines that follow are of this class's run.
  void set_output(std::uint32_t k) { output_ = k; }
  Result<void> commit();
  const std::string& remark() const { return file_.remark(); }

 private:
  TraceFile(AtomicFile file, const Dataset& data, bool batches)
      : file_(std::move(file)), data_(data), batches_(batches) {}

  void add_weights(Json& line, const UpdateEvent& event) const;

  AtomicFile file_;
  const Dataset& data_;
  bool batches_;
  std::optional<std::uint32_t> output_;
  Result<void> state_;
};

/// Updates of each pass that has any, in order, from a trace file ("-" is standard input); those of one-vs-rest's runs
/// together. Errors: io, and bad_data for
/// a line that is no update.
Result<std::vector<plot::PassUpdates>> read_trace(const std::string& path);

}  // namespace halfspace::cli
