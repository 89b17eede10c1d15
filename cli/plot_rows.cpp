#include "plot_rows.hpp"

#include <utility>

#include "base/text.hpp"
#include "data_flags.hpp"
#include "model/score_checks.hpp"
#include "model/scorer.hpp"
#include "session.hpp"

namespace halfspace::cli {

std::string data_name(const Args& args) { return args.operands[1] == "-" ? "stdin" : shown(args.operands[1], 4096); }

Result<Dataset> labelled_rows(const Args& args, const Model& model) {
  const auto options = read_options_for(model, args, true);
  if (!options) return options.error();
  auto data = load(args, args.operands[1], options.value());
  if (data && data.value().unseen_entries > 0)
    note(args, counted(data.value().unseen_entries, "value") +
                   " in columns the model does not know: " + unseen_text(!data.value().unseen_squares.empty()));
  return data;
}

Result<ScoredRows> scored_rows(const Args& args, const Model& model, const Dataset& data) {
  auto truth = known_classes(model, data, data_name(args));
  if (!truth) return truth.error();
  const auto threads = thread_count(args);
  if (!threads) return threads.error();
  auto score = finite_scores(model, data, data_name(args), threads.value());
  if (!score) return score.error();
  return ScoredRows{std::move(truth).value(), std::move(score).value(), data.weight};
}

}  // namespace halfspace::cli
