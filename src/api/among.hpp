// An answer found among rows in memory or of a file: their settings, limits and watch, and Errors in the words of
// options.
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <utility>

#include "api/option_words.hpp"
#include "api/options.hpp"
#include "api/report.hpp"
#include "api/rows.hpp"
#include "api/watching.hpp"
#include "base/text.hpp"
#include "format/read.hpp"
#include "train/limits.hpp"
#include "train/reading.hpp"

namespace halfspace::api {

template <class Json, class Text>
Report report_of(Json json, Text text) {
  return Report(std::make_shared<const Report::Writer>(Report::Writer{std::move(json), std::move(text)}));
}

/// What rows are called, and where their digits can be looked at again.
struct RowsOrigin {
  std::string name = memory_name;
  std::optional<TextAgain> text = TextAgain();
};

/// The rows, and an answer found among them: find(data, settings, watching, origin).
template <class Answer, class RowsInMemory, class Find>
Result<Answer> found_among(const RowsInMemory& rows, const RowLabels& labels, const Result<Settings>& settings,
                           const Watch& watch, Find&& find) {
  if (!settings) return settings.error();
  const auto memory = memory_limit(settings.value());
  const auto running = running_of(settings.value());
  if (!memory) return memory.error();
  if (!running) return running.error();
  const Watching watching(watch, running.value());
  auto data = training_rows(rows, labels, settings.value().get("missing"), memory.value());
  if (!data) return data.error();
  return find(std::move(data).value(), settings.value(), watching, RowsOrigin());
}

/// The same with Errors in the words of options.
template <class Answer, class RowsInMemory, class Find>
Result<Answer> among(const RowsInMemory& rows, const RowLabels& labels, const Result<Settings>& settings,
                     const Watch& watch, Find&& find) {
  return in_option_words(found_among<Answer>(rows, labels, settings, watch, find), Reads::memory);
}

/// The same among the rows of a file.
template <class Answer, class Find>
Result<Answer> found_in_file(const std::string& path, const Result<Settings>& settings, const Watch& watch,
                             Find&& find) {
  if (!settings) return settings.error();
  const auto running = running_of(settings.value());
  if (!running) return running.error();
  auto reading = read_options(settings.value());
  if (!reading) return reading.error();
  const Watching watching(watch, running.value());
  reading.value().stop = watching.stop();
  auto data = read_dataset(path, reading.value());
  if (!data) return data.error();
  const RowsOrigin origin = path == "-" ? RowsOrigin{"stdin", std::nullopt} : RowsOrigin{shown(path, 4096), path};
  return find(std::move(data).value(), settings.value(), watching, origin);
}

/// Options by name.
template <class Answer, class Find>
Result<Answer> in_file(const std::string& path, const Options& options, Task task, const Watch& watch, Find&& find) {
  return in_option_words(found_in_file<Answer>(path, settings_of(options, Reads::file, task), watch, find));
}

}  // namespace halfspace::api
