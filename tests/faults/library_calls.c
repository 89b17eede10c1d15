/* Trains, saves, decides, verifies and predicts by the C interface in the current folder. Exit code 0: all went well;
 * 3: a call reported that there was no memory, and gave nothing; 9: anything else. Run under tools/fault_injection.c.
 */
#include <halfspace/halfspace.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static hs_context* context;

static void end(int code, const char* text) {
  hs_context_free(context);
  if (text != NULL) fprintf(stderr, "library_calls: %s\n", text);
  exit(code);
}

/* Ends the program unless a call answered as it should. */
static void expect(hs_status status, hs_status wanted, const void* given) {
  if (status == wanted) return;
  if (status != HS_BAD_DATA || strcmp(hs_last_error(context), "out of memory") != 0) end(9, hs_last_error(context));
  if (given != NULL) end(9, "a call that failed gave something");
  end(3, "out of memory");
}

int main(void) {
  static const double x[] = {0, 0, 0, 1, 1, 0, 1, 1};
  static const double y[] = {-1, -1, -1, 1};
  hs_options* options = NULL;
  hs_model* model = NULL;
  hs_model* loaded = NULL;
  hs_text* report = NULL;
  hs_text* certificate = NULL;
  hs_status status = HS_OK;
  int64_t classes[4] = {9, 9, 9, 9};

  context = hs_context_new();
  options = hs_options_new();
  if (context == NULL || options == NULL) end(3, "out of memory");
  expect(hs_options_set(context, options, "preset", "cyclic"), HS_OK, NULL);
  status = hs_train_dense(context, 4, 2, x, y, NULL, options, &model, &report);
  expect(status, HS_OK, model);
  puts(hs_model_status(model));
  hs_text_free(report);
  expect(hs_model_save(context, model, "model.hs"), HS_OK, NULL);
  status = hs_model_load(context, "model.hs", &loaded);
  expect(status, HS_OK, loaded);
  expect(hs_predict_dense(context, loaded, 4, 2, x, classes, NULL), HS_OK, NULL);
  for (int i = 0; i < 4; ++i) printf("%s\n", hs_model_class(loaded, classes[i]));
  hs_model_free(model);
  hs_model_free(loaded);
  status = hs_train_file(context, "rows.csv", NULL, NULL, NULL, &model, NULL);
  expect(status, HS_OK, model);
  hs_model_free(model);
  status = hs_separate_dense(context, 4, 2, x, y, NULL, &report);
  expect(status, HS_OK, report);
  hs_text_free(report);
  hs_options_free(options);
  options = hs_options_new();
  if (options == NULL) end(3, "out of memory");
  expect(hs_options_set(context, options, "classes", "versicolor,virginica"), HS_OK, NULL);
  expect(hs_options_set(context, options, "columns", "sepal_length,sepal_width"), HS_OK, NULL);
  status = hs_separate_file(context, "rows.csv", options, NULL, NULL, NULL, &certificate);
  expect(status, HS_NO, certificate);
  status = hs_verify(context, hs_text_data(certificate), "rows.csv", &report);
  expect(status, HS_OK, report);
  hs_text_free(report);
  hs_text_free(certificate);
  hs_options_free(options);
  end(0, NULL);
}
