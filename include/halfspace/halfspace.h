/* The C interface: opaque handles, statuses, the text of the last error. Every size and index is int64_t and counts
   from 0, every number is a double, every text is UTF-8 and ends in NUL. docs/library.md

   Handles: made by a function that takes `T** out` (or hs_*_new), freed by hs_T_free; NULL may be freed. On failure
   *out is NULL. A context belongs to one thread at a time and holds nothing but the last error. Models, texts and
   predictions are immutable: any number of threads may read one. There is no global state.

   Calls check what they can (NULL, sizes, options, every number) and never end the process; they cannot check that an
   array is as long as the sizes say or that a handle is alive. */
#ifndef HALFSPACE_H
#define HALFSPACE_H

#include <stdint.h>

#include "halfspace/export.h"
#include "halfspace/version.h"

#ifdef __cplusplus
extern "C" {
#endif

/* The exit codes of the program. */
typedef int64_t hs_status;
enum {
  HS_OK = 0,           /* for a question: yes (separable, accepted) */
  HS_NO = 1,           /* no: not separable, or a certificate that is rejected */
  HS_USAGE = 2,        /* NULL, a size that does not fit, an unknown option or value */
  HS_BAD_DATA = 3,     /* rows, file or model bytes; also: out of memory */
  HS_UNDECIDED = 4,    /* no answer; the report says why */
  HS_IO = 5,           /* a file cannot be read or written */
  HS_INTERRUPTED = 130 /* the option `timeout` ended the reading */
};

typedef struct hs_context hs_context;
typedef struct hs_options hs_options;
typedef struct hs_model hs_model;
typedef struct hs_predictions hs_predictions;
typedef struct hs_text hs_text;

/* "0.1.0"; HALFSPACE_VERSION is that of the header. */
HALFSPACE_API const char* hs_version(void);

/* NULL when there is no memory. */
HALFSPACE_API hs_context* hs_context_new(void);
HALFSPACE_API void hs_context_free(hs_context* context);

/* What went wrong in the last call with this context, "" when it went well; valid until its next call. */
HALFSPACE_API const char* hs_last_error(const hs_context* context);

/* Options: names and values of `halfspace train --help` without the dashes ("preset", "pocket"); "" for a switch. */
HALFSPACE_API hs_options* hs_options_new(void);
HALFSPACE_API void hs_options_free(hs_options* options);

/* Adds one; of equal names the last counts. HS_USAGE: no such name. Values are checked by the call that uses them. */
HALFSPACE_API hs_status hs_options_set(hs_context* context, hs_options* options, const char* name, const char* value);

/* Training. `options` may be NULL; `report` may be NULL, else it gets the JSON of `halfspace train --json` (without
   version, seconds, peak_bytes). Not to converge is no failure: hs_model_status() tells.
   A file: CSV, TSV or LIBSVM text, plain or packed. */
HALFSPACE_API hs_status hs_train_file(hs_context* context, const char* path, const hs_options* options,
                                      hs_model** model, hs_text** report);

/* `values`: rows * cols finite numbers, row after row (NaN: a missing cell, for the option `missing`). `labels`: a
   finite number for each row. `weights`: a number from 0 for each row, or NULL: all 1. */
HALFSPACE_API hs_status hs_train_dense(hs_context* context, int64_t rows, int64_t cols, const double* values,
                                       const double* labels, const double* weights, const hs_options* options,
                                       hs_model** model, hs_text** report);

/* Row i has the entries start[i] .. start[i + 1] - 1 of `column` (ascending, below cols) and `values`; `start` has
   rows + 1 places. */
HALFSPACE_API hs_status hs_train_csr(hs_context* context, int64_t rows, int64_t cols, const int64_t* start,
                                     const int64_t* column, const double* values, const double* labels,
                                     const double* weights, const hs_options* options, hs_model** model,
                                     hs_text** report);

/* Model files. Bytes of unknown origin are safe to read. */
HALFSPACE_API hs_status hs_model_load(hs_context* context, const char* path, hs_model** model);
HALFSPACE_API hs_status hs_model_from_bytes(hs_context* context, const char* bytes, int64_t size, hs_model** model);
HALFSPACE_API hs_status hs_model_save(hs_context* context, const hs_model* model, const char* path);
HALFSPACE_API hs_status hs_model_bytes(hs_context* context, const hs_model* model, hs_text** bytes);
HALFSPACE_API void hs_model_free(hs_model* model);

/* What a model is. Counts are 0 and pointers NULL for a NULL model or an index out of range; pointers live as long as
   the model. Outputs: one score for two classes, else one a class. `weights` has hs_model_weight_count() numbers,
   outputs x features (kernel models: outputs x support rows); `bias` one for each output. */
HALFSPACE_API int64_t hs_model_class_count(const hs_model* model);
HALFSPACE_API const char* hs_model_class(const hs_model* model, int64_t index);
HALFSPACE_API int64_t hs_model_column_count(const hs_model* model); /* columns of a row to predict */
HALFSPACE_API int64_t hs_model_output_count(const hs_model* model);
HALFSPACE_API int64_t hs_model_weight_count(const hs_model* model);
HALFSPACE_API const double* hs_model_weights(const hs_model* model);
HALFSPACE_API const double* hs_model_bias(const hs_model* model);

/* How its run went: converged, vacuous, not-separable, not-converged, passes, rounds, patience, timeout or interrupted;
   updates made; mistakes on the training rows, -1 where the run was stopped before they were counted. A model file
   says so too. */
HALFSPACE_API const char* hs_model_status(const hs_model* model);
HALFSPACE_API int64_t hs_model_updates(const hs_model* model);
HALFSPACE_API int64_t hs_model_mistakes(const hs_model* model);

/* Its settings and report, each one line of JSON (docs/json.md). */
HALFSPACE_API hs_status hs_model_settings(hs_context* context, const hs_model* model, hs_text** json);
HALFSPACE_API hs_status hs_model_report(hs_context* context, const hs_model* model, hs_text** json);

/* Prediction. `classes` (rows indices for hs_model_class) and `scores` (rows x outputs) are the caller's; either may be
   NULL. 0 rows are fine. On failure nothing is written. */
HALFSPACE_API hs_status hs_predict_dense(hs_context* context, const hs_model* model, int64_t rows, int64_t cols,
                                         const double* values, int64_t* classes, double* scores);
HALFSPACE_API hs_status hs_predict_csr(hs_context* context, const hs_model* model, int64_t rows, int64_t cols,
                                       const int64_t* start, const int64_t* column, const double* values,
                                       int64_t* classes, double* scores);

/* Rows of a file, read as the model and `options` (may be NULL; those of `halfspace predict`) say. */
HALFSPACE_API hs_status hs_predict_file(hs_context* context, const hs_model* model, const char* path,
                                        const hs_options* options, hs_predictions** predictions);
HALFSPACE_API int64_t hs_predictions_count(const hs_predictions* predictions);
HALFSPACE_API const int64_t* hs_predictions_classes(const hs_predictions* predictions);
HALFSPACE_API const double* hs_predictions_scores(const hs_predictions* predictions);
/* Of logistic models the probabilities of every class, row after row; NULL for other models. */
HALFSPACE_API const double* hs_predictions_probabilities(const hs_predictions* predictions);
HALFSPACE_API void hs_predictions_free(hs_predictions* predictions);

/* Linear separability of two classes, decided in exact arithmetic: HS_OK, HS_NO or HS_UNDECIDED. `options` (may be
   NULL): names and values of `halfspace separate --help`. `report` (may be NULL) gets the JSON of `halfspace separate
   --json`, `certificate` (may be NULL) the certificate file, NULL without a proof. */
HALFSPACE_API hs_status hs_separate_file(hs_context* context, const char* path, const hs_options* options,
                                         hs_text** report, hs_text** certificate);

/* Rows as in hs_train_dense and hs_train_csr. Rows in memory have no text, so no certificate. */
HALFSPACE_API hs_status hs_separate_dense(hs_context* context, int64_t rows, int64_t cols, const double* values,
                                          const double* labels, const hs_options* options, hs_text** report);
HALFSPACE_API hs_status hs_separate_csr(hs_context* context, int64_t rows, int64_t cols, const int64_t* start,
                                        const int64_t* column, const double* values, const double* labels,
                                        const hs_options* options, hs_text** report);

/* Is what a certificate says true of the rows of a file? HS_OK: accepted, HS_NO: rejected, and `report` (may be NULL)
   gets the JSON of `halfspace verify --json`, which says why. */
HALFSPACE_API hs_status hs_verify_file(hs_context* context, const char* certificate_path, const char* data_path,
                                       hs_text** report);
HALFSPACE_API hs_status hs_verify(hs_context* context, const char* certificate, const char* data_path,
                                  hs_text** report);

/* A text, or bytes: `size` of them and a NUL behind. */
HALFSPACE_API const char* hs_text_data(const hs_text* text);
HALFSPACE_API int64_t hs_text_size(const hs_text* text);
HALFSPACE_API void hs_text_free(hs_text* text);

#ifdef __cplusplus
}
#endif

#endif
