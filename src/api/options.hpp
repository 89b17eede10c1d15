// Options of the library as settings.
#pragma once

#include <string>

#include "halfspace/options.hpp"
#include "halfspace/result.hpp"
#include "train/settings.hpp"

namespace halfspace::api {

enum class Reads { file, memory };
enum class Task { train, separate, cv, search, path };

/// Checks the names. For rows in memory those about files are Errors; `missing` is for both.
Result<Settings> settings_of(const Options& options, Reads from, Task task = Task::train);

/// Options of a file that a model shall score: those of the flags of `halfspace predict`.
Result<Settings> reading_settings(const Options& options);

/// 0: all cores. Error (usage): outside 1..4096.
Result<unsigned> threads_of(int threads);

/// An Error (usage) with the nearest name unless some option of some task is called so.
Result<void> check_name(const std::string& name);

}  // namespace halfspace::api
