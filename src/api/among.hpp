// An answer found among rows in memory: their settings, limits and watch, and Errors in the words of options.
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <utility>

#include "api/option_words.hpp"
#include "api/options.hpp"
#include "api/report.hpp"
#include "api/rows.hpp"
#include "api/watching.hpp"
#include "train/limits.hpp"

namespace halfspace::api {

inline Report report_of(std::function<std::string()> json, std::function<std::string()> text) {
  return Report(std::make_shared<const Report::Writer>(Report::Writer{std::move(json), std::move(text)}));
}

/// The rows, and an answer found among them.
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
  return find(std::move(data).value(), settings.value(), watching);
}

/// The same with Errors in the words of options.
template <class Answer, class RowsInMemory, class Find>
Result<Answer> among(const RowsInMemory& rows, const RowLabels& labels, const Result<Settings>& settings,
                     const Watch& watch, Find&& find) {
  return in_option_words(found_among<Answer>(rows, labels, settings, watch, find), Reads::memory);
}

}  // namespace halfspace::api
