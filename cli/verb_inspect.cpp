// halfspace inspect FILE: what is in a data file, a model file or a certificate.
#include <memory>
#include <optional>
#include <string>
#include <utility>

#include "base/quoted_list.hpp"
#include "base/same_file.hpp"
#include "base/text.hpp"
#include "certify/certificate.hpp"
#include "codec/source.hpp"
#include "data_flags.hpp"
#include "export/import.hpp"
#include "model/model.hpp"
#include "report/certificate_report.hpp"
#include "report/data_report.hpp"
#include "report/model_report.hpp"
#include "report/table_report.hpp"
#include "session.hpp"
#include "verbs.hpp"

namespace halfspace::cli::verb_inspect {
namespace {

std::vector<Operand> operands() {
  return {{"FILE", "a data file, a model file or a certificate; - is standard input"}};
}

/// A file opened once: its first bytes say what it is.
struct Opened {
  bool model = false;
  std::optional<std::string> certificate;  // its text
  std::unique_ptr<Source> source;
};

Result<Opened> open_once(const std::string& path) {
  const NothingToKeep reading;
  auto source = open_source(path);
  if (!source) return source.error();
  if (source.value()->cache() != nullptr) return Opened{false, std::nullopt, std::move(source).value()};
  const auto head = look_ahead(source.value(), model_head_bytes);
  if (!head) return head.error();
  Opened out{kind_of_model(head.value()) != ModelKind::none, std::nullopt, std::move(source).value()};
  const std::size_t first = head.value().find_first_not_of(" \t\r\n");
  if (first == std::string::npos || head.value()[first] != '{') return out;
  auto text = whole_text(*out.source);
  if (!text) return text.error();
  if (is_certificate(text.value()))
    out.certificate = std::move(text).value();
  else
    out.source = replayed(std::move(text).value(), std::move(out.source));
  return out;
}

/// The columns may be many and are made and written one after the other.
Result<void> print_data_json(const Dataset& d, const TableFacts& facts, const Json& seconds) {
  const auto item = [&](std::size_t j) { return table_column_json(d, j, facts.columns[j]); };
  Json members = data_json(d);
  add_table(members, d, facts);
  return print_json(json_answer("inspect", members), seconds,
                    {is_table(d) ? "columns" : "", facts.columns.size(), item});
}

/// The text and how it was read, for another call.
std::string call_on(const Args& args, const std::string& path) {
  std::string out = shell_word(path.starts_with('-') && path != "-" ? "./" + path : path);
  for (const char* flag : {"format", "no-header", "delimiter", "zero-based", "weight", "classes", "hash-bits"}) {
    if (args.has(flag)) out += " --" + std::string(flag);
    if (args.has(flag) && args.get(flag) != "true") out += " " + shell_word(args.get(flag));
  }
  return out;
}

/// A model or a certificate knows its own columns.
Result<void> check_no_data_flags(const Args& args, const char* what) {
  for (const Flag& f : data_flags()) {
    if (args.has(f.name)) return Error{Code::usage, "--" + f.name, std::string("is for data; this file is ") + what};
  }
  return {};
}

Outcome run(const Args& args) {
  const double begun = seconds_now();
  const std::string& path = args.operands[0];
  auto opened = open_once(path);
  if (!opened) return opened.error();
  Json answer;
  std::string text;
  const std::string name = path == "-" ? "stdin" : path;
  if (opened.value().certificate) {
    if (const auto fine = check_no_data_flags(args, "a certificate"); !fine) return fine.error();
    const NothingToKeep reading;
    const auto certificate = parse_certificate(*opened.value().certificate, shown(name, 4096));
    if (!certificate) return certificate.error();
    answer = certificate_json(certificate.value());
    text = certificate_facts_text(certificate.value(), name);
  } else if (opened.value().model) {
    if (const auto fine = check_no_data_flags(args, "a model"); !fine) return fine.error();
    const NothingToKeep reading;
    const auto model = import_model(std::move(opened.value().source), shown(name, 4096));
    if (!model) return model.error();
    answer = model_json(model.value());
    text = model_text(model.value(), name);
  } else {
    auto options = read_options(args);
    if (!options) return options.error();
    options.value().listing = !options.value().data_cache;
    const bool by_cache = options.value().data_cache && is_regular_file(path);
    const auto data = by_cache ? load(args, path, options.value())
                               : load(args, std::move(opened).value().source, path, options.value());
    if (!data) return data.error();
    const double read = seconds_now();
    const TableFacts facts = table_facts(data.value(), call_on(args, path), args.has("columns"));
    if (args.has("json")) {
      const auto printed =
          print_data_json(data.value(), facts, {{"load", read - begun}, {"inspect", seconds_now() - read}});
      if (!printed) return printed.error();
      return 0;
    }
    text = data_text(data.value(), name) + table_text(data.value(), facts);
  }
  const auto printed = args.has("json") ? print_json(json_answer("inspect", answer), {{"load", seconds_now() - begun}})
                                        : print_report(text);
  if (!printed) return printed.error();
  return 0;
}

}  // namespace

const Verb verb = {
    "inspect",
    "what is in a data file, a model file or a certificate",
    "  halfspace inspect data.csv        rows, columns and their types, missing cells, the call that trains on it\n"
    "  halfspace inspect model.hs        choices, weights by name, the line\n"
    "  halfspace inspect rows.cert       verdict, classes, size of the proof\n",
    operands,
    data_flags,
    run};

}  // namespace halfspace::cli::verb_inspect
