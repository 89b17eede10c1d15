#include "labelled_scores.hpp"

#include <utility>

#include "base/text.hpp"
#include "data/label.hpp"
#include "data_flags.hpp"
#include "fitting.hpp"
#include "model/score_checks.hpp"
#include "model/scorer.hpp"
#include "separate/evaluated.hpp"
#include "session.hpp"
#include "signals.hpp"

namespace halfspace::cli {

std::string source_of(const Args& args) { return args.operands[1] == "-" ? "stdin" : args.operands[1]; }

Result<LabelledScores> labelled_scores(const Args& args, const Model& model, unsigned threads) {
  const auto options = read_options_for(model, args, true);
  if (!options) return options.error();
  auto data = load(args, args.operands[1], options.value());
  if (!data) return data.error();
  if (data.value().unseen_entries > 0)
    note(args, counted(data.value().unseen_entries, "value") +
                   " in columns the model does not know: " + unseen_text(!data.value().unseen_squares.empty()));
  if (data.value().unseen_rows > 0)
    note(args, counted(data.value().unseen_rows, "row") + " with levels that the model does not know left out");
  if (!model.form.weight.empty() && data.value().form.weight.empty())
    note(args, "DATA has no column " + in_quotes(model.form.weight) + ", the weights of training: every row weighs 1");
  const std::string source = shown(source_of(args), 4096);
  auto truth = known_classes(model, data.value(), source);
  if (!truth) return truth.error();
  const double read = seconds_now();
  const NothingToKeep scoring("scoring");
  auto score = finite_scores(model, data.value(), source, threads);
  if (!score) return score.error();
  return LabelledScores{std::move(data).value(), std::move(truth).value(), std::move(score).value(), read};
}

Result<std::optional<Unavoidable>> unavoidable_among(const Args& args, const Model& model, const LabelledScores& rows,
                                                     std::uint64_t max_bytes, unsigned threads) {
  const Dataset& data = rows.data;
  if (args.operands[1] == "-" && !data.short_decimals && !data.computed) return std::optional<Unavoidable>();
  ProgressLine line(args, "asking how few mistakes any weights make");
  DecideOptions options;
  options.threads = threads;
  options.stop = run_token(line);
  return unavoidable_for(model, data, rows.truth, args.operands[1], max_bytes, options);
}

Result<void> check_same_rows(const LabelledScores& first, const Model& first_model, const LabelledScores& second,
                             const Model& second_model) {
  if (first.data.rows != second.data.rows)
    return Error{Code::bad_data, "--against",
                 "reads " + counted(second.data.rows, "row") + " of DATA where MODEL reads " +
                     counted(first.data.rows, "row") + "; leave the rows out that one of them leaves out"};
  for (std::size_t i = 0; i < first.truth.size(); ++i) {
    const std::string& a = first_model.classes[first.truth[i]];
    const std::string& b = second_model.classes[second.truth[i]];
    const std::uint64_t line = first.data.lines.line(i);
    if (second.data.lines.line(i) != line)
      return Error{Code::bad_data, "--against",
                   "reads other rows of DATA than MODEL: row " + std::to_string(i + 1) + " is line " +
                       std::to_string(second.data.lines.line(i)) + ", not line " + std::to_string(line) +
                       "; leave the rows out that one of them leaves out"};
    if (!same_label(a, b))
      return Error{Code::bad_data, "--against",
                   "reads label " + in_quotes(b) + " in line " + std::to_string(line) + ", where MODEL reads " +
                       in_quotes(a) + "; name one label column with --label"};
  }
  return {};
}

}  // namespace halfspace::cli
