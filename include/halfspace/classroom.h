/* The C interface for lectures and exercises: halfspace/classroom.hpp. Conventions as in halfspace.h. */
#ifndef HALFSPACE_CLASSROOM_H
#define HALFSPACE_CLASSROOM_H

#include "halfspace/halfspace.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Every visit of a perceptron on the rows of a file (docs/formats/visits.md): `table` gets what `halfspace trace`
   prints in the form of the option "output-format", `report` what `trace --json` says; either may be NULL. `options`
   (may be NULL): hs_option_names() of "trace". */
HALFSPACE_API hs_status hs_trace_file(hs_context* context, const char* path, const hs_options* options, hs_watch watch,
                                      void* user, hs_text** table, hs_text** report);

/* A student's trace of a perceptron, or final weights, in a CSV file: HS_OK accepted, HS_NO wrong, and `report` (may be
   NULL) gets the JSON of `halfspace grade`. `options` (may be NULL): hs_option_names() of "grade". */
HALFSPACE_API hs_status hs_grade_file(hs_context* context, const char* path, const char* student,
                                      const hs_options* options, hs_watch watch, void* user, hs_text** report);

/* An exercise of a kind and a seed, the same on every machine (docs/classroom.md). `form` is markdown (NULL), latex or
   text, `solution` yes (NULL), no or only. `sheet` gets it, `data` its rows as CSV, `report` what `exercise --json`
   says; each may be NULL. */
HALFSPACE_API hs_status hs_exercise(hs_context* context, const char* kind, uint64_t seed, const char* form,
                                    const char* solution, hs_text** sheet, hs_text** data, hs_text** report);

/* Kinds of exercises, one a line, simple ones first. */
HALFSPACE_API hs_status hs_exercise_kinds(hs_context* context, hs_text** names);

/* Values of a curve that courses draw at `count` numbers, into `values`, which the caller has: "sign", "step",
   "sigmoid" of a score; of margins "zero-one" and the losses. */
HALFSPACE_API hs_status hs_curve(hs_context* context, const char* name, int64_t count, const double* at,
                                 double* values);

#ifdef __cplusplus
}
#endif

#endif
