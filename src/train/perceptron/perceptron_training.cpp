#include <algorithm>
#include <utility>

#include "base/text.hpp"
#include "data/row_place.hpp"
#include "feature/learner_rows.hpp"
#include "model/scorer.hpp"
#include "solver/kernel/kernel_checks.hpp"
#include "train/assemble.hpp"
#include "train/learner.hpp"
#include "train/learner_checks.hpp"
#include "train/perceptron/own_counts.hpp"
#include "train/perceptron/runs.hpp"
#include "train/targets.hpp"

namespace halfspace {
namespace {

/// Is a row with this margin of the kept weights a mistake under the run's own rule? The margin decides, or for
/// boundary-is-positive the sign.
bool mistaken(Mistake rule, double margin, double threshold, bool positive) {
  if (rule == Mistake::boundary_is_mistake) return margin <= threshold;
  if (rule == Mistake::boundary_is_correct) return margin < threshold;
  return positive ? margin < 0 : margin <= 0;
}

/// More than two classes: with boundary-is-mistake a tie is one, else a wrong label is.
void recount_by_rule(Counts& counts, const PerceptronChoices& o, const Targets& targets, std::span<const double> margin,
                     double threshold, std::span<const double> weight) {
  if (!targets.binary() && o.mistake != Mistake::boundary_is_mistake && o.margin == 0) return;
  recount_mistakes(counts, weight, [&](std::size_t i) {
    return mistaken(o.mistake, margin[i], threshold, targets.binary() && targets.label[i] == 1);
  });
}

Result<void> check_size(const Dataset& rows, std::size_t outputs, const TrainRequest& request) {
  if (request.perceptron.options.kernel == KernelKind::none) return check_memory(rows.cols, outputs, request);
  if (rows.cols > most_kernel_features)
    return Error{
        Code::bad_data, request.source,
        "a kernel takes at most " + grouped(most_kernel_features) + " features; the rows have " + grouped(rows.cols)};
  return check_memory(rows.rows, outputs, request, "the multipliers of " + counted(rows.rows, "row"));
}

/// A precomputed matrix is a kernel's, and its values are taken as they are.
Result<void> check_matrix(const TrainRequest& request, const Dataset& learned, PerceptronChoices& o,
                          const StopToken& stop) {
  if (!function_of(o).listed()) return {};
  if (request.features.scale != Scaling::none || request.features.features != Expansion::none)
    return Error{Code::usage, "--kernel", "precomputed values are taken as they are; leave out --scale and --features"};
  if (const auto fits = check_kernel_rows(learned.x, function_of(o), places_of(learned)); !fits)
    return Error{fits.error().code, request.source + (fits.error().where.empty() ? "" : ": " + fits.error().where),
                 fits.error().message};
  o.definite = positive_semidefinite(learned.x, request.threads, stop).value_or(false);
  return {};
}

/// Checks given weights, one vector for each output, and takes them, which are in original units, to the learner's.
Result<void> set_start(PerceptronChoices& o, const FeatureMap& map, std::uint64_t d, std::size_t outputs) {
  if (o.start != Start::given) return {};
  const bool bias = o.bias != Bias::none;
  const std::uint64_t size = o.start_weights.size();
  const bool with_bias = bias && size == outputs * (d + 1);
  if (!with_bias && size != outputs * d) {
    const std::string classes = outputs == 1 ? "" : " and " + counted(outputs, "class");
    return Error{Code::usage, "--start",
                 counted(size, "number") + " for " + counted(d, "column") + classes + "; give w1,...,wd" +
                     (bias ? " or w1,...,wd,b" : "") +
                     (outputs == 1 ? "" : " of every class, one class after the other")};
  }
  if (std::all_of(o.start_weights.begin(), o.start_weights.end(), [](double w) { return w == 0; })) {
    o.start = Start::zero;  // whose bound is the plain one
    o.start_weights.clear();
    return {};
  }
  std::vector<double> start;
  for (std::size_t k = 0; k < outputs; ++k) {
    const auto from = o.start_weights.begin() + static_cast<std::ptrdiff_t>(k * (d + (with_bias ? 1 : 0)));
    std::vector<double> w(from, from + static_cast<std::ptrdiff_t>(d + (with_bias ? 1 : 0)));
    w.resize(d + 1);
    unfold(map, w.data(), w[d]);
    if (!bias) w[d] = 0;
    start.insert(start.end(), w.begin(), w.end());
  }
  o.start_weights = std::move(start);
  return {};
}

/// Counts, separation and bound of the model on its training rows; `own`: of the runs, where their scores are not the
/// model's.
void judge(Trained& t, const Dataset& data, const LearnerRows& rows, const Targets& targets,
           const std::optional<OwnCounts>& own, unsigned threads, const StopToken& stop) {
  PerceptronTraining& p = *t.perceptron();
  const Dataset& features = rows.features();
  const Dataset& learned = rows.learned();
  auto [counts, margin] = judged_rows(t.model, data, targets.label, learned.weight, threads, stop);
  t.train = std::move(counts);
  if (own) t.train = own->counts;
  if (targets.binary() || t.model.multiclass == Multiclass::argmax)
    recount_by_rule(t.train, p.options, targets, own ? own->margin : margin, own ? own->threshold : p.options.margin,
                    learned.weight);
  t.separates = !t.model.voted() && std::all_of(margin.begin(), margin.end(), [](double m) { return m > 0; });
  if (t.separates) t.proved = t.known.by_the_run || (t.model.exact && features.short_decimals);
  if (t.separates && !t.proved && t.model.linear()) {
    const std::vector<double> slack = rounding_slack(t.model, features);
    t.proved = true;
    for (std::size_t i = 0; i < margin.size(); ++i) t.proved = t.proved && margin[i] > 2 * slack[i];
  }
  if (p.runs.empty() && has_inner_product(p.options))
    p.bound = mistake_bound(learned, p.options, p.run, margin, targets.classes.size());
  if (p.bound && t.known.margin) hold_against_best(*p.bound, t.known, p.options, p.run, !learned.weight.empty());
}

/// A run that waits and that nobody capped ends after so much work.
void bound_work(PerceptronChoices& o, std::span<const std::string> given) {
  const bool capped = std::any_of(given.begin(), given.end(), [](const std::string& flag) {
    return flag == "passes" || flag == "rounds" || flag == "max-updates";
  });
  if (!capped && o.max_work == 0 && waits(o)) o.max_work = default_work;
}

}  // namespace

Result<Trained> train_by_perceptron(const Dataset& data, const TrainRequest& request, const TrainObserver& observer) {
  const auto targets = find_targets(data, request.positive, request.source);
  if (!targets) return targets.error();
  const auto multiclass = choose_multiclass(request, targets.value());
  if (!multiclass) return multiclass.error();
  if (const auto fits = check_choices(request.perceptron.options, request.perceptron.given); !fits) return fits.error();
  if (const auto fits = check_scale(request, request.perceptron.options.bias); !fits) return fits.error();
  auto options = resolve(request.perceptron.options, data.rows);
  if (!options) return options.error();
  PerceptronChoices& o = options.value();
  bound_work(o, request.perceptron.given);
  auto rows = LearnerRows::fit(data, request.features, request.missing, request.memory_bytes, request.source,
                               observer.perceptron.stop);
  if (!rows) return rows.error();
  const Dataset& learned = rows.value().learned();
  if (o.kernel != KernelKind::none && o.gamma == 0)
    o.gamma = 1 / static_cast<double>(std::max<std::uint64_t>(learned.cols, 1));
  if (const auto fits = check_matrix(request, learned, o, observer.perceptron.stop); !fits) return fits.error();
  const std::size_t outputs = targets.value().binary() ? 1 : targets.value().classes.size();
  if (const auto fits = check_size(learned, outputs, request); !fits) return fits.error();
  if (const auto set = set_start(o, rows.value().map(), learned.cols, outputs); !set) return set.error();
  auto ran = run_all({data, rows.value(), request, o}, targets.value(), multiclass.value(), observer.perceptron);
  if (!ran) return ran.error();
  std::vector<PerceptronResult>& runs = ran.value().results;

  Trained t;
  PerceptronTraining& p = *t.perceptron();
  p.options = o;
  p.start_text = request.perceptron.start_text;
  t.model = assemble(data, rows.value(), targets.value(), multiclass.value(), o, request.perceptron.preset, runs);
  const bool one_vs_rest = multiclass.value() == Multiclass::one_vs_rest;
  for (std::size_t k = 0; k < runs.size() && one_vs_rest; ++k) {
    const PerceptronResult& r = runs[k];
    p.runs.push_back(
        {t.model.classes[k], r.status, r.stop_reason, r.visits, r.passes, r.updates, std::move(ran.value().known[k])});
  }
  if (!one_vs_rest) t.known = std::move(ran.value().known[0]);
  const auto own = own_counts(runs, targets.value().label, learned.weight);
  p.run = combined(runs);
  p.run.votes = {};
  p.run.own = {};
  t.not_separable = p.run.not_separable;
  t.status = p.run.status;
  t.stop_reason = p.run.stop_reason;
  try {
    judge(t, data, rows.value(), targets.value(), own, request.threads, observer.perceptron.stop.grace());
  } catch (const Stopped&) {  // the weights stay, without counts
    t.train = {};
  }
  return t;
}

}  // namespace halfspace
