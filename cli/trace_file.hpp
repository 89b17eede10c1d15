// --trace FILE: one JSON line per update (docs/formats/trace.md).
#pragma once

#include <memory>
#include <string>

#include "base/atomic_file.hpp"
#include "data/dataset.hpp"
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

}  // namespace halfspace::cli
