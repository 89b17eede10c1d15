/* The C interface: opaque handles, statuses, the text of the last error. Every size is int64_t, indices
   count from 0, numbers are doubles (in hs_rows also floats), every text is UTF-8 and ends in NUL. docs/library.md

   Handles: made by a function that takes `T** out` (or hs_*_new), freed by hs_T_free; NULL may be freed. On failure
   *out is NULL. A context belongs to one thread at a time and holds nothing but the last error. Models, texts and
   predictions are immutable: any number of threads may read one. There is no global state but GMP's memory functions (docs/library.md).

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
  HS_INTERRUPTED = 130 /* `timeout` or the watch ended a run that had nothing to keep */
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

/* Options: names and values of `halfspace VERB --help` and docs/options.md without the dashes ("preset", "pocket"); ""
   for a switch. Which a call knows hs_option_names() tells; those of files (label, columns, ...) are not for rows in
   memory. */
HALFSPACE_API hs_options* hs_options_new(void);
HALFSPACE_API void hs_options_free(hs_options* options);

/* Adds one; of equal names the last counts. HS_USAGE: no such name of any call. Values, and whether the call knows the
   name, are checked by the call that uses them. */
HALFSPACE_API hs_status hs_options_set(hs_context* context, hs_options* options, const char* name, const char* value);

/* The names that the calls of a verb know, a line each: "train", "separate", "predict", "evaluate", "explain",
   "inspect", "report", "cv", "search", "path", "trace" or "grade". */
HALFSPACE_API hs_status hs_option_names(hs_context* context, const char* verb, hs_text** names);

/* Where a run is. Counts are 0 where the run has none, fraction, objective and gap -1 where they are not known. */
typedef struct hs_progress {
  int64_t visits, passes, updates; /* passes: rounds of a solver */
  double fraction;                 /* done, in [0, 1] */
  double objective, gap;
  int64_t fits_done, fits; /* of cross-validation, search, path and calibration */
  double seconds;
} hs_progress;

/* Called from the calling thread, at least twice a second; 0 ends the run within half a second and keeps what it has.
   `user` is what the call was given. It must not jump out. Wherever a watch is taken it may be NULL. */
typedef int (*hs_watch)(const hs_progress* progress, void* user);

/* Training. `options` may be NULL; `report` may be NULL, else it gets the JSON of `halfspace train --json` (without
   version, seconds, peak_bytes). Not to converge is no failure: hs_model_status() tells.
   A file: CSV, TSV or LIBSVM text, plain or packed. */
HALFSPACE_API hs_status hs_train_file(hs_context* context, const char* path, const hs_options* options, hs_watch watch,
                                      void* user, hs_model** model, hs_text** report);

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

/* Model files: halfspace's own, and to read also LIBSVM's and LIBLINEAR's. Bytes of unknown origin are safe to read. */
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

/* Rows of a file, read as the model and `options` (may be NULL; those of `halfspace predict`) say. A row of a table
   without a value that the model needs has class -1 and scores NaN. */
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
                                         hs_watch watch, void* user, hs_text** report, hs_text** certificate);

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

/* Rows in memory of every kind, read in place where their numbers stand side by side (dense) or their columns have 32
   bits (sparse). Zero what is not used: hs_rows rows = {0}; */
enum { HS_DOUBLE = 0, HS_FLOAT = 1 };
enum { HS_INT64 = 0, HS_INT32 = 1 };

/* A column of categories: its numbers are indices into `texts`, NaN is a missing cell. */
typedef struct hs_category_column {
  int64_t column;
  const char* const* texts;
  int64_t count;
} hs_category_column;

typedef struct hs_rows {
  int64_t rows, cols;
  const void* values;                   /* dense: rows x cols numbers; sparse: one for each entry */
  int64_t value_type;                   /* HS_DOUBLE or HS_FLOAT */
  int64_t row_stride;                   /* dense: numbers from a row to the next; 0: cols */
  int64_t col_stride;                   /* dense: numbers from a column to the next; 0: 1 */
  const void* start;                    /* sparse: rows + 1 places; NULL: dense */
  const void* column;                   /* sparse: the column of each entry, ascending in a row */
  int64_t index_type;                   /* of start and column: HS_INT64 or HS_INT32 */
  const double* labels;                 /* training: a finite number for each row, or NULL and ... */
  const char* const* label_texts;       /* ... a text for each row */
  const double* weights;                /* training: a number from 0 for each row; NULL: all 1 */
  const int64_t* groups;                /* selection: rows of a group share a fold; NULL: none */
  const char* const* columns;           /* training, dense: cols names; NULL: "1", "2", ... */
  const hs_category_column* categories; /* dense: ascending; NULL: none */
  int64_t category_count;
} hs_rows;

/* As hs_train_dense, for rows of every kind. The option `calibrate` adds probabilities, with folds by `groups`; `start`
   is a list of weights and the bias, for a warm start those of hs_model_weights() and hs_model_bias(). */
HALFSPACE_API hs_status hs_train(hs_context* context, const hs_rows* rows, const hs_options* options, hs_watch watch,
                                 void* user, hs_model** model, hs_text** report);

/* As hs_separate_dense, for rows of every kind; labels may be texts. */
HALFSPACE_API hs_status hs_separate(hs_context* context, const hs_rows* rows, const hs_options* options, hs_watch watch,
                                    void* user, hs_text** report);

