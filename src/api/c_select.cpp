// The C interface: rows of every kind; training with a watch, prediction, selection, evaluation, export.
#include <algorithm>

#include "api/c_calls.hpp"
#include "api/c_model.hpp"
#include "api/c_rows.hpp"
#include "api/option_words.hpp"
#include "api/options.hpp"
#include "halfspace/evaluate.hpp"
#include "halfspace/select.hpp"
#include "halfspace/train.hpp"

namespace halfspace::api {
namespace {

/// Both are made before either is given: `model` may be NULL.
Result<void> give_both(hs_model** model, const Classifier* classifier, hs_text** report, const Report& from) {
  NewText text(report, report == nullptr ? "" : from.json());
  if (model != nullptr && classifier != nullptr) {
    if (auto fine = give_model(model, *classifier); !fine) return fine;
  }
  text.give();
  return {};
}

/// find(options), with the CSV of predictions where there is a place for it.
template <class Find>
Result<void> give_validation(const hs_options* options, hs_text** report, hs_text** predictions, Find&& find) {
  clear_place(report);
  clear_place(predictions);
  if (report == nullptr && predictions == nullptr) return null_argument("the place for the report");
  Options asked = given(options);
  if (predictions != nullptr) asked.emplace_back("predictions", "");
  const Result<CvResult> found = find(asked);
  if (!found) return found.error();
  NewText json(report, found.value().report.json());
  NewText csv(predictions, found.value().predictions);
  json.give();
  csv.give();
  return {};
}

Result<void> give_chosen(const Result<SearchResult>& found, hs_model** model, hs_text** report) {
  if (!found) return found.error();
  const auto& chosen = found.value().chosen;
  return give_both(model, chosen ? &chosen->classifier : nullptr, report, found.value().report);
}

Result<void> give_chosen(const Result<PathResult>& found, hs_model** model, hs_text** report) {
  if (!found) return found.error();
  const auto& chosen = found.value().classifier;
  return give_both(model, chosen ? &*chosen : nullptr, report, found.value().report);
}

/// find() -> Result<SearchResult> or Result<PathResult>, into cleared places.
template <class Find>
hs_status chosen(hs_context* context, hs_model** model, hs_text** report, Find&& find) {
  return guarded(context, [&]() -> Result<void> {
    clear_place(model);
    clear_place(report);
    return give_chosen(find(), model, report);
  });
}

}  // namespace
}  // namespace halfspace::api

using namespace halfspace;       // NOLINT(google-build-using-namespace)
using namespace halfspace::api;  // NOLINT(google-build-using-namespace)

hs_status hs_train(hs_context* context, const hs_rows* rows, const hs_options* options, hs_watch watch, void* user,
                   hs_model** model, hs_text** report) {
  return guarded(context, [&]() -> Result<void> {
    clear_place(model);
    clear_place(report);
    if (model == nullptr) return null_argument("the place for the model");
    const auto found = with_labels(
        rows, [&](const auto& x, const RowLabels& y) { return train(x, y, given(options), watch_of(watch, user)); });
    if (!found) return found.error();
    return give_both(model, &found.value().classifier, report, found.value().report);
  });
}

hs_status hs_predict(hs_context* context, const hs_model* model, const hs_rows* rows, const hs_options* options,
                     int64_t* classes, double* scores, double* probabilities) {
  return guarded(context, [&]() -> Result<void> {
    if (model == nullptr) return null_argument("model");
    const auto how = in_option_words(predict_options(given(options), Reads::memory), Reads::memory);
    if (!how) return how.error();
    if (probabilities != nullptr && !model->classifier.has_probabilities())
      return Error{Code::usage, "probabilities", "the model has none; train with the option calibrate, or logistic"};
    const auto all = CRows::of(rows);
    if (!all) return all.error();
    const auto found = all.value().visit([&](const auto& x) { return model->classifier.predict(x, how.value()); });
    if (!found) return found.error();
    const Predictions& p = found.value();
    if (classes != nullptr) std::copy(p.classes.begin(), p.classes.end(), classes);
    if (scores != nullptr) std::copy(p.scores.begin(), p.scores.end(), scores);
    if (probabilities != nullptr) std::copy(p.probabilities.begin(), p.probabilities.end(), probabilities);
    return {};
  });
}

