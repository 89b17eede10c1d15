#include "verbs/flags.hpp"

namespace halfspace {

Flag threshold_flag() {
  return {"threshold", "T",
          "models of two classes with probabilities: +1 is predicted where P >= T (default 0.5), in (0, 1)", "output"};
}

std::vector<Flag> label_flags() {
  return {{"label", "NAME|INDEX", "label column (default: the model's)", "data"},
          {"weight", "NAME|INDEX", "column of row weights (default: the model's, where DATA has it)", "data"}};
}

std::vector<Flag> more_flags() {
  return {{"lift", "FRACTION", "two classes: the lift of this share of the rows, those of highest score (default 0.1)",
           "output"},
          {"bootstrap", "N", "intervals of the metrics by N resamples of the rows (1 to 100000; --seed)", "output"},
          {"against", "MODEL", "a second model on the same rows: McNemar's test, the difference of the accuracies",
           "output"},
          {"costs", "FN=C,FP=C|TRUE>PREDICTED=C,...",
           "what mistakes cost (1 where not named): their cost, and of two classes the threshold that costs least",
           "output"}};
}

std::vector<Flag> explain_flags() {
  return {
      {"row", "K",
       "the row to explain: records count from 0, the header apart, whatever their cells are (default: averages over "
       "all rows)",
       "question"},
      {"by", "feature|column",
       "contributions of features, or of columns of the table, a category's levels together (default: column where the "
       "model "
       "has categories, products, dates or means for missing cells)",
       "question"},
      {"counterfactual", "", "with --row: the smallest change of columns that changes the predicted label", "question"},
      {"change", "COL,...", "the columns that --counterfactual may change, by name or number (default: all)",
       "question"},
      {"to", "LABEL", "the label that --counterfactual is to reach (default: of more than two, the runner-up)",
       "question"},
      {"top", "N", "at most so many contributions of a score (default 10; --json: all)", "output"},
  };
}

Flag unlabelled_flag() {
  return {"unlabelled", "", "DATA has no labels, or they are not to be looked at (default: as DATA has the column)",
          "data"};
}

}  // namespace halfspace
