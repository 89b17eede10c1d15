#include "api/learning.hpp"

#include <utility>

#include "api/option_words.hpp"
#include "api/rows.hpp"
#include "api/training.hpp"
#include "model/model.hpp"
#include "train/limits.hpp"
#include "train/request.hpp"

namespace halfspace::api {
namespace {

template <class RowsInMemory>
Result<Training> learned_in_memory(const RowsInMemory& rows, const RowLabels& labels, const Result<Settings>& settings,
                                   const Watch& watch, const Seen& seen) {
  if (!settings) return settings.error();
  for (const char* name : {"stream", "final-pass"}) {
    if (settings.value().has(name))
      return Error{Code::usage, "--" + std::string(name), "is for files; these rows are in memory"};
  }
  if (!rows.groups.empty() && !settings.value().has("calibrate"))
    return Error{Code::usage, "groups", "keep rows together in folds, and this run has none; leave them out"};
  const auto memory = memory_limit(settings.value());
  const auto running = running_of(settings.value());
  if (!memory) return memory.error();
  if (!running) return running.error();
  const Watching watching(watch, running.value());
  auto data = training_rows(rows, labels, settings.value().get("missing"), memory.value());
  if (!data) return data.error();
  return learn_from(std::move(data).value(), settings.value(), memory_name, TextAgain(), watching, seen);
}

}  // namespace

Result<Training> learn_from(Dataset data, const Settings& settings, const std::string& source,
                            std::optional<TextAgain> text, const Watching& watching, const Seen& seen) {
  auto plan = learn_plan(settings, data, source);
  if (!plan) return plan.error();
  plan.value().request.text = std::move(text);
  auto learned = learn(data, plan.value(), showing(watching.of_run(), data, seen, watching), watching.of_fits());
  if (!learned) return learned.error();
  return training_of(without_numbers(std::move(data)), std::move(plan.value().request), std::move(learned).value(),
                     source);
}

Result<Training> learn_in_memory(const DenseRows& rows, const RowLabels& labels, const Result<Settings>& settings,
                                 const Watch& watch, const Seen& seen) {
  return in_option_words(learned_in_memory(rows, labels, settings, watch, seen), Reads::memory);
}

Result<Training> learn_in_memory(const CsrRows& rows, const RowLabels& labels, const Result<Settings>& settings,
                                 const Watch& watch, const Seen& seen) {
  return in_option_words(learned_in_memory(rows, labels, settings, watch, seen), Reads::memory);
}

}  // namespace halfspace::api
