// halfspace explain MODEL DATA --row K: what each feature or support vector adds to the score of a row.
#include <algorithm>
#include <cmath>
#include <utility>
#include <vector>

#include "base/text.hpp"
#include "data_flags.hpp"
#include "model/contributions.hpp"
#include "model/score_checks.hpp"
#include "report/explain_report.hpp"
#include "session.hpp"
#include "verbs.hpp"

namespace halfspace::cli::verb_explain {
namespace {

constexpr std::uint64_t shown_by_default = 10;

std::vector<Operand> operands() {
  return {{"MODEL", "a model file"}, {"DATA", "rows with the model's columns; - is standard input"}};
}

std::vector<Flag> flags() {
  std::vector<Flag> all = {
      {"row", "K", "the row to explain, from 0", "question"},
      {"top", "N", "at most so many contributions of a score (default 10; --json: all)", "output"},
  };
  for (Flag& f : scoring_flags()) {
    if (f.name != "classes") all.push_back(std::move(f));
  }
  return all;
}

bool all_finite(const std::vector<ScoreParts>& scores) {
  return std::all_of(scores.begin(), scores.end(), [](const ScoreParts& s) {
    return std::all_of(s.parts.begin(), s.parts.end(), [](const Contribution& c) { return std::isfinite(c.amount); });
  });
}

Outcome run(const Args& args) {
  const double begun = seconds_now();
  const std::string& path = args.operands[1];
  if (const auto fine = check_paths(args, {args.operands[0], path}, {}); !fine) return fine.error();
  if (!args.has("row")) return Error{Code::usage, "--row", "is missing; it is the number of the row, from 0"};
  const auto row = args.count("row", 0);
  const auto top = args.count("top", shown_by_default);
  if (!row) return row.error();
  if (!top) return top.error();
  const auto model = read_model(args.operands[0]);
  if (!model) return model.error();
  note_unfinished(args, model.value());
  if (model.value().voted())
    return Error{Code::usage, args.operands[0],
                 "a voted model has no single score to take apart; train with --keep average or last"};
  const auto options = read_options_for(model.value(), args, false);
  if (!options) return options.error();
  const auto data = load(args, path, options.value());
  if (!data) return data.error();
  if (row.value() >= data.value().rows)
    return Error{Code::usage, "--row",
                 std::to_string(row.value()) + " is beyond the " + counted(data.value().rows, "row") + " of " +
                     (path == "-" ? "stdin" : shown(path, 200)) + ", which count from 0"};
  if (const auto known = check_levels(model.value().map, data.value(), path); !known) return known.error();
  const NothingToKeep explaining("explanation");
  const double read = seconds_now();
  const std::uint64_t at = row.value();
  const std::string source = path == "-" ? "stdin" : shown(path, 4096);
  auto score = finite_scores(model.value(), take_rows(data.value(), {at}), source, 1, at);
  if (!score) return score.error();
  std::vector<ScoreParts> parts = score_parts(model.value(), data.value(), at);
  if (!all_finite(parts))
    return Error{
        Code::bad_data, source,
        "row " + std::to_string(at) + ", counted from 0, has a contribution beyond the largest double, 1.8e308"};
  const ExplanationReport e{model.value(),
                            data.value(),
                            at,
                            std::move(score).value(),
                            std::move(parts),
                            top.value(),
                            args.has("json") && !args.has("top")};
  const auto printed = args.has("json") ? print_json(json_answer("explain", explain_json(e)),
                                                     {{"load", read - begun}, {"explain", seconds_now() - read}})
                                        : print_report(explain_text(e, path == "-" ? "stdin" : path));
  if (!printed) return printed.error();
  return 0;
}

}  // namespace

const Verb verb = {"explain",
                   "what each feature or support vector adds to a row's score",
                   "  halfspace explain model.hs test.csv --row 3             the ten largest contributions\n"
                   "  halfspace explain model.hs test.csv --row 3 --top 30    more of them\n"
                   "  halfspace explain model.hs test.csv --row 3 --json      all; they add up to the score\n",
                   operands,
                   flags,
                   run};

}  // namespace halfspace::cli::verb_explain
