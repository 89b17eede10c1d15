#include "train_shards.hpp"

#include <algorithm>

#include "base/text.hpp"
#include "base/text_hash.hpp"
#include "data_flags.hpp"
#include "driver/local_run.hpp"
#include "driver/shard_folder.hpp"
#include "fitting.hpp"
#include "select/path_request.hpp"
#include "session.hpp"
#include "train/learner_checks.hpp"
#include "train_stream.hpp"

namespace halfspace::cli {
namespace {

Result<void> check_flags(const Args& args) {
  if (auto fine = check_text_flags(args, {"calibrate", "calibrate-folds"}); !fine) return fine;
  for (const char* flag : {"stream", "trace", "decide"}) {
    if (args.has(flag)) return Error{Code::usage, dashed(flag), "is not for a folder of shards; leave it out"};
  }
  return {};
}

/// The flags that a driver goes by.
Settings driver_settings(const Args& args, Driver::Goal goal) {
  Settings out;
  for (const auto& [name, value] : args.values) {
    const bool about_output = name == "o" || name == "test" || name == "strict" || name == "checkpoint";
    const bool about_running = name == "threads" || name == "max-memory" || name == "timeout" || name == "simd";
    const bool about_words = name == "json" || name == "quiet" || name == "verbose" || name == "color";
    const bool about_picture = name == "plot" || name == "theme" || name == "width" || name == "height";
    const bool without_effect = name == "seed" && goal == Driver::Goal::fit && !args.has("calibrate");
    if (!about_output && !about_running && !about_words && !about_picture && !without_effect) out.values[name] = value;
  }
  return out;
}

/// A path keeps the weights of all its points.
Result<void> check_path_memory(const Args& args, const ShardFolder& folder, std::uint64_t limit) {
  auto asked = path_request(args, {}, args.operands[0]);
  if (!asked) return asked.error();
  PathRequest& r = asked.value();
  r.train.memory_bytes = limit;
  std::uint64_t cols = 0;
  for (const Shard& shard : folder.shards) cols = std::max(cols, shard.cols());
  const std::size_t listed = std::max(r.lambdas.size(), r.costs.size());
  return check_memory(cols, listed > 0 ? listed : static_cast<std::size_t>(r.points), r.train);
}

/// A checkpoint is of these rows, and of these shards: perceptrons stand before one of them, rows are numbered by them.
std::string hash_of(const Manifest& manifest) {
  const std::string text = manifest.text();
  TextHash hash;
  hash.add(text.data(), text.size());
  return hash.hex();
}

std::string progress_text(const DriverProgress& p) {
  std::string text = counted(p.rounds, "round");
  if (p.gap) text += ", objective " + short_number(p.objective) + ", gap " + short_number(*p.gap, 3);
  return text;
}

}  // namespace

Result<void> check_text_flags(const Args& args, const std::vector<std::string>& allowed) {
  std::vector<std::string> of_rows;  // convert --shards takes them
  for (const Flag& f : data_flags()) of_rows.push_back(f.name);
  std::vector<std::string> names = {"hash-bits", "precision",
                                    "unseen"};  // of change_flags(); the driver refuses the others
  for (const auto& flags : {data_flags(), rows_apart_flags(), calibration_flags()})
    for (const Flag& f : flags) names.push_back(f.name);
  const auto among = [](const std::vector<std::string>& list, const std::string& name) {
    return std::find(list.begin(), list.end(), name) != list.end();
  };
  for (const std::string& name : names) {
    if (!args.has(name) || name == "max-memory" || name == "threads" || name == "seed" || among(allowed, name))
      continue;
    return Error{
        Code::usage, dashed(name),
        std::string("is not for a folder of shards, ") +
            (name == "data-cache" ? "which needs no cache; leave it out"
             : among(of_rows, name)
                 ? "which is read already; leave it out, or make the folder anew by convert DATA --shards with it"
                 : "and convert --shards does not take it; leave it out, or give the text in place of the folder")};
  }
  return {};
}

/// What is in memory at a time: a shard, and a few numbers a column.
Result<void> check_shard_memory(const ShardFolder& folder, std::uint64_t limit, const std::string& path) {
  const std::uint64_t needed = folder.largest() + folder.largest() / 8;
  if (limit == 0 || needed <= limit) return {};
  return Error{Code::bad_data, shown(path, 200),
               "a shard takes " + grouped(needed >> 20U) + " MiB, more than --max-memory " + grouped(limit >> 20U) +
                   "; give more, or convert with more --shards"};
}

Result<ShardsRun> run_shards(const Args& args, Driver::Goal goal, ProgressLine& line) {
  const std::string& path = args.operands[0];
  const auto threads = thread_count(args);
  const auto limit = memory_limit(args);
  if (!threads) return threads.error();
  if (!limit) return limit.error();
  Settings settings = driver_settings(args, goal);
  if (const auto fine = Driver::begin(settings, goal); !fine) return fine.error();  // before files are read
  auto folder = open_shards(path);
  if (!folder) return std::move(folder).error();
  settings.values["shards-of"] = hash_of(folder.value().manifest);
  auto driver = begun_or_resumed(settings, goal, args.get("checkpoint"));
  if (!driver) return std::move(driver).error();
  if (const auto fits = check_shard_memory(folder.value(), limit.value(), path); !fits) return fits.error();
  if (goal == Driver::Goal::path) {
    if (const auto fits = check_path_memory(args, folder.value(), limit.value()); !fits) return fits.error();
  }
  ShardsRun out{std::move(folder).value(), std::move(driver).value(), threads.value(), run_token(line)};
  LocalRun run;
  run.threads = threads.value();
  run.stop = out.stop;
  run.checkpoint = args.get("checkpoint");
  run.memory_bytes = limit.value();
  run.progress = [&line](const DriverProgress& p) {
    line.show(progress_text(p), -1, static_cast<double>(p.rounds), "rounds");
  };
  const auto done = run_on_shards(out.driver, out.folder.shards, run);
  line.clear();
  if (!done) return done.error();
  return out;
}

Outcome train_shards(const Args& args) {
  const double begun = seconds_now();
  if (const auto fine = check_flags(args); !fine) return fine.error();
  if (const auto fine = check_paths(args, {args.get("test")}, {"o", "checkpoint"}); !fine) return fine.error();
  ProgressLine line(args, "learning");
  auto run = run_shards(args, Driver::Goal::fit, line);
  if (!run) return run.error();
  auto driven = run.value().driver.finish();
  if (!driven) return driven.error();
  Driven& d = driven.value();
  d.request.threads = run.value().threads;
  d.request.source = args.operands[0];
  const Model& from = run.value().folder.manifest.data;
  d.data.form = d.trained.model.form = from.form;
  d.data.text_hash = d.trained.model.text_hash = from.text_hash;
  Learned learned{std::move(d.trained), std::move(d.calibration)};
  return tell_of_run(args, begun, d.data, d.request, learned, line, run.value().stop);
}

}  // namespace halfspace::cli
