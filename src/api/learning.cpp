#include "api/learning.hpp"

#include <utility>

#include "api/option_words.hpp"
#include "api/rows.hpp"
#include "api/training.hpp"
#include "base/text.hpp"
#include "model/model.hpp"
#include "train/algorithm_choice.hpp"
#include "train/limits.hpp"
#include "train/request.hpp"

namespace halfspace::api {
namespace {

/// Labels that no row has are for learners that need no rows of them.
Result<void> check_named_classes(const Settings& settings) {
  if (settings.classes.empty()) return {};
  const auto algorithm = chosen_algorithm(settings);
  if (!algorithm) return algorithm.error();
  if (algorithm.value() != Algorithm::perceptron)
    return Error{Code::usage, "classes",
                 "are for perceptrons; --algorithm " + std::string(name_of(algorithm.value())) +
                     " needs rows of every class: leave them out"};
  if (settings.has("calibrate"))
    return Error{Code::usage, "classes", "cannot be combined with --calibrate, whose folds need rows of every class"};
  for (std::size_t k = 0; k < settings.classes.size(); ++k) {
    const std::string& text = settings.classes[k];
    if (!is_utf8(text) || text.find('\0') != std::string::npos)
      return Error{Code::usage, "classes[" + std::to_string(k) + "]",
                   in_quotes(text) + " is not UTF-8 text without NUL bytes"};
  }
  return {};
}

/// Of a start: its multipliers are of the caller's rows.
Result<void> check_start_rows(const Settings& settings, std::int64_t rows) {
  if (!settings.start) return {};
  const auto& runs = settings.start->multipliers;
  for (std::size_t k = 0; k < runs.size(); ++k) {
    for (const SupportRow& s : runs[k]) {
      if (s.row < rows) continue;
      return Error{Code::usage, "start_multipliers",
                   "of run " + std::to_string(k) + " (from 0): row " + std::to_string(s.row) + " of " +
                       counted(static_cast<std::uint64_t>(rows), "row") + "; rows count from 0"};
    }
  }
  return {};
}

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
  if (const auto fine = check_named_classes(settings.value()); !fine) return fine.error();
  if (const auto fine = check_start_rows(settings.value(), rows.rows); !fine) return fine.error();
  const auto memory = memory_limit(settings.value());
  const auto running = running_of(settings.value());
  if (!memory) return memory.error();
  if (!running) return running.error();
  const Watching watching(watch, running.value());
  auto data = training_rows(rows, labels, settings.value().get("missing"), memory.value(), settings.value().classes);
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
