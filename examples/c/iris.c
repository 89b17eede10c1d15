/* iris DATA MODEL: learns to tell two species of iris apart, saves the model, loads it, asks it about three flowers,
   and proves which species a line can tell apart.
 */
#include <halfspace/halfspace.h>
#include <stdio.h>

enum { FLOWERS = 3, COLUMNS = 4 };

/* sepal length, sepal width, petal length, petal width in cm */
static const double flowers[FLOWERS * COLUMNS] = {5.1, 3.5, 1.4, 0.2, 5.5, 2.5, 4.0, 1.3, 6.9, 3.1, 5.7, 2.3};

static int learn(hs_context* context, const char* data, const char* path) {
  hs_model* model = NULL;
  hs_options* options = hs_options_new();
  int done = hs_options_set(context, options, "classes", "setosa,versicolor") == HS_OK &&
             hs_train_file(context, data, options, NULL, NULL, &model, NULL) == HS_OK &&
             hs_model_save(context, model, path) == HS_OK;
  if (done)
    printf("%s after %lld updates, %lld mistakes\n", hs_model_status(model), (long long)hs_model_updates(model),
           (long long)hs_model_mistakes(model));
  hs_options_free(options);
  hs_model_free(model);
  return done;
}

static int ask(hs_context* context, const char* path) {
  hs_model* model = NULL;
  int64_t classes[FLOWERS];
  double scores[FLOWERS];
  int done = hs_model_load(context, path, &model) == HS_OK &&
             hs_predict_dense(context, model, FLOWERS, COLUMNS, flowers, classes, scores) == HS_OK;
  for (int i = 0; done && i < FLOWERS; ++i)
    printf("flower %d: %s, score %g\n", i, hs_model_class(model, classes[i]), scores[i]);
  hs_model_free(model);
  return done;
}

/* Is there a line at all? With the proof, which is then checked against the file. */
static int prove(hs_context* context, const char* data, const char* classes) {
  hs_text* certificate = NULL;
  hs_options* options = hs_options_new();
  hs_options_set(context, options, "classes", classes);
  hs_status found = hs_separate_file(context, data, options, NULL, NULL, NULL, &certificate);
  int done = found == HS_OK || found == HS_NO;
  if (done)
    printf("%s: %s, %s\n", classes, found == HS_OK ? "separable" : "not separable",
           hs_verify(context, hs_text_data(certificate), data, NULL) == HS_OK ? "proved" : "the proof is wrong");
  hs_text_free(certificate);
  hs_options_free(options);
  return done;
}

int main(int count, char** words) {
  if (count != 3) {
    fprintf(stderr, "usage: iris DATA MODEL\n");
    return HS_USAGE;
  }
  hs_context* context = hs_context_new();
  int done = learn(context, words[1], words[2]) && ask(context, words[2]) &&
             prove(context, words[1], "setosa,versicolor") && prove(context, words[1], "versicolor,virginica");
  if (!done) fprintf(stderr, "iris: %s\n", hs_last_error(context));

  /* Rows in memory: AND of two bits; and what a mistake in the call gives. */
  const double bits[] = {0, 0, 0, 1, 1, 0, 1, 1};
  const double both[] = {-1, -1, -1, 1};
  hs_model* model = NULL;
  if (hs_train_dense(context, 4, 2, bits, both, NULL, NULL, &model, NULL) == HS_OK) {
    const double* w = hs_model_weights(model);
    printf("and: %g x1 + %g x2 + %g >= 0\n", w[0], w[1], hs_model_bias(model)[0]);
  }
  hs_model_free(model);
  if (hs_train_dense(context, 4, -1, bits, both, NULL, NULL, &model, NULL) == HS_USAGE)
    printf("refused: %s\n", hs_last_error(context));
  hs_context_free(context);
  return done ? HS_OK : HS_BAD_DATA;
}
