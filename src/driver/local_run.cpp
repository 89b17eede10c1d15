#include "driver/local_run.hpp"

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <optional>
#include <utility>

#include "base/atomic_file.hpp"
#include "base/text.hpp"

namespace halfspace {
namespace {

/// What shards keep of a row from one question to the next, in bytes.
std::uint64_t remembered_bytes(const Question& q) {
  const std::uint64_t of_tasks = 24 * std::max<std::uint64_t>(q.tasks.size(), 1);
  return std::max<std::uint64_t>(of_tasks, 4 * q.classes.size() * q.softmax.size());
}

/// The sum of all answers; nothing where the run was stopped before.
std::optional<Answer> summed(const Question& question, const std::vector<Shard>& shards, bool remember,
                             const LocalRun& run) {
  std::optional<Answer> sum;
  for (const Shard& shard : shards) {
    if (run.stop.stopped(4 * (shard.stored() + shard.rows()))) return std::nullopt;
    Answer answer = shard.answer(question, run.threads);
    shard.let_go(remember);
    if (sum)
      add(*sum, answer);
    else
      sum = std::move(answer);
  }
  return sum;
}

}  // namespace

Result<void> run_on_shards(Driver& driver, const std::vector<Shard>& shards, const LocalRun& run) {
  std::uint64_t rows = 0;
  for (const Shard& shard : shards) rows += shard.rows();
  while (!driver.done()) {
    const Question question = driver.ask();
    const bool remember = run.memory_bytes == 0 || rows * remembered_bytes(question) <= run.memory_bytes / 4;
    const std::optional<Answer> sum = summed(question, shards, remember, run);
    if (!sum) return driver.end(run.stop.why());
    if (auto told = driver.tell(*sum); !told) return told;
    if (run.progress) run.progress(driver.progress());
    if (run.checkpoint.empty()) continue;
    if (auto written = write_file(run.checkpoint, driver.state()); !written) return std::move(written).error();
  }
  return {};
}

Result<Driver> begun_or_resumed(const Settings& settings, Driver::Goal goal, const std::string& checkpoint) {
  auto begun = Driver::begin(settings, goal);
  std::error_code problem;
  if (!begun || checkpoint.empty() || !std::filesystem::exists(checkpoint, problem)) return begun;
  std::ifstream file(checkpoint, std::ios::binary);
  const std::string state{std::istreambuf_iterator<char>(file), {}};
  if (!file) return Error{Code::io, checkpoint, "cannot be read"};
  auto resumed = Driver::resume(state);
  if (!resumed) return Error{resumed.error().code, checkpoint, resumed.error().message};
  if (!resumed.value().same_settings(begun.value()))
    return Error{
        Code::usage, "--checkpoint",
        in_quotes(checkpoint, 200) + " is of a run with other options or other rows; name another file, or remove it"};
  return resumed;
}

}  // namespace halfspace
