#include "api/options.hpp"

#include <algorithm>

#include "base/text.hpp"
#include "train/flags.hpp"

namespace halfspace {
namespace {

std::vector<Flag> flags_of(api::Task task) {
  std::vector<Flag> all;
  for (const auto& part :
       {data_flags(), task == api::Task::train ? learner_flags() : separate_flags(), running_flags()}) {
    for (const Flag& f : part) {
      const bool known = std::any_of(all.begin(), all.end(), [&](const Flag& g) { return g.name == f.name; });
      if (!known) all.push_back(f);
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

Result<void> check_name(const std::string& name) {
  if (find_flag(name, Task::separate)) return {};
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
      return Error{Code::usage, "--" + name, "is about files; the rows are in memory"};
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
    if (!reads)
      return Error{Code::usage, "--" + name, "says nothing about the reading of rows to predict; leave it out"};
  }
  return settings;
}

}  // namespace api
}  // namespace halfspace
