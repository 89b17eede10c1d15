#include "api/options.hpp"

#include <algorithm>
#include <array>
#include <utility>

#include "base/text.hpp"
#include "classroom/visit_flags.hpp"
#include "feature/feature_map.hpp"
#include "halfspace/classroom.hpp"
#include "halfspace/table.hpp"
#include "select/path_request.hpp"
#include "select/requests.hpp"
#include "train/flags.hpp"
#include "train/limits.hpp"
#include "verbs/flags.hpp"

namespace halfspace {
namespace {

using Flags = std::vector<Flag>;

/// `halfspace cv --predictions FILE` as a switch: the library gives the text.
Flags predictions_flag() { return {{"predictions", "", "keep what was predicted of the rows held out", "output"}}; }

/// The lists of flags whose names a task knows.
std::vector<Flags> lists_of(api::Task task) {
  switch (task) {
    case api::Task::separate:
      return {data_flags(), separate_flags(), running_flags()};
    case api::Task::tool:
      return {running_flags()};
    case api::Task::predict:
      return {scoring_flags(), {threshold_flag()}, running_flags()};
    case api::Task::evaluate:
      return {{threshold_flag()}, label_flags(), more_flags(), scoring_flags(), running_flags()};
    case api::Task::explain:
      return {explain_flags(), scoring_flags(), running_flags()};
    case api::Task::inspect:
      return {data_flags(), running_flags()};
    case api::Task::report:
      return {{threshold_flag()}, {unlabelled_flag()}, label_flags(), scoring_flags(), running_flags()};
    case api::Task::table:
      return {data_flags(), fold_flags(), running_flags()};
    case api::Task::grade:
      return {data_flags(), change_flags(), learner_flags(), running_flags()};
    case api::Task::trace:
      return {visit_flags(), data_flags(), change_flags(), learner_flags(), running_flags()};
    case api::Task::path:
      return {data_flags(), change_flags(), path_flags(), fold_flags(), running_flags()};
    case api::Task::cv:
      return {data_flags(), change_flags(),  cv_flags(),          predictions_flag(),
              fold_flags(), learner_flags(), calibration_flags(), running_flags()};
    case api::Task::search:
      return {data_flags(),    change_flags(),      search_flags(), fold_flags(),
              learner_flags(), calibration_flags(), running_flags()};
    default:
      return {data_flags(),        change_flags(), learner_flags(), stream_flags(),
              calibration_flags(), fold_flags(),   running_flags()};
  }
}

/// Rows in memory have their groups with them. Training makes the folds of calibration alone; what a finished model is
/// asked has no time limit, and but for resampling no random choice. Predictions are of all rows.
bool is_known(const Flag& f, api::Task task) {
  switch (task) {
    case api::Task::train:
      return f.name != "folds" && f.name != "repeats";
    case api::Task::predict:
    case api::Task::explain:
      return f.name != "classes" && f.name != "seed" && f.name != "timeout";
    case api::Task::evaluate:
      return f.name != "timeout";
    case api::Task::inspect:
    case api::Task::report:
      return f.name != "seed" && f.name != "timeout";
    case api::Task::table:
      return f.group == "data" ? f.name != "data-cache" && f.name != "order-by"
                               : f.name == "groups" || f.name == "threads" || f.name == "max-memory";
    case api::Task::cv:
    case api::Task::search:
    case api::Task::path:
      return true;
    default:
      return f.name != "groups" && f.name != "order-by";
  }
}

/// Options about data that are not about files alone.
bool is_for_memory(const std::string& name, api::Task task) {
  return name == "missing" || (name == "unseen" && task == api::Task::predict);
}

Flags known_flags(api::Task task) {
  Flags all;
  for (const Flags& part : lists_of(task)) {
    for (const Flag& f : part) {
      const bool listed = std::any_of(all.begin(), all.end(), [&](const Flag& g) { return g.name == f.name; });
      if (!listed && is_known(f, task)) all.push_back(f);
    }
  }
  return all;
}

template <std::size_t task>
const Flags& kept_flags_of() {
  static const Flags kept = known_flags(static_cast<api::Task>(task));
  return kept;
}

template <std::size_t... tasks>
const Flags& kept_flags(std::size_t task, std::index_sequence<tasks...>) {
  static constexpr std::array<const Flags& (*)(), sizeof...(tasks)> of_task = {kept_flags_of<tasks>...};
  return of_task[task]();
}

std::vector<std::string> names_of(api::Task task) {
  std::vector<std::string> names;
  for (const Flag& f : api::flags_of(task)) names.push_back(f.name);
  return names;
}

/// Null where there is none.
const Flag* flag_of(const std::string& name, api::Task task) {
  const Flags& all = api::flags_of(task);
  const auto found = std::find_if(all.begin(), all.end(), [&](const Flag& f) { return f.name == name; });
  return found == all.end() ? nullptr : &*found;
}

Error no_such_option(const std::string& name, api::Task task) {
  const std::string near = nearest(name, names_of(task));
  return Error{Code::usage, "option " + in_quotes(name),
               near.empty() ? "there is no such option; docs/options.md lists them, without their dashes here"
                            : "there is no such option; did you mean " + in_quotes(near) + "?"};
}

}  // namespace

std::vector<std::string> option_names() { return names_of(api::Task::train); }

std::vector<std::string> separate_option_names() { return names_of(api::Task::separate); }
std::vector<std::string> predict_option_names() { return names_of(api::Task::predict); }
std::vector<std::string> cv_option_names() { return names_of(api::Task::cv); }
std::vector<std::string> search_option_names() { return names_of(api::Task::search); }
std::vector<std::string> path_option_names() { return names_of(api::Task::path); }
std::vector<std::string> evaluate_option_names() { return names_of(api::Task::evaluate); }
std::vector<std::string> explain_option_names() { return names_of(api::Task::explain); }
std::vector<std::string> inspect_option_names() { return names_of(api::Task::inspect); }
std::vector<std::string> report_option_names() { return names_of(api::Task::report); }
std::vector<std::string> grade_option_names() { return names_of(api::Task::grade); }
std::vector<std::string> trace_option_names() { return names_of(api::Task::trace); }
std::vector<std::string> table_option_names() { return names_of(api::Task::table); }

namespace api {

const std::vector<Flag>& flags_of(Task task) {
  return kept_flags(static_cast<std::size_t>(task), std::make_index_sequence<task_count>());
}

Result<Limits> limits_of(int threads, std::int64_t max_memory_mib) {
  Settings settings;
  if (threads != 0) settings.values["threads"] = std::to_string(threads);
  if (max_memory_mib != 0) settings.values["max-memory"] = std::to_string(max_memory_mib);
  const auto count = thread_count(settings);
  const auto bytes = memory_limit(settings);
  if (!count) return count.error();
  if (!bytes) return bytes.error();
  return Limits{count.value(), bytes.value()};
}

Result<void> check_name(const std::string& name) {
  for (const Task task : {Task::separate, Task::predict, Task::cv, Task::search, Task::path, Task::evaluate,
                          Task::explain, Task::report, Task::trace}) {
    if (flag_of(name, task) != nullptr) return {};
  }
  if (flag_of(name, Task::train) != nullptr) return {};
  return no_such_option(name, Task::train);
}

Result<Settings> settings_of(const Options& options, Reads from, Task task) {
  Settings settings;
  for (const auto& [name, value] : options) {
    const Flag* flag = flag_of(name, task);
    if (flag == nullptr) return no_such_option(name, task);
    if (flag->metavar.empty() && !value.empty())
      return Error{Code::usage, "--" + name, in_quotes(value) + " given to a switch; its value is empty"};
    if (from == Reads::memory &&
        ((flag->group == "data" && !is_for_memory(name, task)) || name == "groups" || name == "order-by"))
      return Error{Code::usage, "--" + name, "applies to files; these rows are in memory"};
    settings.values[name] = value;
  }
  return settings;
}

Result<Settings> scoring_settings(const Options& options, Reads from, Task task) {
  auto settings = settings_of(options, from, task);
  if (settings) {
    if (from == Reads::memory && settings.value().has("missing"))
      return Error{Code::usage, "--missing", "is what the model was trained with; leave it out"};
    return settings;
  }
  for (const auto& [name, value] : options) {
    if (flag_of(name, Task::train) != nullptr && flag_of(name, task) == nullptr)
      return Error{Code::usage, "--" + name, "does not apply to prediction input; leave it out"};
  }
  return settings;
}

Result<PredictOptions> predict_options(const Options& options, Reads from) {
  const auto settings = scoring_settings(options, from);
  if (!settings) return settings.error();
  const Settings& given = settings.value();
  const auto threads = thread_count(given);
  const auto bytes = memory_limit(given);
  if (!threads) return threads.error();
  if (!bytes) return bytes.error();
  const auto simd = simd_of(given);
  if (!simd) return simd.error();
  PredictOptions out;
  out.simd = simd.value();
  if (given.has("unseen")) {
    const auto unseen = choice_of<Unseen>(given.get("unseen"), "--unseen");
    if (!unseen) return unseen.error();
    out.unseen = unseen.value();
  }
  if (given.has("threads")) out.threads = static_cast<int>(threads.value());
  if (given.has("max-memory")) out.max_memory_mib = static_cast<std::int64_t>(bytes.value() >> 20U);
  if (!given.has("threshold")) return out;
  const auto threshold = option_number(given.get("threshold"), "--threshold");
  if (!threshold) return threshold.error();
  out.threshold = threshold.value();
  return out;
}

}  // namespace api
}  // namespace halfspace
