// halfspace explain MODEL DATA: what the columns add to the score of a row, or to scores on average over all rows; the
// smallest change of a row that changes its label.
#include <utility>

#include "data_flags.hpp"
#include "explained_rows.hpp"
#include "session.hpp"
#include "verbs.hpp"
#include "verbs/explanation.hpp"
#include "verbs/flags.hpp"

namespace halfspace::cli::verb_explain {
namespace {

std::vector<Operand> operands() {
  return {{"MODEL", "a model file"}, {"DATA", "rows with the model's columns; - is standard input"}};
}

std::vector<Flag> flags() {
  std::vector<Flag> all = explain_flags();
  for (Flag& f : scoring_flags()) {
    if (f.name != "classes") all.push_back(std::move(f));
  }
  return all;
}

Outcome run(const Args& args) {
  if (const auto fine = check_paths(args, {args.operands[0], args.operands[1]}, {}); !fine) return fine.error();
  if (const auto fine = check_explain_flags(args); !fine) return fine.error();
  const auto model = read_model(args.operands[0]);
  if (!model) return model.error();
  note_unfinished(args, model.value());
  if (const auto fine = check_parts(model.value(), args.operands[0]); !fine) return fine.error();
  const auto request = explain_request(args, model.value());
  if (!request) return request.error();
  return request.value().row ? explain_row(args, model.value(), request.value())
                             : explain_means(args, model.value(), request.value());
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
