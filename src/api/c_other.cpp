// The C interface: names of options, other programs' models and command lines.
#include <string>
#include <vector>

#include "api/c_arrays.hpp"
#include "api/c_calls.hpp"
#include "base/text.hpp"
#include "halfspace/classroom.hpp"
#include "halfspace/compat.hpp"
#include "halfspace/evaluate.hpp"

namespace halfspace::api {
namespace {

Result<std::vector<std::string>> names_of_verb(const std::string& verb) {
  if (verb == "train") return option_names();
  if (verb == "separate") return separate_option_names();
  if (verb == "predict") return predict_option_names();
  if (verb == "evaluate") return evaluate_option_names();
  if (verb == "explain") return explain_option_names();
  if (verb == "inspect") return inspect_option_names();
  if (verb == "report") return report_option_names();
  if (verb == "cv") return cv_option_names();
  if (verb == "search") return search_option_names();
  if (verb == "path") return path_option_names();
  if (verb == "trace") return trace_option_names();
  if (verb == "grade") return grade_option_names();
  return Error{Code::usage, "verb",
               in_quotes(verb) +
                   " is not one of train, separate, predict, evaluate, explain, inspect, report, cv, search, path, "
                   "trace, grade"};
}

std::string lines_of(const std::vector<std::string>& texts) {
  std::string out;
  for (const std::string& text : texts) out += text + "\n";
  return out;
}

Result<ExportOptions> export_options(const hs_label* labels, std::int64_t count, const char* name) {
  ExportOptions out;
  if (name != nullptr) out.name = name;
  const auto all = array("labels", labels, count);
  if (!all) return all.error();
  for (const hs_label& l : all.value()) {
    if (l.label == nullptr) return null_argument("the text of a label");
    if (!out.labels.emplace(l.label, l.number).second)
      return Error{Code::usage, "labels", in_quotes(l.label) + " is a duplicate; name each label once"};
  }
  return out;
}

Result<std::vector<std::string>> word_list(const char* const* words, std::int64_t count) {
  const auto all = array("words", words, count);
  if (!all) return all.error();
  std::vector<std::string> out;
  out.reserve(all.value().size());
  for (const char* word : all.value()) {
    if (word == nullptr) return null_argument("a word");
    out.emplace_back(word);
  }
  return out;
}

}  // namespace
}  // namespace halfspace::api

using namespace halfspace;       // NOLINT(google-build-using-namespace)
using namespace halfspace::api;  // NOLINT(google-build-using-namespace)

hs_status hs_option_names(hs_context* context, const char* verb, hs_text** names) {
  return guarded(context, [&]() -> Result<void> {
    clear_place(names);
    if (names == nullptr) return null_argument("the place for the names");
    if (verb == nullptr) return null_argument("verb");
    const auto list = names_of_verb(verb);
    if (!list) return list.error();
    return give(names, joined(list.value(), "\n", list.value().size()) + "\n");
  });
}

hs_status hs_export(hs_context* context, const hs_model* model, const char* format, const hs_label* labels,
                    int64_t count, const char* name, hs_text** bytes) {
  return guarded(context, [&]() -> Result<void> {
    clear_place(bytes);
    if (bytes == nullptr) return null_argument("the place for the bytes");
    if (model == nullptr) return null_argument("model");
    if (format == nullptr) return null_argument("format");
    const auto options = export_options(labels, count, name);
    if (!options) return options.error();
    const auto written = exported(model->classifier, format, options.value());
    return written ? give(bytes, written.value().bytes) : written.error();
  });
}

hs_status hs_run_tool(hs_context* context, const char* const* words, int64_t count, const hs_options* options,
                      hs_watch watch, void* user, hs_text** path, hs_text** bytes, hs_text** text, hs_text** notes) {
  return guarded(context, [&]() -> Result<void> {
    for (hs_text** place : {path, bytes, text, notes}) clear_place(place);
    const auto list = word_list(words, count);
    if (!list) return list.error();
    const auto found = run_tool(list.value(), given(options), watch_of(watch, user));
    if (!found) return found.error();
    const bool file = !found.value().path.empty();
    NewText name(file ? path : nullptr, found.value().path);
    NewText content(file ? bytes : nullptr, found.value().bytes);
    NewText printed(text, found.value().text);
    NewText remarks(notes, lines_of(found.value().notes));
    name.give();
    content.give();
    printed.give();
    remarks.give();
    return {};
  });
}
