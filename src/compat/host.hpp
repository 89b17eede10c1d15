// What a tool asks of the program it runs in. Every member may be left out: then the tool reads files itself, says
// nothing while it works, and is not stopped.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <string>

#include "base/stop.hpp"
#include "format/read.hpp"
#include "train/settings.hpp"

namespace halfspace::compat {

/// One training run, from its first step until this is destroyed.
struct Watch {
  StopToken stop = {};
  std::function<void(std::uint64_t steps)> steps;  // so many are done
};

struct Host {
  Settings settings = {};                        // threads, seed, max-memory, timeout
  std::function<void(const std::string&)> note;  // a remark that is no answer
  std::function<Result<Dataset>(const std::string& path, const ReadOptions& options)> read;
  std::function<Watch()> watch;  // a training run begins
  /// Until the pointer is destroyed the caller may end the process: there is nothing yet to keep. `doing` is a literal.
  std::function<std::shared_ptr<void>(const char* doing)> nothing_to_keep;

  void say(const std::string& text) const {
    if (note) note(text);
  }
  Watch begin_run() const { return watch ? watch() : Watch{}; }
  std::shared_ptr<void> begin(const char* doing) const { return nothing_to_keep ? nothing_to_keep(doing) : nullptr; }
};

}  // namespace halfspace::compat
