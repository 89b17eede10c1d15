#include "verbs/inspection.hpp"

#include <optional>
#include <utility>

#include "base/quoted_list.hpp"
#include "base/same_file.hpp"
#include "base/text.hpp"
#include "export/import.hpp"
#include "train/flags.hpp"
#include "train/reading.hpp"

namespace halfspace {
namespace {

/// A file opened once: its first bytes say what it is.
struct Opened {
  bool model = false;
  std::optional<std::string> certificate;  // its text
  std::unique_ptr<Source> source;
};

Result<Opened> open_once(const std::string& path) {
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

/// The text and how it was read, for another call.
std::string call_on(const Settings& settings, const std::string& path) {
  std::string out = shell_word(path.starts_with('-') && path != "-" ? "./" + path : path);
  for (const char* flag : {"format", "no-header", "delimiter", "zero-based", "weight", "classes", "hash-bits"}) {
    if (settings.has(flag)) out += " --" + std::string(flag);
    const std::string value = settings.get(flag);
    if (settings.has(flag) && !value.empty() && value != "true") out += " " + shell_word(value);
  }
  return out;
}

/// A model or a certificate knows its own columns.
Result<void> check_no_data_flags(const Settings& settings, const char* what) {
  for (const Flag& f : data_flags()) {
    if (settings.has(f.name))
      return Error{Code::usage, "--" + f.name, std::string("is for data; this file is ") + what};
  }
  return {};
}

Result<Inspection> inspected_data(const std::string& path, const Settings& settings, const ReadInspected& read,
                                  std::unique_ptr<Source> source, std::string name) {
  auto options = read_options(settings);
  if (!options) return options.error();
  options.value().listing = !options.value().data_cache;
  const bool by_cache = options.value().data_cache && is_regular_file(path);
  if (by_cache) source.reset();
  auto data = read(std::move(source), options.value());
  if (!data) return data.error();
  TableFacts facts = table_facts(data.value(), call_on(settings, path), settings.has("columns"));
  return Inspection{std::move(name), InspectedData{std::move(data).value(), std::move(facts)}};
}

}  // namespace

Result<Inspection> inspected(const std::string& path, const Settings& settings, const ReadInspected& read) {
  auto opened = open_once(path);
  if (!opened) return opened.error();
  std::string name = path == "-" ? "stdin" : path;
  if (opened.value().certificate) {
    if (const auto fine = check_no_data_flags(settings, "a certificate"); !fine) return fine.error();
    auto certificate = parse_certificate(*opened.value().certificate, shown(name, 4096));
    if (!certificate) return certificate.error();
    return Inspection{std::move(name), std::move(certificate).value()};
  }
  if (!opened.value().model)
    return inspected_data(path, settings, read, std::move(opened.value().source), std::move(name));
  if (const auto fine = check_no_data_flags(settings, "a model"); !fine) return fine.error();
  auto model = import_model(std::move(opened.value().source), shown(name, 4096));
  if (!model) return model.error();
  return Inspection{std::move(name), std::move(model).value()};
}

}  // namespace halfspace
