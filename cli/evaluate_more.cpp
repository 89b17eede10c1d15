#include "evaluate_more.hpp"

#include "base/number.hpp"
#include "base/text.hpp"
#include "model/probability.hpp"
#include "signals.hpp"

namespace halfspace::cli {
namespace {

constexpr std::uint64_t most_samples = 100'000;

Result<double> lift_fraction(const Args& args, const Model& model) {
  if (!args.has("lift")) return 0.1;
  const auto fraction = option_number(args.get("lift"), "--lift");
  if (fraction && !(fraction.value() > 0 && fraction.value() <= 1))
    return Error{Code::usage, "--lift", in_quotes(args.get("lift")) + " is outside (0, 1]"};
  if (fraction && model.outputs() != 1)
    return Error{Code::usage, "--lift", "is for two classes; the model has " + std::to_string(model.classes.size())};
  return fraction;
}

Result<std::uint64_t> bootstrap_samples(const Args& args) {
  if (!args.has("bootstrap")) return std::uint64_t{0};
  const auto samples = option_count(args.get("bootstrap"), "--bootstrap");
  if (samples && !(samples.value() >= 1 && samples.value() <= most_samples))
    return Error{Code::usage, "--bootstrap",
                 in_quotes(args.get("bootstrap")) + " is outside 1.." + std::to_string(most_samples)};
  return samples;
}

/// What each row adds to the log loss and to the Brier score.
void add_losses(BootstrapRows& rows, const Judgement& judged) {
  if (!has_probabilities(judged.model)) return;
  const std::size_t classes = judged.model.classes.size();
  const std::span<const double> from = from_pairs(judged.model) ? judged.pair_score : judged.score;
  const std::vector<double> log_p = log_probabilities(judged.model, from);
  const std::vector<double> p = probabilities(judged.model, from);
  for (std::size_t i = 0; i < judged.truth.size(); ++i) {
    rows.log_loss.push_back(-log_p[i * classes + judged.truth[i]]);
    double squares = 0;
    for (std::size_t k = classes == 2 ? 1 : 0; k < classes; ++k) {
      const double miss = p[i * classes + k] - (judged.truth[i] == k ? 1 : 0);
      squares += miss * miss;
    }
    rows.brier.push_back(squares);
  }
}

}  // namespace

std::vector<Flag> more_flags() {
  return {{"lift", "FRACTION", "two classes: the lift of this share of the rows, those of highest score (default 0.1)",
           "output"},
          {"bootstrap", "N", "intervals of the metrics by N resamples of the rows (1 to 100000; --seed)", "output"}};
}

Result<MoreWanted> more_wanted(const Args& args, const Model& model) {
  MoreWanted out;
  const auto fraction = lift_fraction(args, model);
  if (!fraction) return fraction.error();
  const auto samples = bootstrap_samples(args);
  if (!samples) return samples.error();
  const auto seed = args.count("seed", 0);
  if (!seed) return seed.error();
  out.lift_fraction = fraction.value();
  out.samples = samples.value();
  out.seed = seed.value();
  return out;
}

EvaluateMore evaluate_more(const MoreWanted& wanted, const Judgement& judged, unsigned threads) {
  EvaluateMore out;
  if (judged.truth.empty()) return out;
  if (wanted.samples > 0) {
    const NothingToKeep resampling("resampling");
    BootstrapRows rows;
    rows.classes = judged.model.classes.size();
    rows.truth = judged.truth;
    rows.predicted = judged.predicted;
    rows.weight = judged.weight;
    if (judged.model.outputs() == 1) rows.score = judged.score;
    add_losses(rows, judged);
    out.bootstrap = bootstrap(rows, wanted.samples, wanted.seed, threads);
  }
  return out;
}

}  // namespace halfspace::cli
