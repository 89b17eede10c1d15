/* Calls of the C interface in the current folder: without arguments trains, saves, decides, verifies and predicts; with
 * the word `rows` calls all that takes hs_rows, and the old tools; with `files` what takes a file and a model. Exit
 * code 0: all went well; 3: a call reported that there was no memory, and gave nothing; 9: anything else. Run under
 * tools/fault_injection.c.
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

static hs_options* new_options(void) {
  hs_options* options = hs_options_new();
  if (options == NULL) end(3, "out of memory");
  return options;
}

static void set(hs_options* options, const char* name, const char* value) {
  expect(hs_options_set(context, options, name, value), HS_OK, NULL);
}

static void call_plain(void) {
  static const double x[] = {0, 0, 0, 1, 1, 0, 1, 1};
  static const double y[] = {-1, -1, -1, 1};
  hs_options* options = NULL;
  hs_model* model = NULL;
  hs_model* loaded = NULL;
  hs_text* report = NULL;
  hs_text* certificate = NULL;
  hs_status status = HS_OK;
  int64_t classes[4] = {9, 9, 9, 9};

  options = new_options();
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
  options = new_options();
  expect(hs_options_set(context, options, "classes", "versicolor,virginica"), HS_OK, NULL);
  expect(hs_options_set(context, options, "columns", "sepal_length,sepal_width"), HS_OK, NULL);
  status = hs_separate_file(context, "rows.csv", options, NULL, NULL, NULL, &certificate);
  expect(status, HS_NO, certificate);
  status = hs_verify(context, hs_text_data(certificate), "rows.csv", &report);
  expect(status, HS_OK, report);
  hs_text_free(report);
  hs_text_free(certificate);
  hs_options_free(options);
}

static void expect_text(hs_status status, hs_status wanted, hs_text* text) {
  expect(status, wanted, text);
  if (text == NULL) end(9, "a call that went well gave nothing");
  hs_text_free(text);
}

/* 24 rows of the plane, two classes that overlap, one column of categories. */
static void call_with_rows(void) {
  static const char* const colours[] = {"red", "blue"};
  static const hs_category_column colour = {2, colours, 2};
  static const char* const tool[] = {"svm-train", "-t", "0", "rows.libsvm"};
  const char* labels[24];
  double x[24 * 3];
  int64_t groups[24];
  int64_t classes[24];
  double probabilities[48];
  hs_rows rows = {0};
  hs_options* options = new_options();
  hs_options* folds = new_options();
  hs_model* model = NULL;
  hs_text* text = NULL;
  hs_text* bytes = NULL;
  hs_status status = HS_OK;

  for (int i = 0; i < 24; ++i) {
    x[3 * i] = i * 7 % 24;
    x[3 * i + 1] = i * 5 % 11;
    x[3 * i + 2] = i % 2;
    labels[i] = (i * 7 % 24 > 12) != (i % 5 == 0) ? "yes" : "no";
    groups[i] = i / 2;
  }
  rows.rows = 24;
  rows.cols = 3;
  rows.values = x;
  rows.label_texts = labels;
  rows.categories = &colour;
  rows.category_count = 1;
  set(options, "algorithm", "logistic");
  set(folds, "algorithm", "logistic");
  set(folds, "folds", "3");
  status = hs_train(context, &rows, options, NULL, NULL, &model, &text);
  expect_text(status, HS_OK, text);
  expect(hs_predict(context, model, &rows, NULL, classes, NULL, probabilities), HS_OK, NULL);
  status = hs_evaluate(context, model, &rows, NULL, &text);
  expect_text(status, HS_OK, text);
  status = hs_explain(context, model, &rows, 5, NULL, &text);
  expect_text(status, HS_OK, text);
  hs_model_free(model);
  status = hs_separate(context, &rows, NULL, NULL, NULL, &text);
  expect_text(status, HS_NO, text);
  rows.groups = groups;
  status = hs_cross_validate(context, &rows, folds, NULL, NULL, &text, NULL);
  expect_text(status, HS_OK, text);
  set(folds, "over", "C=0.1,10");
  status = hs_search(context, &rows, folds, NULL, NULL, &model, &text);
  expect_text(status, HS_OK, text);
  hs_model_free(model);
  rows.groups = NULL;
  set(options, "points", "3");
  status = hs_path(context, &rows, options, NULL, NULL, &model, &text);
  expect_text(status, HS_OK, text);
  hs_model_free(model);
  rows.categories = NULL;
  rows.category_count = 0;
  status = hs_train(context, &rows, NULL, NULL, NULL, &model, NULL);
  expect(status, HS_OK, model);
  status = hs_export(context, model, "c", NULL, 0, NULL, &text);
  expect_text(status, HS_OK, text);
  status = hs_export(context, model, "onnx", NULL, 0, NULL, &text);
  expect_text(status, HS_OK, text);
  hs_model_free(model);
  status = hs_run_tool(context, tool, 4, NULL, NULL, NULL, NULL, &bytes, &text, NULL);
  expect(status, HS_OK, bytes);
  hs_text_free(bytes);
  hs_text_free(text);
  status = hs_option_names(context, "search", &text);
  expect_text(status, HS_OK, text);
  hs_options_free(options);
  hs_options_free(folds);
}

/* Three classes of a table. */
static void call_with_files(void) {
  static const char* const path = "rows.csv";
  hs_options* options = new_options();
  hs_options* row = new_options();
  hs_model* model = NULL;
  hs_text* text = NULL;
  hs_text* page = NULL;
  hs_status status = HS_OK;

  set(options, "algorithm", "logistic");
  set(row, "row", "3");
  set(row, "counterfactual", "");
  status = hs_train_file(context, path, options, NULL, NULL, &model, NULL);
  expect(status, HS_OK, model);
  status = hs_evaluate_file(context, model, path, NULL, &text);
  expect_text(status, HS_OK, text);
  status = hs_explain_file(context, model, path, row, &text);
  expect_text(status, HS_OK, text);
  status = hs_explain_file(context, model, path, NULL, &text);
  expect_text(status, HS_OK, text);
  status = hs_inspect_file(context, path, NULL, &text);
  expect_text(status, HS_OK, text);
  status = hs_report_page(context, model, path, NULL, &page, &text);
  expect(status, HS_OK, page);
  hs_text_free(page);
  hs_text_free(text);
  hs_model_free(model);
  set(options, "folds", "2");
  status = hs_cross_validate_file(context, path, options, NULL, NULL, &text, NULL);
  expect_text(status, HS_OK, text);
  hs_options_free(options);
  hs_options_free(row);
}

int main(int count, char** words) {
  context = hs_context_new();
  if (context == NULL) end(3, "out of memory");
  if (count > 1 && strcmp(words[1], "rows") == 0) {
    call_with_rows();
  } else if (count > 1 && strcmp(words[1], "files") == 0) {
    call_with_files();
  } else {
    call_plain();
  }
  end(0, NULL);
}