hs_status hs_cross_validate(hs_context* context, const hs_rows* rows, const hs_options* options, hs_watch watch,
                            void* user, hs_text** report, hs_text** predictions) {
  return guarded(context, [&] {
    return give_validation(options, report, predictions, [&](const Options& asked) {
      return with_labels(
          rows, [&](const auto& x, const RowLabels& y) { return cross_validate(x, y, asked, watch_of(watch, user)); });
    });
  });
}

hs_status hs_cross_validate_file(hs_context* context, const char* path, const hs_options* options, hs_watch watch,
                                 void* user, hs_text** report, hs_text** predictions) {
  return guarded(context, [&] {
    return give_validation(options, report, predictions, [&](const Options& asked) -> Result<CvResult> {
      if (path == nullptr) return null_argument("path");
      return cross_validate_file(path, asked, watch_of(watch, user));
    });
  });
}

hs_status hs_search(hs_context* context, const hs_rows* rows, const hs_options* options, hs_watch watch, void* user,
                    hs_model** model, hs_text** report) {
  return chosen(context, model, report, [&] {
    return with_labels(
        rows, [&](const auto& x, const RowLabels& y) { return search(x, y, given(options), watch_of(watch, user)); });
  });
}

hs_status hs_search_file(hs_context* context, const char* path, const hs_options* options, hs_watch watch, void* user,
                         hs_model** model, hs_text** report) {
  return chosen(context, model, report, [&]() -> Result<SearchResult> {
    if (path == nullptr) return null_argument("path");
    return search_file(path, given(options), watch_of(watch, user));
  });
}

hs_status hs_path(hs_context* context, const hs_rows* rows, const hs_options* options, hs_watch watch, void* user,
                  hs_model** model, hs_text** report) {
  return chosen(context, model, report, [&] {
    return with_labels(rows, [&](const auto& x, const RowLabels& y) {
      return halfspace::path(x, y, given(options), watch_of(watch, user));
    });
  });
}

hs_status hs_path_file(hs_context* context, const char* path, const hs_options* options, hs_watch watch, void* user,
                       hs_model** model, hs_text** report) {
  return chosen(context, model, report, [&]() -> Result<PathResult> {
    if (path == nullptr) return null_argument("path");
    return path_file(path, given(options), watch_of(watch, user));
  });
}

hs_status hs_evaluate(hs_context* context, const hs_model* model, const hs_rows* rows, const hs_options* options,
                      hs_text** report) {
  return guarded(context, [&]() -> Result<void> {
    clear_place(report);
    if (model == nullptr) return null_argument("model");
    const auto found = with_labels(
        rows, [&](const auto& x, const RowLabels& y) { return evaluate(model->classifier, x, y, given(options)); });
    return found ? give_both(nullptr, nullptr, report, found.value().report) : found.error();
  });
}

hs_status hs_explain(hs_context* context, const hs_model* model, const hs_rows* rows, int64_t row,
                     const hs_options* options, hs_text** report) {
  return guarded(context, [&]() -> Result<void> {
    clear_place(report);
    if (model == nullptr) return null_argument("model");
    const auto all = CRows::of(rows);
    if (!all) return all.error();
    const auto found =
        all.value().visit([&](const auto& x) { return explain(model->classifier, x, row, given(options)); });
    return found ? give_both(nullptr, nullptr, report, found.value().report) : found.error();
  });
}

hs_status hs_explain_means(hs_context* context, const hs_model* model, const hs_rows* rows, const hs_options* options,
                           hs_text** report) {
  return guarded(context, [&]() -> Result<void> {
    clear_place(report);
    if (model == nullptr) return null_argument("model");
    const auto all = CRows::of(rows);
    if (!all) return all.error();
    const auto found =
        all.value().visit([&](const auto& x) { return explain_means(model->classifier, x, given(options)); });
    return found ? give_both(nullptr, nullptr, report, found.value().report) : found.error();
  });
}

int64_t hs_model_has_probabilities(const hs_model* model) {
  return model != nullptr && model->classifier.has_probabilities() ? 1 : 0;
}
