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

/// What a shard keeps of its rows from one question to the next, in bytes.
std::uint64_t remembered_bytes(const Question& q, const Shard& shard) {
  const std::uint64_t of_tasks = 24 * std::max<std::uint64_t>(q.tasks.size(), 1);
  const std::uint64_t of_row = std::max<std::uint64_t>(of_tasks, 4 * q.classes.size() * q.softmax.size());
  const std::uint64_t scaled = q.scale.on() ? scaled_bytes(shard.data(), q.scale) : 0;
  return shard.rows() * of_row + scaled;
}

/// A shard that is scaled is in memory, not only mapped.
Result<void> check_scaled(const Question& q, const std::vector<Shard>& shards, std::uint64_t memory_bytes) {
  if (!q.scale.on() || memory_bytes == 0) return {};
  for (const Shard& shard : shards) {
    const std::uint64_t bytes = scaled_bytes(shard.data(), q.scale);
    if (bytes <= memory_bytes) continue;
    return Error{
        Code::bad_data, "--scale",
        "makes partition " + std::to_string(shard.number()) + " take " + grouped((bytes >> 20U) + 1) +
            " MiB, more than --max-memory " + grouped(memory_bytes >> 20U) + "; convert the rows into more shards" +
            (becomes_dense(shard.data(), q.scale) ? ", or choose max-norm, which keeps sparse rows sparse" : "")};
  }
  return {};
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

/// A run that is stopped before it has weights may go on from its checkpoint.
Result<void> ended(Driver& driver, const LocalRun& run) {
  auto done = driver.end(run.stop.why());
  std::error_code problem;
  if (done || run.checkpoint.empty() || !std::filesystem::exists(run.checkpoint, problem)) return done;
  return Error{done.error().code, done.error().where,
               done.error().message + " but the checkpoint " + in_quotes(run.checkpoint, 200) +
                   ", from which the same command goes on"};
}

}  // namespace

Result<void> run_on_shards(Driver& driver, const std::vector<Shard>& shards, const LocalRun& run) {
  while (!driver.done()) {
    const Question question = driver.ask();
    if (auto fine = check_scaled(question, shards, run.memory_bytes); !fine) return fine;
    std::uint64_t bytes = 0;
    for (const Shard& shard : shards) bytes += remembered_bytes(question, shard);
    const bool remember = run.memory_bytes == 0 || bytes <= run.memory_bytes / 4;
    const std::optional<Answer> sum = summed(question, shards, remember, run);
    if (!sum) return ended(driver, run);
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
    return Error{Code::usage, "--checkpoint",
                 in_quotes(checkpoint, 200) +
                     " is of a run with other options, other rows or other shards; name another file, or remove it"};
  return resumed;
}

}  // namespace halfspace
