#include "api/options.hpp"

#include <algorithm>

#include "base/text.hpp"
#include "select/path_request.hpp"
#include "select/requests.hpp"
#include "train/flags.hpp"
#include "train/limits.hpp"

namespace halfspace {
namespace {

using Flags = std::vector<Flag>;

/// The lists of flags whose names a task knows.
std::vector<Flags> lists_of(api::Task task) {
  switch (task) {
    case api::Task::separate:
      return {data_flags(), separate_flags(), running_flags()};
    case api::Task::path:
      return {data_flags(), path_flags(), fold_flags(), running_flags()};
    case api::Task::cv:
      return {data_flags(), cv_flags(), fold_flags(), learner_flags(), calibration_flags(), running_flags()};
    case api::Task::search:
      return {data_flags(), search_flags(), fold_flags(), learner_flags(), calibration_flags(), running_flags()};
    default:
      return {data_flags(), learner_flags(), calibration_flags(), running_flags()};
  }
}

Flags flags_of(api::Task task) {
  Flags all;
  for (const Flags& part : lists_of(task)) {
    for (const Flag& f : part) {
      const bool known = std::any_of(all.begin(), all.end(), [&](const Flag& g) { return g.name == f.name; });
      if (!known && f.name != "groups") all.push_back(f);  // rows in memory have their groups with them
    }
  }
  return all;
}

std::vector<std::string> names_of(api::Task task) {
  std::vector<std::string> names;
  for (const Flag& f : flags_of(task)) names.push_back(f.name);
  return names;
}

Result<Flag> find_flag(const std::string& name, api::Task task) {
  const std::vector<Flag> all = flags_of(task);
  const auto found = std::find_if(all.begin(), all.end(), [&](const Flag& f) { return f.name == name; });
  if (found != all.end()) return *found;
  const std::string near = nearest(name, names_of(task));
  return Error{Code::usage, "option " + in_quotes(name),
               near.empty() ? "there is no such option; docs/options.md lists them, without their dashes here"
                            : "there is no such option; did you mean " + in_quotes(near) + "?"};
}

}  // namespace

std::vector<std::string> option_names() { return names_of(api::Task::train); }

std::vector<std::string> separate_option_names() { return names_of(api::Task::separate); }

namespace api {

Result<unsigned> threads_of(int threads) {
  Settings settings;
  if (threads != 0) settings.values["threads"] = std::to_string(threads);
  return thread_count(settings);
}

Result<void> check_name(const std::string& name) {
  for (const Task task : {Task::separate, Task::cv, Task::search, Task::path}) {
    if (find_flag(name, task)) return {};
  }
  const auto flag = find_flag(name, Task::train);
  return flag ? Result<void>() : flag.error();
}

Result<Settings> settings_of(const Options& options, Reads from, Task task) {
  Settings settings;
  for (const auto& [name, value] : options) {
    const auto flag = find_flag(name, task);
    if (!flag) return flag.error();
    if (flag.value().metavar.empty() && !value.empty())
      return Error{Code::usage, "--" + name, in_quotes(value) + " given to a switch; its value is empty"};
    if (from == Reads::memory && flag.value().group == "data" && name != "missing")
      return Error{Code::usage, "--" + name, "applies to files; these rows are in memory"};
    settings.values[name] = value;
  }
  return settings;
}

Result<Settings> reading_settings(const Options& options) {
  auto settings = settings_of(options, Reads::file);
  if (!settings) return settings;
  for (const auto& [name, value] : options) {
    if (name == "threads" || name == "max-memory") continue;
    const std::vector<Flag> known = reading_flags();
    const bool reads =
        name != "classes" &&
        std::any_of(known.begin(), known.end(), [n = std::string_view(name)](const Flag& f) { return f.name == n; });
    if (!reads) return Error{Code::usage, "--" + name, "does not apply to prediction input; leave it out"};
  }
  return settings;
}

}  // namespace api
}  // namespace halfspace
