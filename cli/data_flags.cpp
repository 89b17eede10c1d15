#include "data_flags.hpp"

#include <algorithm>
#include <cerrno>
#include <system_error>
#include <utility>

#include <sys/stat.h>
#include <unistd.h>

#include "base/atomic_file.hpp"
#include "base/same_file.hpp"
#include "base/text.hpp"
#include "driver/shard_folder.hpp"
#include "export/import.hpp"
#include "report/model_text.hpp"
#include "session.hpp"

namespace halfspace::cli {
namespace {

/// Calls `read`, which asks these options to be read with progress and warnings; Ctrl-C leaves at once.
template <class Read>
Result<Dataset> loaded(const Args& args, const std::string& path, ReadOptions& options, const Read& read) {
  ProgressLine line(args);
  const NothingToKeep reading;
  watch_reading(args, path, line, options);
  return read();
}

/// Why a directory is not read, or one file of a folder of shards; "" for others.
std::string not_a_text(const std::string& path) {
  struct stat status{};
  if (::stat(path.c_str(), &status) != 0) return "";
  if (!S_ISDIR(status.st_mode))
    return path.ends_with(".shard") && is_shard_file(path)
               ? "is one shard of a folder; give the folder to a verb that reads shards"
               : "";
  if (is_shard_folder(path)) return "is a folder of shards, which is not read here; give the text";
  if (is_shard_file(path + "/" + shard_file_name(0)))
    return "holds shards without " + std::string(manifest_name) +
           ": its conversion did not finish; remove it, and convert anew";
  return "is a directory: give a file";
}

/// Can the first n be read and the others be written? Better known before hours of learning.
Result<void> check_files(const std::vector<std::string>& paths, std::size_t n) {
  for (std::size_t k = 0; k < paths.size(); ++k) {
    if (k >= n) {
      if (const auto fine = AtomicFile::check(paths[k]); !fine) return fine;
      continue;
    }
    const int failed = ::access(paths[k].c_str(), R_OK) == 0 ? 0 : errno;
    if (failed != 0)
      return Error{Code::io, shown(paths[k], 4096), "cannot open: " + std::generic_category().message(failed)};
    const std::string why = not_a_text(paths[k]);
    if (!why.empty()) return Error{is_shard_file(paths[k]) ? Code::usage : Code::io, shown(paths[k], 4096), why};
  }
  return {};
}

}  // namespace

void watch_reading(const Args& args, const std::string& path, ProgressLine& line, ReadOptions& options) {
  options.progress = [&](std::uint64_t bytes) {
    line.show("reading " + shown(path, 60) + ": " + grouped(bytes >> 20U) + " MiB", -1);
  };
  options.stop = StopToken([] { return interrupted() ? Halt::interrupt : Halt::go_on; });
  options.warn = [&](const std::string& text) { note(args, text); };
}

Result<Model> read_model(const std::string& path) {
  const NothingToKeep reading;
  return import_model(path);
}

void note_unfinished(const Args& args, const Model& model) {
  if (const std::string text = unfinished_text(model); !text.empty()) note(args, text);
}

Result<LearnPlan> learner_plan(const Args& args, const Dataset& data, const std::string& path) {
  const NothingToKeep reading;
  auto plan = learn_plan(args, data, path == "-" ? "stdin" : shown(path, 4096));
  if (plan && path != "-") plan.value().request.text = path;
  return plan;
}

Result<void> check_paths(const Args& args, const std::vector<std::string>& inputs,
                         const std::vector<std::string>& outputs) {
  if (std::count(inputs.begin(), inputs.end(), "-") > 1)
    return Error{Code::usage, "-", "standard input can be read once; give a file for the other"};
  bool stdout_taken = args.has("json");
  std::vector<std::string> taken;
  for (const std::string& path : inputs) {
    if (!path.empty() && path != "-") taken.push_back(path);
  }
  const std::size_t read = taken.size();
  for (const std::string& name : outputs) {
    const std::string flag = dashed(name);
    const std::string path = args.get(name);
    if (path.empty()) {
      if (args.has(name)) return Error{Code::usage, flag, "is empty; expected a file name, or - for standard output"};
      continue;
    }
    if (path == "-" && std::exchange(stdout_taken, true))
      return Error{Code::usage, flag, "standard output cannot hold two answers; give a file"};
    for (std::size_t k = 0; k < taken.size() && path != "-"; ++k) {
      if (!same_file(path, taken[k])) continue;
      return Error{Code::usage, flag,
                   (k < read ? "would overwrite the input " : "would overwrite the output ") +
                       in_quotes(taken[k], 200) + "; choose another name"};
    }
    if (path != "-") taken.push_back(path);
  }
  return check_files(taken, read);
}

Result<Dataset> load(const Args& args, std::unique_ptr<Source> source, const std::string& path, ReadOptions options) {
  return loaded(args, path, options,
                [&] { return read_dataset(std::move(source), path == "-" ? "stdin" : shown(path, 4096), options); });
}

Result<Dataset> load_while(const Args& args, const std::string& path, ReadOptions options, const StopToken& stop) {
  ProgressLine line(args);
  options.progress = [&](std::uint64_t bytes) {
    line.show("reading " + shown(path, 60) + ": " + grouped(bytes >> 20U) + " MiB", -1);
  };
  options.stop = stop;
  options.warn = [&](const std::string& text) { note(args, text); };
  return read_dataset(path, options);
}

Result<Dataset> load(const Args& args, const std::string& path, ReadOptions options) {
  return loaded(args, path, options, [&] { return read_dataset(path, options); });
}

void note_left_out(const Args& args, const Dataset& data) {
  if (data.missing_rows > 0) note(args, counted(data.missing_rows, "row") + " with missing cells left out");
  if (data.unseen_rows > 0)
    note(args, counted(data.unseen_rows, "row") + " with levels that the model does not know left out");
}

std::string unseen_text(bool squares) {
  return squares ? "they count in the distances of this kernel, as in LIBSVM" : "left out";
}

}  // namespace halfspace::cli
