// Options of the library as settings.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "halfspace/options.hpp"
#include "halfspace/result.hpp"
#include "train/flags.hpp"
#include "train/settings.hpp"

namespace halfspace::api {

enum class Reads { file, memory };
enum class Task {
  train,
  separate,
  predict,
  cv,
  search,
  path,
  tool,
  evaluate,
  explain,
  inspect,
  report,
  table,
  trace,
  grade
};
inline constexpr std::size_t task_count = 14;

/// What the task's options are, as flags; they are listed once.
const std::vector<Flag>& flags_of(Task task);

/// Checks the names. For rows in memory those about files are Errors; `missing` is for both.
Result<Settings> settings_of(const Options& options, Reads from, Task task = Task::train);

/// Options of rows that a model shall score.
Result<Settings> scoring_settings(const Options& options, Reads from, Task task = Task::predict);

/// Threads, memory and threshold by name.
Result<PredictOptions> predict_options(const Options& options, Reads from);

struct Limits {
  unsigned threads = 0;
  std::uint64_t max_bytes = 0;
};

/// Errors (usage): threads outside 0..4096, memory outside 0..10^12 MiB.
Result<Limits> limits_of(int threads, std::int64_t max_memory_mib);

/// An Error (usage) with the nearest name unless some option of some task is called so.
Result<void> check_name(const std::string& name);

}  // namespace halfspace::api
