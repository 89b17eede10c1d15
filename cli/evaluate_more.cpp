#include "evaluate_more.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

#include "base/number.hpp"
#include "base/text.hpp"
#include "data_flags.hpp"
#include "model/probability.hpp"
#include "model/threshold.hpp"
#include "signals.hpp"

namespace halfspace::cli {
namespace {

constexpr std::uint64_t most_samples = 100'000;

Result<double> lift_fraction(const Args& args, const Model& model) {
  if (!args.has("lift")) return 0.1;
  auto fraction = option_number(args.get("lift"), "--lift");
  if (fraction && !(fraction.value() > 0 && fraction.value() <= 1))
    return Error{Code::usage, "--lift", in_quotes(args.get("lift")) + " is outside (0, 1]"};
  if (fraction && model.outputs() != 1)
    return Error{Code::usage, "--lift", "is for two classes; the model has " + std::to_string(model.classes.size())};
  return fraction;
}

Result<std::uint64_t> bootstrap_samples(const Args& args) {
  if (!args.has("bootstrap")) return std::uint64_t{0};
  auto samples = option_count(args.get("bootstrap"), "--bootstrap");
  if (samples && !(samples.value() >= 1 && samples.value() <= most_samples))
    return Error{Code::usage, "--bootstrap",
                 in_quotes(args.get("bootstrap")) + " is outside 1.." + std::to_string(most_samples)};
  return samples;
}

/// What each row adds to the log loss and to the Brier score.
void add_losses(BootstrapRows& out, const LabelledScores& rows, const Judgement& judged) {
  if (!has_probabilities(judged.model)) return;
  const std::size_t classes = judged.model.classes.size();
  const std::span<const double> from = from_pairs(judged.model) ? judged.pair_score : rows.score;
  const std::vector<double> log_p = log_probabilities(judged.model, from);
  const std::vector<double> p = probabilities(judged.model, from);
  for (std::size_t i = 0; i < rows.truth.size(); ++i) {
    out.log_loss.push_back(-log_p[i * classes + rows.truth[i]]);
    double squares = 0;
    for (std::size_t k = classes == 2 ? 1 : 0; k < classes; ++k) {
      const double miss = p[i * classes + k] - (rows.truth[i] == k ? 1 : 0);
      squares += miss * miss;
    }
    out.brier.push_back(squares);
  }
}

BootstrapRows rows_to_resample(const LabelledScores& rows, const Judgement& judged) {
  BootstrapRows out;
  out.classes = judged.model.classes.size();
  out.truth = rows.truth;
  out.predicted = judged.predicted;
  out.weight = rows.data.weight;
  if (judged.model.outputs() == 1) out.score = rows.score;
  add_losses(out, rows, judged);
  return out;
}

/// The second model by its own rule; and of each row whether it is right.
struct Second {
  Against report;
  std::vector<double> difference;  // of each row
};

Result<Second> second_model(const Args& args, const Model& model, const LabelledScores& first, const Judgement& judged,
                            unsigned threads) {
  const auto rows = labelled_scores(args, model, threads);
  if (!rows) return rows.error();
  if (const auto same = check_same_rows(first, judged.model, rows.value(), model); !same) return same.error();
  const auto predicted = predicted_classes(model, rows.value().score, std::nullopt);
  const Labelling here{first.truth, judged.predicted};
  const Labelling there{rows.value().truth, predicted};
  Second out;
  out.report.name = args.get("against");
  out.report.test = mcnemar(here, there);
  double all = 0;
  for (std::size_t i = 0; i < first.truth.size(); ++i) {
    const double weight = first.data.weight.empty() ? 1 : first.data.weight[i];
    out.difference.push_back((here.right(i) ? 1 : 0) - (there.right(i) ? 1 : 0));
    all += weight;
    out.report.accuracy += there.right(i) ? weight : 0;
    out.report.difference += weight * out.difference.back();
  }
  out.report.accuracy /= all;
  out.report.difference /= all;
  return out;
}

/// The score from which +1 is predicted: with --threshold the least score of such a row, or of none the next double.
double score_of_today(const Args& args, const LabelledScores& rows, const Judgement& judged) {
  if (!args.has("threshold")) return 0;
  constexpr double infinity = std::numeric_limits<double>::infinity();
  double least = infinity;
  for (std::size_t i = 0; i < rows.score.size(); ++i) {
    if (judged.predicted[i] == 1) least = std::min(least, rows.score[i]);
  }
  if (least < infinity) return least;
  return std::nextafter(*std::max_element(rows.score.begin(), rows.score.end()), infinity);
}

CostReport cost_report(const Args& args, const CostTable& costs, const LabelledScores& rows, const Judgement& judged) {
  constexpr double infinity = std::numeric_limits<double>::infinity();
  CostReport out;
  out.total = total_cost(costs, judged.counts);
  out.mean = out.total / (judged.counts.weight > 0 ? judged.counts.weight : static_cast<double>(judged.counts.rows));
  if (judged.model.outputs() != 1) return out;
  out.score = cheapest_cut(costs, rows.score, rows.truth, rows.data.weight, score_of_today(args, rows, judged),
                           {-infinity, infinity});
  if (!has_probabilities(judged.model)) return out;
  const std::vector<double> p =
      probabilities(judged.model, from_pairs(judged.model) ? judged.pair_score : std::span(rows.score));
  std::vector<double> positive;
  for (std::size_t at = 1; at < p.size(); at += 2) positive.push_back(p[at]);
  out.probability = cheapest_cut(costs, positive, rows.truth, rows.data.weight, judged.threshold, {0, 1});
  return out;
}

}  // namespace

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
  if (args.has("costs")) {
    auto costs = cost_table(args.get("costs"), model.classes);
    if (!costs) return costs.error();
    out.costs = std::move(costs).value();
  }
  if (!args.has("against")) return out;
  if (args.operands[1] == "-")
    return Error{Code::usage, "--against", "reads DATA twice, and standard input can be read once; give a file"};
  auto second = read_model(args.get("against"));
  if (!second) return second.error();
  note_unfinished(args, second.value());
  out.against = std::move(second).value();
  return out;
}

Result<EvaluateMore> evaluate_more(const Args& args, const MoreWanted& wanted, const LabelledScores& rows,
                                   const Judgement& judged, unsigned threads) {
  EvaluateMore out;
  if (rows.truth.empty()) return out;
  std::vector<double> difference;
  if (wanted.against) {
    auto second = second_model(args, *wanted.against, rows, judged, threads);
    if (!second) return second.error();
    out.against = second.value().report;
    difference = std::move(second.value().difference);
  }
  if (wanted.costs) out.cost = cost_report(args, *wanted.costs, rows, judged);
  if (wanted.samples > 0) {
    const NothingToKeep resampling("resampling");
    BootstrapRows resampled = rows_to_resample(rows, judged);
    resampled.difference = std::move(difference);
    out.bootstrap = bootstrap(resampled, wanted.samples, wanted.seed, threads);
  }
  return out;
}

}  // namespace halfspace::cli
