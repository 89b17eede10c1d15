#include "labelled_scores.hpp"

#include <utility>

#include "base/text.hpp"
#include "data_flags.hpp"
#include "driver/shard_folder.hpp"
#include "fitting.hpp"
#include "session.hpp"
#include "shard_rows.hpp"
#include "signals.hpp"

namespace halfspace::cli {

std::string source_of(const Args& args) { return args.operands[1] == "-" ? "stdin" : args.operands[1]; }

Result<LabelledScores> labelled_scores(const Args& args, const Model& model, unsigned threads) {
  if (is_shard_folder(args.operands[1])) return labelled_shards(args, model, threads);
  const auto options = read_options_for(model, args, true);
  if (!options) return options.error();
  auto data = load(args, args.operands[1], options.value());
  if (!data) return data.error();
  if (data.value().unseen_entries > 0)
    note(args, counted(data.value().unseen_entries, "value") +
                   " in columns the model does not know: " + unseen_text(!data.value().unseen_squares.empty()));
  note_left_out(args, data.value());
  if (!model.form.weight.empty() && data.value().form.weight.empty())
    note(args, "DATA has no column " + in_quotes(model.form.weight) + ", the weights of training: every row weighs 1");
  const NothingToKeep scoring("scoring");
  return halfspace::labelled_scores(model, std::move(data).value(), shown(source_of(args), 4096), threads);
}

Result<RowsEvaluated> evaluated_rows(const Args& args, const Model& model, const LabelledScores& rows,
                                     const EvaluationRequest& request, unsigned threads) {
  const auto memory = memory_limit(args);
  if (!memory) return memory.error();
  ProgressLine line(args, "asking how few mistakes any weights make");
  DecideOptions options;
  options.threads = threads;
  options.stop = run_token(line);
  const std::string text = is_shard_folder(args.operands[1]) ? "-" : args.operands[1];  // not there to be read again
  return evaluate_rows(model, rows, request, text, memory.value(), options);
}

}  // namespace halfspace::cli