/* Prediction for rows of every kind. `classes` (rows), `scores` (rows x outputs) and `probabilities` (rows x classes;
   HS_USAGE for a model without them) are the caller's; any may be NULL. `options` (may be NULL): threads, simd,
   max-memory, threshold, unseen ("row": a row with an unknown level, or with a missing cell that the model has no value
   for, has class -1 and scores NaN). */
HALFSPACE_API hs_status hs_predict(hs_context* context, const hs_model* model, const hs_rows* rows,
                                   const hs_options* options, int64_t* classes, double* scores, double* probabilities);

/* Cross-validation, search and paths, with the options of `halfspace cv`, `search` and `path`; `report` gets the JSON
   of the verb. `model` may be NULL; it gets the model of the settings, or the point, chosen (NULL where none was).
   `predictions` (may be NULL) gets the CSV of `halfspace cv --predictions`. */
HALFSPACE_API hs_status hs_cross_validate(hs_context* context, const hs_rows* rows, const hs_options* options,
                                          hs_watch watch, void* user, hs_text** report, hs_text** predictions);
HALFSPACE_API hs_status hs_search(hs_context* context, const hs_rows* rows, const hs_options* options, hs_watch watch,
                                  void* user, hs_model** model, hs_text** report);
HALFSPACE_API hs_status hs_path(hs_context* context, const hs_rows* rows, const hs_options* options, hs_watch watch,
                                void* user, hs_model** model, hs_text** report);

/* The same of the rows of a file, with all options of the verb: also `groups`, `order-by` and what is about reading. */
HALFSPACE_API hs_status hs_cross_validate_file(hs_context* context, const char* path, const hs_options* options,
                                               hs_watch watch, void* user, hs_text** report, hs_text** predictions);
HALFSPACE_API hs_status hs_search_file(hs_context* context, const char* path, const hs_options* options, hs_watch watch,
                                       void* user, hs_model** model, hs_text** report);
HALFSPACE_API hs_status hs_path_file(hs_context* context, const char* path, const hs_options* options, hs_watch watch,
                                     void* user, hs_model** model, hs_text** report);

/* What `halfspace evaluate --json` says of labelled rows, `explain --row --json` of row `row` (from 0), `explain
   --json` of all rows on average. `options` (may be NULL): those of the verb, files' apart, and for explain without
   `row`. */
HALFSPACE_API hs_status hs_evaluate(hs_context* context, const hs_model* model, const hs_rows* rows,
                                    const hs_options* options, hs_text** report);
HALFSPACE_API hs_status hs_explain(hs_context* context, const hs_model* model, const hs_rows* rows, int64_t row,
                                   const hs_options* options, hs_text** report);
HALFSPACE_API hs_status hs_explain_means(hs_context* context, const hs_model* model, const hs_rows* rows,
                                         const hs_options* options, hs_text** report);

/* The same of the rows of a file; `options` (may be NULL): those of the verb. With `row` explain is about that row,
   else about all on average. */
HALFSPACE_API hs_status hs_evaluate_file(hs_context* context, const hs_model* model, const char* path,
                                         const hs_options* options, hs_text** report);
HALFSPACE_API hs_status hs_explain_file(hs_context* context, const hs_model* model, const char* path,
                                        const hs_options* options, hs_text** report);

/* What `halfspace inspect --json` says of a data file, a model file or a certificate; `options` (may be NULL): those of
   the verb. */
HALFSPACE_API hs_status hs_inspect_file(hs_context* context, const char* path, const hs_options* options,
                                        hs_text** report);

/* `page` gets the HTML of `halfspace report` about the model and the rows of a file, `report` (may be NULL) what
   `report --json` says. `options` (may be NULL): those of the verb. */
HALFSPACE_API hs_status hs_report_page(hs_context* context, const hs_model* model, const char* path,
                                       const hs_options* options, hs_text** page, hs_text** report);

/* A whole number, of 32 bits, for a label that has none. */
typedef struct hs_label {
  const char* label;
  int64_t number;
} hs_label;

/* The model for another program: `format` as `halfspace convert --to` takes it (libsvm, liblinear, onnx, c, c-float,
   python, sql). `labels` (may be NULL) are `count` numbers for classes, for libsvm and liblinear; `name` (may be NULL)
   is the front of the names of functions ("model"), for c and c-float, and the table ("data"), for sql. */
HALFSPACE_API hs_status hs_export(hs_context* context, const hs_model* model, const char* format,
                                  const hs_label* labels, int64_t count, const char* name, hs_text** bytes);

/* The command lines of LIBLINEAR and LIBSVM (halfspace/compat.hpp, docs/exchange.md): words[0] is liblinear-train,
   liblinear-predict, svm-train or svm-predict. Nothing is written: `path` gets the name and `bytes` the content of the
   file that the tool makes (both NULL where it makes none), `text` what it prints, `notes` remarks, one a line (a
   run that did not converge, words without effect); each may be NULL. `options` (may be NULL): threads, seed,
   max-memory, timeout. */
HALFSPACE_API hs_status hs_run_tool(hs_context* context, const char* const* words, int64_t count,
                                    const hs_options* options, hs_watch watch, void* user, hs_text** path,
                                    hs_text** bytes, hs_text** text, hs_text** notes);

/* Whether the model has probabilities: 1 or 0. */
HALFSPACE_API int64_t hs_model_has_probabilities(const hs_model* model);

/* A text, or bytes: `size` of them and a NUL behind. */
HALFSPACE_API const char* hs_text_data(const hs_text* text);
HALFSPACE_API int64_t hs_text_size(const hs_text* text);
HALFSPACE_API void hs_text_free(hs_text* text);

#ifdef __cplusplus
}
#endif

#endif
