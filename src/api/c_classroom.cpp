// The C interface for lectures and exercises.
#include <algorithm>
#include <string>
#include <vector>

#include "api/c_arrays.hpp"
#include "api/c_calls.hpp"
#include "halfspace/classroom.h"
#include "halfspace/classroom.hpp"

using namespace halfspace;       // NOLINT(google-build-using-namespace)
using namespace halfspace::api;  // NOLINT(google-build-using-namespace)

hs_status hs_trace_file(hs_context* context, const char* path, const hs_options* options, hs_watch watch, void* user,
                        hs_text** table, hs_text** report) {
  return guarded(context, [&]() -> Result<void> {
    clear_place(table);
    clear_place(report);
    if (path == nullptr) return null_argument("path");
    const auto traced = trace_file(path, given(options), watch_of(watch, user));
    if (!traced) return traced.error();
    NewText lines(table, traced.value().table);
    NewText json(report, report == nullptr ? "" : traced.value().report.json());
    lines.give();
    json.give();
    return {};
  });
}

hs_status hs_grade_file(hs_context* context, const char* path, const char* student, const hs_options* options,
                        hs_watch watch, void* user, hs_text** report) {
  return guarded(context, [&]() -> Result<hs_status> {
    clear_place(report);
    if (path == nullptr) return null_argument("path");
    if (student == nullptr) return null_argument("student");
    const auto grading = grade_file(path, student, given(options), watch_of(watch, user));
    if (!grading) return grading.error();
    NewText json(report, report == nullptr ? "" : grading.value().report.json());
    json.give();
    return grading.value().accepted ? hs_status{HS_OK} : hs_status{HS_NO};
  });
}

hs_status hs_exercise(hs_context* context, const char* kind, uint64_t seed, const char* form, const char* solution,
                      hs_text** sheet, hs_text** data, hs_text** report) {
  return guarded(context, [&]() -> Result<void> {
    clear_place(sheet);
    clear_place(data);
    clear_place(report);
    if (kind == nullptr) return null_argument("kind");
    const auto made = exercise(kind, seed, form == nullptr ? "markdown" : form, solution == nullptr ? "yes" : solution);
    if (!made) return made.error();
    NewText lines(sheet, made.value().sheet);
    NewText rows(data, made.value().data);
    NewText json(report, report == nullptr ? "" : made.value().report.json());
    lines.give();
    rows.give();
    json.give();
    return {};
  });
}

hs_status hs_exercise_kinds(hs_context* context, hs_text** names) {
  return guarded(context, [&]() -> Result<void> {
    if (names == nullptr) return null_argument("names");
    clear_place(names);
    std::string all;
    for (const std::string& name : exercise_kind_names()) all += name + "\n";
    NewText lines(names, all);
    lines.give();
    return {};
  });
}

hs_status hs_curve(hs_context* context, const char* name, int64_t count, const double* at, double* values) {
  return guarded(context, [&]() -> Result<void> {
    if (name == nullptr) return null_argument("name");
    const auto places = array("at", at, count);
    if (!places) return places.error();
    if (values == nullptr && count > 0) return null_argument("values");
    const auto found = curve(name, {places.value().begin(), places.value().end()});
    if (!found) return found.error();
    std::copy(found.value().begin(), found.value().end(), values);
    return {};
  });
}
