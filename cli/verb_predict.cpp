// halfspace predict MODEL DATA: a label for each row.
#include "data_flags.hpp"
#include "driver/shard_folder.hpp"
#include "output_file.hpp"
#include "predict_stream.hpp"
#include "predicting.hpp"
#include "prediction_rows.hpp"
#include "report/predictions.hpp"
#include "session.hpp"
#include "shard_rows.hpp"
#include "threshold.hpp"
#include "verbs.hpp"

namespace halfspace::cli::verb_predict {
namespace {

std::vector<Operand> operands() {
  return {{"MODEL", "a model file"},
          {"DATA",
           "rows with the model's columns; labels may be absent (CSV) and are not looked at; or a folder of shards "
           "(convert --shards); - is standard input, and rows of a pipe are predicted as they come"}};
}

std::vector<Flag> flags() {
  std::vector<Flag> all = {{"o", "FILE", "write the predictions here", "output"}};
  for (Flag& f : prediction_flags()) all.push_back(std::move(f));
  all.push_back(threshold_flag());
  for (Flag& f : scoring_flags()) {
    if (f.name != "classes") all.push_back(std::move(f));
  }
  return all;
}

Outcome run(const Args& args) {
  const double begun = seconds_now();
  const bool shards = is_shard_folder(args.operands[1]);
  const std::vector<std::string> inputs = {args.operands[0], shards ? args.operands[0] : args.operands[1]};
  if (const auto fine = check_paths(args, inputs, {"o"}); !fine) return fine.error();
  const auto threads = thread_count(args);
  if (!threads) return threads.error();
  const auto loaded = read_model(args.operands[0]);
  if (!loaded) return loaded.error();
  const Model& model = loaded.value();
  note_unfinished(args, model);
  if (const auto fine = check_probabilities(args, model, "probabilities"); !fine) return fine.error();
  const auto least = threshold(args, model);
  if (!least) return least.error();
  const auto columns = shown_columns(args, model);
  if (!columns) return columns.error();
  if (shards) return predict_shards({args, model, columns.value(), least.value(), threads.value()});
  auto options = read_options_for(model, args, false);
  if (!options) return options.error();
  auto keep = kept_columns(args);
  if (!keep) return keep.error();
  BesideFeatures beside;
  beside.keep = std::move(keep).value();
  options.value().beside = &beside;
  options.value().rows_needed = false;
  const PredictCall call = {args, model, columns.value(), least.value(), threads.value()};
  if (predicts_as_rows_come(args)) return predict_stream(call, std::move(options).value(), beside);
  const auto data = load(args, args.operands[1], options.value());
  if (!data) return data.error();
  if (const auto fine = check_kept(args, model, data.value(), beside, columns.value()); !fine) return fine.error();
  note_rows(args, model, data.value(), beside, {lacking_rows(beside), !data.value().unseen_squares.empty()});
  const double read = seconds_now();
  auto answered = [&] {
    const NothingToKeep scoring("scoring");
    return predicted_rows(call, data.value());
  }();
  if (!answered) return answered.error();
  PredictedRows& result = answered.value();
  result.beside = std::move(beside);
  const double scored = seconds_now();
  if (!args.has("json") || args.has("o")) {
    const auto saved = write_output(args, args.get("o", "-"), predictions_text(model, result, columns.value()));
    if (!saved) return saved.error();
    if (!args.has("json")) return 0;
  }
  const std::string rule = rule_text(args, model, least.value());
  const Json answer =
      json_answer("predict", predictions_json(model, data.value(), result, columns.value(), rule, least.value()));
  const auto printed = print_json(answer, {{"load", read - begun}, {"predict", scored - read}});
  if (!printed) return printed.error();
  return 0;
}

}  // namespace

const Verb verb = {"predict",
                   "labels, scores and probabilities of rows by a model",
                   "  halfspace predict model.hs new.csv                one label a line\n"
                   "  halfspace predict model.hs new.csv --scores       label and score, as CSV\n"
                   "  halfspace predict model.hs new.csv --probabilities --threshold 0.8   where it has them\n"
                   "  halfspace predict model.hs new.csv --keep id,name  these columns, then the prediction\n"
                   "  tail -n +1 -f log.csv | halfspace predict model.hs -   each row of a pipe as it comes\n",
                   operands,
                   flags,
                   run};

}  // namespace halfspace::cli::verb_predict
