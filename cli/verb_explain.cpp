// halfspace explain MODEL DATA: what the columns add to the score of a row, or to scores on average over all rows; the
// smallest change of a row that changes its label.
#include <algorithm>
#include <cmath>
#include <utility>
#include <vector>

#include "base/text.hpp"
#include "data_flags.hpp"
#include "explained_rows.hpp"
#include "session.hpp"
#include "verbs.hpp"

namespace halfspace::cli::verb_explain {
namespace {

std::vector<Operand> operands() {
  return {{"MODEL", "a model file"}, {"DATA", "rows with the model's columns; - is standard input"}};
}

std::vector<Flag> flags() {
  std::vector<Flag> all = {
      {"row", "K",
       "the row of DATA to explain: its records count from 0, the header apart, whatever their cells are (default: "
       "averages "
       "over all rows)",
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
  for (Flag& f : scoring_flags()) {
    if (f.name != "classes") all.push_back(std::move(f));
  }
  return all;
}

/// Flags that say nothing without another.
Result<void> check_flags(const Args& args) {
  const std::string by = args.get("by");
  if (args.has("by") && by != "feature" && by != "column")
    return Error{Code::usage, "--by", in_quotes(by) + " is not one of feature, column"};
  for (const char* name : {"counterfactual", "by"}) {
    if (args.has(name) && !args.has("row"))
      return Error{Code::usage, dashed(name), "is about one row; say which with --row K"};
  }
  for (const char* name : {"change", "to"}) {
    if (args.has(name) && !args.has("counterfactual"))
      return Error{Code::usage, dashed(name), "is for --counterfactual; add it, or leave " + dashed(name) + " out"};
  }
  return {};
}

Outcome run(const Args& args) {
  if (const auto fine = check_paths(args, {args.operands[0], args.operands[1]}, {}); !fine) return fine.error();
  if (const auto fine = check_flags(args); !fine) return fine.error();
  const auto model = read_model(args.operands[0]);
  if (!model) return model.error();
  note_unfinished(args, model.value());
  if (model.value().voted())
    return Error{Code::usage, args.operands[0],
                 "a voted model has no single score to take apart; train with --keep average or last"};
  return args.has("row") ? explain_row(args, model.value()) : explain_means(args, model.value());
}

}  // namespace

const Verb verb = {"explain",
                   "what each column, feature or support vector adds to scores",
                   "  halfspace explain model.hs test.csv                     averages over all rows, by column\n"
                   "  halfspace explain model.hs test.csv --row 3             the ten largest contributions\n"
                   "  halfspace explain model.hs test.csv --row 3 --top 30    more of them\n"
                   "  halfspace explain model.hs test.csv --row 3 --json      all; they add up to the score\n"
                   "  halfspace explain model.hs test.csv --row 3 --counterfactual --change age,plan\n"
                   "                                                          what would change the label\n",
                   operands,
                   flags,
                   run};

}  // namespace halfspace::cli::verb_explain
