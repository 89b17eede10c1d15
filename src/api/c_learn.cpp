// The C interface: training and prediction.
#include <algorithm>

#include "api/c_arrays.hpp"
#include "api/c_calls.hpp"
#include "api/c_model.hpp"
#include "halfspace/train.hpp"

namespace halfspace::api {
namespace {

/// Empties the places of the answers; they must be there.
Result<void> clear(hs_model** model, hs_text** report) {
  if (report != nullptr) *report = nullptr;
  if (model == nullptr) return null_argument("the place for the model");
  *model = nullptr;
  return {};
}

Result<void> give_training(const Result<Training>& training, hs_model** model, hs_text** report) {
  if (!training) return training.error();
  if (const auto given = give_model(model, training.value().classifier); !given || report == nullptr) return given;
  try {
    return give(report, training.value().report.json());
  } catch (...) {
    delete std::exchange(*model, nullptr);  // all or nothing
    throw;
  }
}

template <class RowsInMemory>
Result<void> train_rows(Result<RowsInMemory> rows, const double* labels, const double* weights,
                        const hs_options* options, hs_model** model, hs_text** report) {
  if (!rows) return rows.error();
  const auto y = array("labels", labels, rows.value().rows);
  if (!y) return y.error();
  if (weights != nullptr) rows.value().weights = {weights, static_cast<std::size_t>(rows.value().rows)};
  return give_training(train(rows.value(), y.value(), given(options)), model, report);
}

template <class RowsInMemory>
Result<void> predict_rows(const hs_model* model, const Result<RowsInMemory>& rows, std::int64_t* classes,
                          double* scores) {
  if (model == nullptr) return null_argument("model");
  if (!rows) return rows.error();
  const auto answer = model->classifier.predict(rows.value());
  if (!answer) return answer.error();
  if (classes != nullptr) std::copy(answer.value().classes.begin(), answer.value().classes.end(), classes);
  if (scores != nullptr) std::copy(answer.value().scores.begin(), answer.value().scores.end(), scores);
  return {};
}

}  // namespace
}  // namespace halfspace::api

using namespace halfspace;       // NOLINT(google-build-using-namespace)
using namespace halfspace::api;  // NOLINT(google-build-using-namespace)

hs_status hs_train_file(hs_context* context, const char* path, const hs_options* options, hs_watch watch, void* user,
                        hs_model** model, hs_text** report) {
  return guarded(context, [&]() -> Result<void> {
    if (const auto fine = clear(model, report); !fine) return fine;
    if (path == nullptr) return null_argument("path");
    return give_training(train_file(path, given(options), watch_of(watch, user)), model, report);
  });
}

hs_status hs_train_dense(hs_context* context, int64_t rows, int64_t cols, const double* values, const double* labels,
                         const double* weights, const hs_options* options, hs_model** model, hs_text** report) {
  return guarded(context, [&]() -> Result<void> {
    if (const auto fine = clear(model, report); !fine) return fine;
    return train_rows(dense_rows(rows, cols, values), labels, weights, options, model, report);
  });
}

hs_status hs_train_csr(hs_context* context, int64_t rows, int64_t cols, const int64_t* start, const int64_t* column,
                       const double* values, const double* labels, const double* weights, const hs_options* options,
                       hs_model** model, hs_text** report) {
  return guarded(context, [&]() -> Result<void> {
    if (const auto fine = clear(model, report); !fine) return fine;
    return train_rows(csr_rows(rows, cols, start, column, values), labels, weights, options, model, report);
  });
}

hs_status hs_predict_dense(hs_context* context, const hs_model* model, int64_t rows, int64_t cols, const double* values,
                           int64_t* classes, double* scores) {
  return guarded(context, [&] { return predict_rows(model, dense_rows(rows, cols, values), classes, scores); });
}

hs_status hs_predict_csr(hs_context* context, const hs_model* model, int64_t rows, int64_t cols, const int64_t* start,
                         const int64_t* column, const double* values, int64_t* classes, double* scores) {
  return guarded(context,
                 [&] { return predict_rows(model, csr_rows(rows, cols, start, column, values), classes, scores); });
}

hs_status hs_predict_file(hs_context* context, const hs_model* model, const char* path, const hs_options* options,
                          hs_predictions** predictions) {
  return guarded(context, [&]() -> Result<void> {
    if (predictions == nullptr) return null_argument("the place for the predictions");
    *predictions = nullptr;
    if (model == nullptr) return null_argument("model");
    if (path == nullptr) return null_argument("path");
    const auto answer = model->classifier.predict_file(path, given(options));
    return answer ? give(predictions, answer.value()) : answer.error();
  });
}

int64_t hs_predictions_count(const hs_predictions* predictions) {
  return predictions == nullptr ? 0 : predictions->values.rows;
}

const int64_t* hs_predictions_classes(const hs_predictions* predictions) {
  return predictions == nullptr ? nullptr : predictions->values.classes.data();
}

const double* hs_predictions_scores(const hs_predictions* predictions) {
  return predictions == nullptr ? nullptr : predictions->values.scores.data();
}

const double* hs_predictions_probabilities(const hs_predictions* predictions) {
  const bool none = predictions == nullptr || predictions->values.probabilities.empty();
  return none ? nullptr : predictions->values.probabilities.data();
}

void hs_predictions_free(hs_predictions* predictions) { delete predictions; }
