// The C interface: rows of every kind; training with a watch, prediction, selection, evaluation, export.
#include <algorithm>

#include "api/c_model.hpp"
#include "api/c_rows.hpp"
#include "halfspace/evaluate.hpp"
#include "halfspace/select.hpp"
#include "halfspace/train.hpp"

namespace halfspace::api {
namespace {

Watch watch_of(hs_watch watch, void* user) {
  if (watch == nullptr) return {};
  return [watch, user](const TrainProgress& p) {
    const hs_progress seen = {p.visits, p.passes,    p.updates, p.fraction, p.objective,
                              p.gap,    p.fits_done, p.fits,    p.seconds};
    return watch(&seen, user) != 0;
  };
}

Options given(const hs_options* options) { return options == nullptr ? Options() : options->values; }

template <class T>
void clear_place(T** place) {
  if (place != nullptr) *place = nullptr;
}

/// Both are made before either is given: `model` may be NULL.
Result<void> give_both(hs_model** model, const Classifier* classifier, hs_text** report, const Report& from) {
  std::unique_ptr<hs_text> text;
  if (report != nullptr) text = std::make_unique<hs_text>(hs_text{from.json()});
  if (model != nullptr && classifier != nullptr) {
    if (auto fine = give_model(model, *classifier); !fine) return fine;
  }
  if (report != nullptr) *report = text.release();
  return {};
}

/// Calls find(rows, labels).
template <class Find>
auto with_labels(const hs_rows* rows, Find&& find) -> decltype(find(DenseRows(), RowLabels())) {
  const auto all = CRows::of(rows);
  if (!all) return all.error();
  const auto labels = all.value().labels();
  if (!labels) return labels.error();
  return all.value().visit([&](const auto& view) { return find(view, labels.value()); });
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

hs_status hs_predict(hs_context* context, const hs_model* model, const hs_rows* rows, int64_t threads, int64_t* classes,
                     double* scores, double* probabilities) {
  return guarded(context, [&]() -> Result<void> {
    if (model == nullptr) return null_argument("model");
    if (threads < 0 || threads > 4096)
      return Error{Code::usage, "threads", std::to_string(threads) + " is outside 0..4096"};
    if (probabilities != nullptr && !model->classifier.has_probabilities())
      return Error{Code::usage, "probabilities", "the model has none; train with the option calibrate, or logistic"};
    const auto all = CRows::of(rows);
    if (!all) return all.error();
    const auto found =
        all.value().visit([&](const auto& x) { return model->classifier.predict(x, static_cast<int>(threads)); });
    if (!found) return found.error();
    const Predictions& p = found.value();
    if (classes != nullptr) std::copy(p.classes.begin(), p.classes.end(), classes);
    if (scores != nullptr) std::copy(p.scores.begin(), p.scores.end(), scores);
    if (probabilities != nullptr) std::copy(p.probabilities.begin(), p.probabilities.end(), probabilities);
    return {};
  });
}

hs_status hs_cross_validate(hs_context* context, const hs_rows* rows, const hs_options* options, hs_watch watch,
                            void* user, hs_text** report) {
  return guarded(context, [&]() -> Result<void> {
    clear_place(report);
    if (report == nullptr) return null_argument("the place for the report");
    const auto found = with_labels(rows, [&](const auto& x, const RowLabels& y) {
      return cross_validate(x, y, given(options), watch_of(watch, user));
    });
    return found ? give_both(nullptr, nullptr, report, found.value().report) : found.error();
  });
}

hs_status hs_search(hs_context* context, const hs_rows* rows, const hs_options* options, hs_watch watch, void* user,
                    hs_model** model, hs_text** report) {
  return guarded(context, [&]() -> Result<void> {
    clear_place(model);
    clear_place(report);
    const auto found = with_labels(
        rows, [&](const auto& x, const RowLabels& y) { return search(x, y, given(options), watch_of(watch, user)); });
    if (!found) return found.error();
    const auto& chosen = found.value().chosen;
    return give_both(model, chosen ? &chosen->classifier : nullptr, report, found.value().report);
  });
}

hs_status hs_path(hs_context* context, const hs_rows* rows, const hs_options* options, hs_watch watch, void* user,
                  hs_model** model, hs_text** report) {
  return guarded(context, [&]() -> Result<void> {
    clear_place(model);
    clear_place(report);
    const auto found = with_labels(
        rows, [&](const auto& x, const RowLabels& y) { return path(x, y, given(options), watch_of(watch, user)); });
    if (!found) return found.error();
    const auto& chosen = found.value().classifier;
    return give_both(model, chosen ? &*chosen : nullptr, report, found.value().report);
  });
}

hs_status hs_evaluate(hs_context* context, const hs_model* model, const hs_rows* rows, int64_t threads,
                      hs_text** report) {
  return guarded(context, [&]() -> Result<void> {
    clear_place(report);
    if (model == nullptr) return null_argument("model");
    if (threads < 0 || threads > 4096)
      return Error{Code::usage, "threads", std::to_string(threads) + " is outside 0..4096"};
    const auto found = with_labels(rows, [&](const auto& x, const RowLabels& y) {
      return evaluate(model->classifier, x, y, static_cast<int>(threads));
    });
    return found ? give_both(nullptr, nullptr, report, found.value().report) : found.error();
  });
}

hs_status hs_explain(hs_context* context, const hs_model* model, const hs_rows* rows, int64_t row, hs_text** report) {
  return guarded(context, [&]() -> Result<void> {
    clear_place(report);
    if (model == nullptr) return null_argument("model");
    const auto all = CRows::of(rows);
    if (!all) return all.error();
    const auto found = all.value().visit([&](const auto& x) { return explain(model->classifier, x, row); });
    return found ? give_both(nullptr, nullptr, report, found.value().report) : found.error();
  });
}

hs_status hs_export(hs_context* context, const hs_model* model, const char* format, hs_text** bytes) {
  return guarded(context, [&]() -> Result<void> {
    clear_place(bytes);
    if (bytes == nullptr) return null_argument("the place for the bytes");
    if (model == nullptr) return null_argument("model");
    if (format == nullptr) return null_argument("format");
    const auto written = exported(model->classifier, format);
    return written ? give(bytes, written.value()) : written.error();
  });
}

int64_t hs_model_has_probabilities(const hs_model* model) {
  return model != nullptr && model->classifier.has_probabilities() ? 1 : 0;
}
