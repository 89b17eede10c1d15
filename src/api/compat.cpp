#include "halfspace/compat.hpp"

#include <utility>

#include "api/option_words.hpp"
#include "api/options.hpp"
#include "api/watching.hpp"
#include "compat/tools.hpp"
#include "format/read.hpp"
#include "report/compat_report.hpp"
#include "train/limits.hpp"

namespace halfspace {
namespace {

/// Error (usage): a limit that is none.
Result<api::Running> checked_running(const Settings& settings) {
  const auto threads = thread_count(settings);
  const auto memory = memory_limit(settings);
  if (!threads) return threads.error();
  if (!memory) return memory.error();
  return api::running_of(settings);
}

Result<ToolAnswer> ran(const std::vector<std::string>& words, const Options& options, const Watch& watch) {
  auto settings = api::settings_of(options, api::Reads::memory, api::Task::tool);
  if (!settings) return settings.error();
  const auto running = checked_running(settings.value());
  if (!running) return running.error();
  const api::Watching watching(watch, running.value());
  ToolAnswer out;
  compat::Host host;
  host.settings = std::move(settings).value();
  host.note = [&](const std::string& text) { out.notes.push_back(text); };
  host.read = [&](const std::string& path, ReadOptions reading) {
    reading.stop = watching.stop();
    return read_dataset(path, reading);
  };
  host.watch = [&] { return compat::Watch{watching.stop(), watching.of_steps()}; };
  auto answer = compat::run(words, host);
  if (!answer) return answer.error();
  compat::Answer& a = answer.value();
  out.text = a.quiet ? "" : compat_text(a);
  out.json = json_text(compat_json(a));
  if (!a.warning.empty()) out.notes.push_back(a.warning);
  out.path = std::move(a.path);
  out.bytes = std::move(a.bytes);
  return out;
}

}  // namespace

std::vector<std::string> tool_names() {
  std::vector<std::string> out;
  out.reserve(compat::tools().size());
  for (const compat::Tool& tool : compat::tools()) out.emplace_back(tool.name);
  return out;
}

Result<ToolAnswer> run_tool(const std::vector<std::string>& words, const Options& options, const Watch& watch) {
  try {
    return api::in_option_words(ran(words, options, watch));
  } catch (const Stopped& stopped) {
    return Error{Code::interrupted, "", stopped.why == Halt::timeout ? "the time limit is reached" : "interrupted"};
  }
}

}  // namespace halfspace
