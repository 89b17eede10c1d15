// Logistic regression and linear support vector machines: settings, rows and classes to objectives, and back to a
// model.
#include "train/objective/linear_training.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

#include "base/text.hpp"
#include "model/counts.hpp"
#include "model/scorer.hpp"
#include "solver/kernel/options.hpp"
#include "train/assemble.hpp"
#include "train/class_weight.hpp"
#include "train/learner.hpp"
#include "train/learner_checks.hpp"
#include "train/objective/linear_multiclass.hpp"
#include "train/objective/starts.hpp"

namespace halfspace {
namespace {

void resolve_forms(LinearTraining& all, const Dataset& rows) {
  if (!all.request.mean_form()) return;
  all.request.options.C = all.request.cost_of_lambda(rows);
  all.unit = all.request.lambda;
}

Result<void> check_cost_of_lambda(const LinearRequest& r) {
  if (!r.mean_form() || (r.options.C > 0 && std::isfinite(r.options.C))) return {};
  return Error{Code::usage, "--lambda",
               number_text(r.lambda) +
                   (r.options.C > 0
                        ? " makes C = 1/(n lambda) overflow; choose lambda from 1e-300, or --C inf for the hard margin"
                        : " makes C = 1/(n lambda) 0 in doubles; choose lambda up to 1e290")};
}

/// A machine of two classes knows the scores of its rows: only those whose sign its error leaves open are scored again.
std::vector<double> known_scores(const Trained& t, const Dataset& data, unsigned threads, const StopToken& stop) {
  constexpr double doubtful = 8;  // times the error: the model's own sums round too
  const LinearResult& run = t.linear()->runs[0].result;
  std::vector<double> score = run.score;
  std::vector<std::uint64_t> again;
  for (std::uint64_t i = 0; i < score.size(); ++i) {
    if (!(std::fabs(score[i]) > doubtful * run.score_error) || !std::isfinite(score[i])) again.push_back(i);
  }
  if (again.empty()) return score;
  const std::vector<double> exact = scores(t.model, take_rows(data, again), threads, stop);
  for (std::size_t k = 0; k < again.size(); ++k) score[again[k]] = exact[k];
  return score;
}

/// Counts of predicted labels, and whether the weights separate the rows.
void judge_linear(Trained& t, const Dataset& data, const Dataset& features, const Targets& targets, unsigned threads,
                  const StopToken& stop) {
  std::vector<double> margin;
  if (t.linear()->one_run() && t.linear()->runs[0].result.score.size() == features.rows) {
    const std::vector<double> score = known_scores(t, data, threads, stop);
    margin = margins(score, t.model.outputs(), targets.label);
    t.train = count_predictions(score, t.model.outputs(), targets.label, features.weight);
  } else {
    Judged judged = judged_rows(t.model, data, targets.label, features.weight, threads, stop);
    margin = std::move(judged.margin);
    t.train = std::move(judged.counts);
  }
  t.separates = std::all_of(margin.begin(), margin.end(), [](double m) { return m > 0; });
  if (!t.separates || !targets.binary() || !t.model.linear()) return;
  const std::vector<double> slack = rounding_slack(t.model, features);
  t.proved = true;
  for (std::size_t i = 0; i < margin.size(); ++i) t.proved = t.proved && margin[i] > 2 * slack[i];
}

Result<void> check_statistics(const TrainRequest& request, const Targets& targets) {
  if (!request.linear.statistics || targets.binary()) return {};
  return Error{
      Code::usage, "--statistics",
      "is for two classes; the data has " + std::to_string(targets.classes.size()) + " (keep two with --classes)"};
}

Result<void> check_kernel_size(const Dataset& rows, TrainRequest& request) {
  const std::uint64_t matrix = rows.rows * least_kernel_rows * sizeof(double);
  if (request.linear.kernel.exactly() && request.memory_bytes > 0 && matrix > request.memory_bytes)
    return Error{Code::bad_data, request.source,
                 "rows of the kernel matrix, of " + grouped(rows.rows) + " numbers each, need " +
                     beyond_limit(matrix, request.memory_bytes) +
                     "; give more with --max-memory, or choose --approximation nystrom"};
  return resolve_kernel(request.linear.kernel, rows, request.source);
}

/// The learner sees the features of an approximation from here on.
Result<KernelApproximation> kernel_features(LearnerRows& rows, const TrainRequest& request, KernelError& error,
                                            const StopToken& stop) {
  const Dataset& learned = rows.learned();
  const std::uint64_t seed = request.linear.options.seed;
  auto made = KernelApproximation::fit(learned, request.linear.kernel, seed, request.threads, request.memory_bytes,
                                       request.source, stop);
  if (!made) return made;
  Dataset z = made.value().apply(learned, request.threads, stop);
  error = made.value().error(learned, z, seed, stop);
  rows.show(std::move(z));
  return made;
}

/// Linear solvers see sparse rows where most numbers are 0.
void leave_out_zeros(LearnerRows& rows, const TrainRequest& request) {
  if (request.linear.kernel.exactly()) return;
  if (auto sparse = without_zeros(rows.learned(), request.memory_bytes)) rows.show(std::move(*sparse));
}

/// Near enough for statistics, which are about an optimum: a gap of g is sqrt(2 g) standard errors at most.
bool near_optimum(const LinearResult& r) {
  constexpr double small = 1e-6;
  return !ended_by_limit(r.status) && (r.status == Status::converged || r.gap <= small);
}

}  // namespace

Result<Trained> train_by_objective(const Dataset& data, const TrainRequest& request, const TrainObserver& observer) {
  const auto targets = find_targets(data, request.positive, request.source);
  if (!targets) return targets.error();
  const Targets& classes = targets.value();
  TrainRequest resolved = request;
  const auto multiclass = choose_linear_multiclass(resolved, classes);
  if (!multiclass) return multiclass.error();
  if (const auto fits = check_scale(resolved, resolved.linear.options.bias); !fits) return fits.error();
  if (const auto fits = check_statistics(resolved, classes); !fits) return fits.error();
  auto rows = LearnerRows::fit(data, resolved.features, resolved.missing, resolved.memory_bytes, resolved.source,
                               observer.linear.stop);
  if (!rows) return rows.error();
  std::optional<KernelApproximation> features;
  KernelError kernel_error;
  if (resolved.linear.kernel.on()) {
    if (const auto fits = check_kernel_size(rows.value().learned(), resolved); !fits) return fits.error();
    if (!resolved.linear.kernel.exactly()) {
      auto made = kernel_features(rows.value(), resolved, kernel_error, observer.linear.stop);
      if (!made) return made.error();
      features = std::move(made).value();
    }
  }
  leave_out_zeros(rows.value(), resolved);
  const Dataset& learned = rows.value().learned();
  constexpr std::uint64_t most_coefficients = 2000;
  constexpr std::uint64_t most_numbers = std::uint64_t{1} << 27U;
  if (resolved.linear.statistics &&
      (learned.cols > most_coefficients || learned.rows > most_numbers / (learned.cols + 1)))
    return Error{Code::usage, "--statistics",
                 "takes at most " + grouped(most_coefficients) + " columns and " + grouped(most_numbers) +
                     " cells; the data has " + grouped(learned.rows) + " rows of " + counted(learned.cols, "column")};
  if (const auto fits = check_memory(learned.cols, classes.binary() ? 1 : classes.classes.size(), resolved); !fits)
    return fits.error();
  if (const auto fits = check_multiclass_memory(multiclass.value(), learned.rows, classes.classes.size(), resolved);
      !fits)
    return fits.error();
  if (const auto fits = check_start(resolved, classes, multiclass.value(), learned.cols); !fits) return fits.error();
  const auto of_class = class_weights(resolved.linear.class_weight, classes, learned.weight);
  if (!of_class) return of_class.error();
  const std::vector<double> weight = joint_weights(of_class.value(), classes, learned.weight);

  Trained t;
  LinearTraining& all = t.of_learner.emplace<LinearTraining>();
  all.request = resolved.linear;
  all.multiclass = multiclass.value();
  all.components = features ? features->size() : 0;
  all.kernel_error = kernel_error;
  resolve_forms(all, learned);
  if (auto fits = check_cost_of_lambda(all.request); !fits) return fits.error();
  resolved.linear = all.request;
  auto runs = solve_all({data, rows.value(), classes, weight, resolved}, multiclass.value(), observer.linear);
  if (!runs) return runs.error();
  all.runs = std::move(runs).value();
  return concluded(std::move(t), {data, rows.value(), classes, weight, resolved}, observer.linear.stop,
                   features ? &*features : nullptr);
}

Trained concluded(Trained t, const LinearGround& ground, const StopToken& stop, KernelApproximation* features) {
  const auto& [data, rows, classes, weight, resolved] = ground;
  LinearTraining& all = *t.linear();
  const Multiclass multiclass = all.multiclass;
  const LinearRun& worst = all.least_far();
  t.status = worst.result.status;
  t.stop_reason = (worst.label.empty() ? "" : all.place_of(worst) + ": ") + worst.result.stop_reason;
  t.fitted = std::all_of(all.runs.begin(), all.runs.end(), [](const LinearRun& r) { return r.fitted; });
  if (all.one_run()) t.known = all.runs[0].known;
  if (!t.fitted) {
    t.model = described(data, rows, classes);
    t.model.algorithm = resolved.algorithm;
    t.model.bias = resolved.linear.options.bias;
    t.model.multiclass = multiclass;
    t.model.columns = t.model.feature_names();
  } else {
    t.model = assemble(data, rows, classes, resolved.algorithm, multiclass, resolved.linear, all.runs);
    if (features != nullptr) {
      t.model.w = features->coefficients(t.model.w);
      t.model.support = features->take_support();
    }
    const StopToken left = stop.grace();
    try {
      judge_linear(t, data, rows.features(), classes, resolved.threads, left);
      if (resolved.linear.statistics && near_optimum(all.runs[0].result))
        all.statistics = coefficient_statistics(rows.features(), classes.signs(1), weight, t.model.w, t.model.b[0],
                                                resolved.linear.options.bias != Bias::none, t.model.columns, left);
    } catch (const Stopped&) {  // the weights stay, without the counts or the statistics
      all.statistics.reset();
    }
  }
  return t;
}

}  // namespace halfspace
