#include "data_flags.hpp"

#include <algorithm>
#include <utility>

#include <sys/stat.h>

#include "base/text.hpp"
#include "session.hpp"

namespace halfspace::cli {
namespace {

/// One regular file under two names, or the same name for a file to come.
bool same_file(const std::string& a, const std::string& b) {
  struct stat x{};
  struct stat y{};
  if (::stat(a.c_str(), &x) != 0 || ::stat(b.c_str(), &y) != 0) return a == b;
  return S_ISREG(x.st_mode) && x.st_dev == y.st_dev && x.st_ino == y.st_ino;
}

}  // namespace

std::vector<Flag> reading_flags() {
  return {
      {"format", "csv|tsv|libsvm", "format of the text (default: by its name, else by its first line)", "data"},
      {"no-header", "", "the first CSV record is data; columns go by number", "data"},
      {"delimiter", "C|tab", "field delimiter of a CSV", "data"},
      {"zero-based", "", "LIBSVM indices start at 0", "data"},
      {"missing", "drop|mean|category|mean,category",
       "missing cells (empty, NA, N/A, NaN, null, ?): leave the row out, take the column's mean (numbers), keep them "
       "as "
       "a level (texts)",
       "data"},
      {"classes", "A,B", "keep only rows with these labels", "data"},
  };
}

std::vector<Flag> data_flags() {
  std::vector<Flag> flags = {
      {"label", "NAME|INDEX",
       "label column by name, or by number from 1 (default: the one named label, class, target, y or species)", "data"},
      {"columns", "NAME|INDEX,...", "feature columns, in this order (default: all others)", "data"},
      {"categorical", "NAME|INDEX,...|auto", "columns of texts, one 0/1 feature a level; auto: those with text cells",
       "data"},
      {"weight", "NAME|INDEX", "column of row weights (0 leaves the row out)", "data"},
  };
  for (Flag& f : reading_flags()) flags.push_back(std::move(f));
  return flags;
}

Result<ReadOptions> read_options(const Args& args) {
  ReadOptions o;
  o.format = args.get("format");
  o.label = args.get("label");
  o.columns = split(args.get("columns"), ',');
  o.classes = split(args.get("classes"), ',');
  o.weight = args.get("weight");
  o.header = !args.has("no-header");
  o.zero_based = args.has("zero-based");
  o.missing = args.get("missing");
  if (!o.format.empty() && o.format != "csv" && o.format != "tsv" && o.format != "libsvm") {
    return Error{Code::usage, "--format", in_quotes(o.format) + " is not one of csv, tsv, libsvm"};
  }
  if (args.has("missing") && o.missing != "drop" && o.missing != "mean" && o.missing != "category" &&
      o.missing != "mean,category" && o.missing != "category,mean")
    return Error{Code::usage, "--missing",
                 in_quotes(o.missing) + " is not one of drop, mean, category, or mean,category"};
  if (o.missing == "category,mean") o.missing = "mean,category";
  o.categorical = split(args.get("categorical"), ',');
  for (const char* list : {"columns", "categorical", "classes", "label", "weight"}) {
    if (args.has(list) && args.get(list).empty())
      return Error{Code::usage, "--" + std::string(list), "is empty; expected " + std::string(list) + " to choose"};
  }
  const std::string delimiter = args.get("delimiter");
  if (args.has("delimiter")) {
    const bool tab = delimiter == "tab" || delimiter == "\\t" || delimiter == "\t";
    if (!tab && (delimiter.size() != 1 || delimiter == "\"" || delimiter == "\n" || delimiter == "\r")) {
      return Error{Code::usage, "--delimiter",
                   in_quotes(delimiter) + " is not one character (not a quote or newline) or 'tab'"};
    }
    o.delimiter = tab ? '\t' : delimiter[0];
  }
  const auto limit = memory_limit(args);
  if (!limit) return limit.error();
  o.max_bytes = limit.value();
  return o;
}

Result<ReadOptions> read_options_for(const Model& model, const Args& args, bool need_label) {
  auto options = read_options(args);
  if (!options) return options;
  ReadOptions& o = options.value();
  o.for_model = true;
  o.model_format = model.form.format;
  o.need_label = need_label;
  o.columns = model.map.input_names();
  if (o.missing.empty() && model.map.missing != "drop") o.missing = model.map.missing;
  if (model.map.categorical()) {
    for (const InputColumn& c : model.map.inputs) o.levels.push_back(c.levels);
  }
  o.other_levels = model.map.options.unseen == Unseen::other;
  if (o.label.empty()) o.label = model.form.label;
  o.header = o.header && (model.form.header || model.form.format == "libsvm");
  o.zero_based = o.zero_based || model.form.zero_based;
  if (o.delimiter == 0 && model.form.format != "libsvm" && model.form.delimiter != '\t')
    o.delimiter = model.form.delimiter == ',' ? '\0' : model.form.delimiter;
  o.model_cols = model.map.input_cols;
  o.model_fields = model.form.fields;
  return options;
}

Result<Model> read_model(const std::string& path) {
  const ReadingPhase reading;
  return load_model(path);
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
  return {};
}

Result<Dataset> load(const Args& args, std::unique_ptr<Source> source, const std::string& path, ReadOptions options) {
  ProgressLine line(args);
  const ReadingPhase reading;
  options.progress = [&](std::uint64_t bytes) {
    line.show("reading " + shown(path, 60) + ": " + grouped(bytes >> 20U) + " MiB", -1);
    return !interrupted();
  };
  return read_dataset(std::move(source), path == "-" ? "stdin" : shown(path, 4096), options);
}

Result<Dataset> load(const Args& args, const std::string& path, ReadOptions options) {
  auto source = [&] {
    const ReadingPhase reading;
    return open_source(path);
  }();
  if (!source) return source.error();
  return load(args, std::move(source).value(), path, std::move(options));
}

std::string shape_text(const Dataset& data) {
  return data.form.format + ", " + counted(data.rows, "row") + ", " + counted(data.cols, "column") + ", " +
         counted(data.nonzeros, "nonzero value");
}

}  // namespace halfspace::cli
