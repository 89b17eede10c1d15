/* Every learner from memory, shown as it runs; the last one is ended after a while. */
#include <halfspace/halfspace.h>
#include <stdio.h>

static int watch(const hs_progress* p, void* limit) {
  fprintf(stderr, "\r%lld rounds, objective %g, gap %g   ", (long long)p->passes, p->objective, p->gap);
  return p->seconds < *(double*)limit; /* 0 ends the run, which keeps what it has */
}

int main(void) {
  static double x[800], y[400];
  static const char* const learners[][7] = {{"perceptron", "preset", "pocket", "rounds", "5000", "features", "poly2"},
                                            {"logistic", "algorithm", "logistic", "features", "poly2", "seed", "0"},
                                            {"svm", "algorithm", "svm", "C", "10", "features", "poly2"},
                                            {"rbf svm", "algorithm", "svm", "C", "10", "kernel", "rbf"},
                                            {"gradient", "solver", "gd", "rounds", "1000000000", "penalty", "none"}};
  hs_rows rows = {0};
  double limit = 0.3;
  hs_context* context = hs_context_new();
  for (int i = 0; i < 400; ++i) { /* points of the plane; +1 inside a ring, -1 outside of it */
    const double a = x[2 * i] = (i * 37 % 100) / 25.0 - 2, b = x[2 * i + 1] = (i * 61 % 97) / 24.0 - 2;
    y[i] = a * a + b * b < 2 ? 1 : -1;
  }
  rows.rows = 400, rows.cols = 2, rows.values = x, rows.labels = y;
  for (int k = 0; k < 5; ++k) {
    hs_model* model = NULL;
    hs_options* options = hs_options_new();
    for (int j = 1; j < 7; j += 2) hs_options_set(context, options, learners[k][j], learners[k][j + 1]);
    if (hs_train(context, &rows, options, watch, &limit, &model, NULL) != HS_OK) {
      fprintf(stderr, "%s\n", hs_last_error(context));
      return 1;
    }
    printf("%s: %s, %lld mistakes\n", learners[k][0], hs_model_status(model), (long long)hs_model_mistakes(model));
    hs_model_free(model), hs_options_free(options);
  }
  hs_context_free(context);
  return 0;
}
