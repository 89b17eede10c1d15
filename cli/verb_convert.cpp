// halfspace convert FILE -o FILE: a model of any kind read here, in any form written here; rows of data as a cache.
#include <algorithm>

#include "base/number.hpp"
#include "base/quoted_list.hpp"
#include "base/text.hpp"
#include "convert_shards.hpp"
#include "data_flags.hpp"
#include "export/exports.hpp"
#include "format/cache.hpp"
#include "output_file.hpp"
#include "report/model_text.hpp"
#include "session.hpp"
#include "verbs.hpp"

namespace halfspace::cli::verb_convert {
namespace {

constexpr std::string_view cache_name = "cache";
constexpr std::string_view cache_ending = ".hsd";

std::vector<Operand> operands() {
  return {
      {"FILE",
       "a model file: halfspace's own, LIBSVM text or LIBLINEAR text; for a cache, a data file; - is standard input"}};
}

std::vector<std::string> names() {
  std::vector<std::string> out;
  for (const Exporter& e : exporters()) out.emplace_back(e.name);
  out.emplace_back(cache_name);
  return out;
}

std::string meanings() {
  std::string out;
  for (const Exporter& e : exporters())
    out += (out.empty() ? "" : "; ") + std::string(e.name) + " is " + std::string(e.what) +
           (e.ending.empty() ? "" : " (" + std::string(e.ending) + ")");
  return out + "; " + std::string(cache_name) +
         " is rows of data with their text, which every verb then reads without parsing them (" +
         std::string(cache_ending) + ")";
}

std::vector<Flag> flags() {
  std::vector<Flag> all = {
      {"o", "FILE", "write the model or the cache here", "output"},
      {"to", joined(names(), "|"), "what to write (default: by the ending of FILE): " + meanings(), "output"},
      {"labels", "LABEL=N,...", "libsvm and liblinear: whole numbers for labels that are not numbers", "output"},
      {"shards", "N",
       "write the rows of a data file as N shards and a manifest into a new folder, which train, cv, path, predict, "
       "evaluate, separate and verify read",
       "output"},
      {"name", "NAME",
       "c and c-float: what the names of the functions begin with (default model); sql: the table (default data)",
       "output"},
  };
  for (Flag& f : data_flags()) {
    if (f.name == "data-cache") continue;
    f.group = "data (" + std::string(cache_name) + ")";
    all.push_back(std::move(f));
  }
  return all;
}

bool to_cache(const Args& args) {
  return args.has("to") ? args.get("to") == cache_name : args.get("o").ends_with(cache_ending);
}

Outcome convert_rows(const Args& args) {
  const double begun = seconds_now();
  const std::string& path = args.operands[0];
  for (const char* flag : {"labels", "name"}) {
    if (args.has(flag)) return Error{Code::usage, "--" + std::string(flag), "is for models; a cache is of rows"};
  }
  if (const auto fine = check_paths(args, {path}, {"o"}); !fine) return fine.error();
  auto options = read_options(args);
  if (!options) return options.error();
  Dataset data;
  const auto written = [&] {
    ProgressLine line(args);
    const NothingToKeep converting("conversion");
    watch_reading(args, path, line, options.value());
    return make_cache(path, args.get("o"), options.value(), data);
  }();
  if (!written) return written.error();
  note_remark(args, args.get("o"), written.value().remark);
  if (!args.has("json")) {
    if (args.get("o") == "-") return 0;
    const auto printed =
        print_report("written    " + shown(args.get("o"), 200) + ": " + std::string(cache_name) + ", " +
                     counted(data.rows, "row") + ", " + counted(written.value().bytes, "byte") + "\n");
    if (!printed) return printed.error();
    return 0;
  }
  Json answer = json_head("convert");
  answer["to"] = std::string(cache_name);
  answer["rows"] = data.rows;
  answer["bytes"] = written.value().bytes;
  const auto printed = print_json(answer, {{"convert", seconds_now() - begun}});
  if (!printed) return printed.error();
  return 0;
}

Result<const Exporter*> chosen(const Args& args) {
  const std::string file = args.get("o");
  for (const Exporter& e : exporters()) {
    const bool by_ending = !args.has("to") && !e.ending.empty() && file.ends_with(e.ending);
    if (by_ending || args.get("to") == e.name) return &e;
  }
  if (!args.has("to"))
    return Error{
        Code::usage, "--to",
        "is needed: the name " + in_quotes(file, 200) + " does not name a format; expected one of " + joined(names())};
  const std::string near = nearest(args.get("to"), names());
  return Error{Code::usage, "--to",
               in_quotes(args.get("to")) + " is not one of " + joined(names()) +
                   (near.empty() ? "" : "; did you mean " + in_quotes(near) + "?")};
}

Result<ExportOptions> export_options(const Args& args, const Exporter& to) {
  ExportOptions out;
  const bool named = to.name == "c" || to.name == "c-float" || to.name == "sql";
  const bool whole = to.name == "libsvm" || to.name == "liblinear";
  if (args.has("name") && !named) return Error{Code::usage, "--name", "is for --to c, c-float and sql"};
  if (args.has("labels") && !whole)
    return Error{Code::usage, "--labels",
                 "is for --to libsvm and liblinear; " + std::string(to.name) + " keeps labels"};
  out.name = args.get("name", to.name == "sql" ? "data" : out.name);
  const auto parts = quoted_list(args.get("labels"), "--labels");
  if (!parts) return parts.error();
  for (const std::string& part : parts.value()) {
    const std::size_t at = part.rfind('=');
    Number n;
    constexpr double most = 2147483647;
    if (at == std::string::npos || !parse_number(std::string_view(part).substr(at + 1), n) ||
        n.value != static_cast<double>(static_cast<std::int64_t>(std::clamp(n.value, -most, most))))
      return Error{Code::usage, "--labels", in_quotes(part) + " is not LABEL=N with a whole number N"};
    if (!out.labels.emplace(part.substr(0, at), static_cast<std::int64_t>(n.value)).second)
      return Error{Code::usage, "--labels", "the class " + in_quotes(part.substr(0, at)) + " is a duplicate"};
  }
  return out;
}

Outcome run(const Args& args) {
  if (!args.has("o"))
    return Error{Code::usage, "-o", "is missing; it names the file to write, or - for standard output"};
  if (args.has("shards")) return convert_to_shards(args);
  if (to_cache(args)) return convert_rows(args);
  const double begun = seconds_now();
  for (const Flag& f : data_flags()) {
    if (args.has(f.name))
      return Error{Code::usage, "--" + f.name, "is for --to cache, which is of rows; this is of a model"};
  }
  const auto to = chosen(args);
  if (!to) return to.error();
  const auto options = export_options(args, *to.value());
  if (!options) return options.error();
  const std::string& path = args.operands[0];
  if (const auto fine = check_paths(args, {path}, {"o"}); !fine) return fine.error();
  const auto model = read_model(path);
  if (!model) return model.error();
  const double read = seconds_now();
  auto written = [&] {
    const NothingToKeep converting("conversion");
    return to.value()->write(model.value(), options.value());
  }();
  if (!written) {
    Error problem = written.error();
    if (problem.where.empty()) problem.where = path == "-" ? "stdin" : shown(path, 4096);
    return problem;
  }
  for (const std::string& text : written.value().notes) note(args, text);
  if (const auto saved = write_output(args, args.get("o"), written.value().bytes); !saved) return saved.error();
  if (!args.has("json")) {
    if (args.get("o") == "-") return 0;
    const std::string size = counted(written.value().bytes.size(), "byte");
    const auto printed = print_report("written    " + shown(args.get("o"), 200) + ": " + std::string(to.value()->name) +
                                      ", " + counted(model.value().classes.size(), "class") + ", " + size + "\n");
    if (!printed) return printed.error();
    return 0;
  }
  Json answer = json_head("convert");
  answer["to"] = std::string(to.value()->name);
  answer["classes"] = model.value().classes;
  answer["bytes"] = written.value().bytes.size();
  answer["left_out"] = written.value().notes;
  const auto printed = print_json(answer, {{"load", read - begun}, {"convert", seconds_now() - read}});
  if (!printed) return printed.error();
  return 0;
}

}  // namespace

const Verb verb = {
    "convert",
    "a model from and for other programs, rows of data as a cache",
    "  halfspace convert a9a.model -o a9a.hs              a model of LIBSVM or LIBLINEAR as halfspace's\n"
    "  halfspace convert model.hs -o a9a.model --to libsvm    for svm-predict\n"
    "  halfspace convert model.hs -o model.onnx           for onnxruntime\n"
    "  halfspace convert model.hs -o iris.c --name iris   C99 without dependencies\n"
    "  halfspace convert model.hs -o model.py             Python without dependencies\n"
    "  halfspace convert model.hs -o score.sql --name visits  a query over the table visits\n"
    "  halfspace convert a9a --to cache -o a9a.hsd        rows that are read without parsing their text\n"
    "  halfspace convert big.csv --shards 40 -o big       rows in 40 files, for train big --max-memory 500\n",
    operands,
    flags,
    run};

}  // namespace halfspace::cli::verb_convert
