// The C interface: what is in a file, and what a model says of its rows.
#include <string>

#include "api/c_calls.hpp"
#include "halfspace/evaluate.hpp"
#include "halfspace/explain.hpp"
#include "halfspace/inspect.hpp"

namespace halfspace::api {
namespace {

std::string json_of(const Evaluation& evaluation) { return evaluation.report.json(); }
std::string json_of(const Report& report) { return report.json(); }

/// Runs ask(classifier, path, options), whose answer is a report or has one.
template <class Ask>
Result<void> give_report(const hs_model* model, const char* path, const hs_options* options, hs_text** report,
                         Ask&& ask) {
  clear_place(report);
  if (report == nullptr) return null_argument("the place for the report");
  if (model == nullptr) return null_argument("model");
  if (path == nullptr) return null_argument("path");
  const auto found = ask(model->classifier, std::string(path), given(options));
  return found ? give(report, json_of(found.value())) : found.error();
}

}  // namespace
}  // namespace halfspace::api

using namespace halfspace;       // NOLINT(google-build-using-namespace)
using namespace halfspace::api;  // NOLINT(google-build-using-namespace)

hs_status hs_evaluate_file(hs_context* context, const hs_model* model, const char* path, const hs_options* options,
                           hs_text** report) {
  return guarded(context, [&] { return give_report(model, path, options, report, evaluate_file); });
}

hs_status hs_explain_file(hs_context* context, const hs_model* model, const char* path, const hs_options* options,
                          hs_text** report) {
  return guarded(context, [&] { return give_report(model, path, options, report, explain_file); });
}

hs_status hs_inspect_file(hs_context* context, const char* path, const hs_options* options, hs_text** report) {
  return guarded(context, [&]() -> Result<void> {
    clear_place(report);
    if (report == nullptr) return null_argument("the place for the report");
    if (path == nullptr) return null_argument("path");
    const auto found = inspect_file(path, given(options));
    return found ? give(report, found.value().json()) : found.error();
  });
}

hs_status hs_report_page(hs_context* context, const hs_model* model, const char* path, const hs_options* options,
                         hs_text** page, hs_text** report) {
  return guarded(context, [&]() -> Result<void> {
    clear_place(page);
    clear_place(report);
    if (page == nullptr) return null_argument("the place for the page");
    if (model == nullptr) return null_argument("model");
    if (path == nullptr) return null_argument("path");
    const auto made = report_page(model->classifier, path, given(options));
    if (!made) return made.error();
    NewText json(report, report == nullptr ? "" : made.value().report.json());
    NewText bytes(page, made.value().bytes);
    json.give();
    bytes.give();
    return {};
  });
}
