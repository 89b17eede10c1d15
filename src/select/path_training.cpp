#include "select/path_training.hpp"

#include <algorithm>
#include <cmath>
#include <mutex>
#include <utility>

#include "base/parallel.hpp"
#include "base/simd_choice.hpp"
#include "base/text.hpp"
#include "select/path_validation.hpp"
#include "train/assemble.hpp"
#include "train/learner_checks.hpp"
#include "train/objective/linear_training.hpp"

namespace halfspace {
namespace {

/// What the tasks of a path leave: the fit on all rows, and the measures of each fold.
struct PathTasks {
  std::optional<Result<PathFit>> fit;
  std::vector<std::optional<Result<MeasuredPoints>>> folds;
};

PathRow row_of(const PathPoint& p, const PathFit& fit, bool mean_form) {
  const LinearResult& r = p.result;
  PathRow row;
  row.C = p.C;
  row.lambda = 1 / (fit.n * p.C);
  row.status = r.status;
  row.solver = r.solver;
  row.rounds = r.rounds;
  row.nonzero = p.nonzero;
  row.screened = static_cast<std::size_t>(std::count(p.screened.begin(), p.screened.end(), 1));
  const double unit = mean_form ? row.lambda : 1;
  row.objective = r.primal * unit;
  row.gap = r.gap * unit;
  row.loss = p.loss;
  constexpr double rounding = 1e-13;
  row.explained = fit.null.loss > 0 ? 1 - p.loss / fit.null.loss : 0;
  if (std::fabs(row.explained) < rounding) row.explained = 0;
  row.w = r.w;
  row.b = r.b;
  fold(fit.rows.map(), row.w.data(), row.b);
  return row;
}

/// Means of the points that all folds came to.
void add_means(PathTraining& out, const std::vector<FoldValues>& folds) {
  std::size_t known = out.rows.size();
  for (const auto& values : folds) known = std::min(known, values.size());
  if (known < out.rows.size()) out.why_no_means = "cross-validation was ended before its last point";
  std::vector<MetricSummary> means;
  means.reserve(known);
  for (std::size_t k = 0; k < known; ++k) {
    FoldValues of_point;
    of_point.reserve(folds.size());
    for (const auto& values : folds) of_point.push_back(values[k]);
    means.push_back(summary_of(of_point, out.request.metric, out.request.folds->folds));
    out.rows[k].mean = means.back().mean;
    out.rows[k].error = means.back().error;
  }
  if (known == 0 || known < out.rows.size()) return;
  const PathChoice choice = choose_point(means, folds.size());
  out.best = choice.best;
  out.one_se = choice.one_se;
}

std::optional<std::size_t> chosen_point(const PathTraining& out) {
  const PathRequest& r = out.request;
  if (r.rule) return *r.rule == SelectionRule::best ? out.best : out.one_se;
  if (r.point == 0 || r.point > out.rows.size()) return std::nullopt;
  return static_cast<std::size_t>(r.point) - 1;
}

LinearTraining training_of(const PathRequest& request, const PathFit& fit, const PathPoint& p) {
  LinearTraining out;
  out.request = request.train.linear;
  out.request.options.C = p.C;
  if (request.mean_form()) out.unit = out.request.lambda = 1 / (fit.n * p.C);
  LinearRun run;
  run.result = p.result;
  run.b = {p.result.b};
  out.runs.push_back(std::move(run));
  return out;
}

void add_status(PathTraining& out, std::size_t wanted) {
  const auto worse = [&](Status s) {
    return std::any_of(out.rows.begin(), out.rows.end(), [&](const PathRow& r) { return r.status == s; });
  };
  const std::string shown_points = counted(out.rows.size(), "point");
  if (out.rows.size() < wanted) {
    out.stop_reason = shown_points + " of " + grouped(wanted) + " done";
  } else if (worse(Status::not_converged) || worse(Status::rounds)) {
    out.status = Status::not_converged;
    out.stop_reason = "some points did not come to the tolerance; scale the columns (--scale), or raise --tol";
  } else {
    out.stop_reason = "every point has a duality gap of at most " + number_text(out.request.train.linear.options.tol) +
                      " of its objective";
  }
}

class PathRun {
 public:
  PathRun(const Dataset& data, const Targets& targets, const PathRequest& request, const Folds& folds,
          const PathWatch& watch)
      : data_(data), targets_(targets), request_(request), folds_(folds), watch_(watch) {}

  Result<PathTraining> run(const std::vector<double>& lambdas) {
    PathTasks tasks;
    tasks.folds.resize(folds_.count * folds_.repeats());
    parallel_items(tasks.folds.size() + 1, fits_at_once(data_, request_.train), [&](std::size_t k) {
      if (k == 0) {
        tasks.fit = fit_path(data_, targets_, request_, lambdas, observer(true));
      } else if (!halted()) {
        tasks.folds[k - 1] = fold_points(k - 1, lambdas);
        const std::scoped_lock lock(progress_mutex_);
        if (watch_.progress) watch_.progress(point_, ++folds_done_);
      }
    });
    if (!*tasks.fit) return tasks.fit->error();
    for (const auto& fold : tasks.folds) {
      if (fold && !*fold) return fold->error();
    }
    return gathered(tasks.fit->value(), tasks.folds);
  }

 private:
  bool halted() const { return watch_.stop.ended(); }

  PathObserver observer(bool all_rows) {
    return {[this, all_rows](std::size_t point, const LinearProgress&) {
              if (!all_rows || !watch_.progress) return;
              const std::scoped_lock lock(progress_mutex_);
              watch_.progress(point_ = point, folds_done_);
            },
            {},
            watch_.stop};
  }

  /// Nothing where the run ends before them.
  std::optional<Result<MeasuredPoints>> fold_points(std::size_t k, const std::vector<double>& lambdas) {
    try {
      return measured_points(data_, targets_, folds_, k / folds_.count, k % folds_.count, request_, lambdas,
                             observer(false));
    } catch (const Stopped&) {
      return std::nullopt;
    }
  }

  Result<PathTraining> gathered(const PathFit& fit, const std::vector<std::optional<Result<MeasuredPoints>>>& folds) {
    PathTraining out;
    out.request = request_;
    out.null = fit.null;
    out.rows_weight = fit.n;
    out.warnings = folds_.warnings;
    for (const PathPoint& p : fit.points) out.rows.push_back(row_of(p, fit, request_.mean_form()));
    std::vector<FoldValues> values;
    for (const auto& fold : folds) {
      if (!fold) continue;
      values.push_back(fold->value().values);
      out.unseen_rows += fold->value().unseen_rows;
    }
    if (!folds.empty() && values.size() == folds.size()) add_means(out, values);
    if (values.size() < folds.size()) out.why_no_means = "cross-validation was ended before its last fold";
    add_status(out, fit.costs.size());
    const bool ended = out.rows.size() < fit.costs.size() || !out.why_no_means.empty();
    if (ended && halted()) out.status = ended_by(watch_.stop.why());
    if (ended && !out.why_no_means.empty()) out.stop_reason += "; " + out.why_no_means;
    out.chosen = chosen_point(out);
    if (fit.points.empty()) {
      out.trained.fitted = false;
      out.trained.of_learner.emplace<LinearTraining>().request = request_.train.linear;
      out.trained.model = described(data_, fit.rows, targets_);
      out.trained.model.algorithm = request_.train.algorithm;
      out.trained.model.bias = request_.train.linear.options.bias;
      out.trained.model.columns = out.trained.model.feature_names();
      return out;
    }
    const PathPoint& reported = out.chosen ? fit.points[*out.chosen] : fit.points.back();
    TrainRequest resolved = request_.train;
    Trained t;
    const LinearTraining& all = t.of_learner.emplace<LinearTraining>(training_of(request_, fit, reported));
    resolved.linear = all.request;
    out.objective = objective_text(all);
    out.trained = concluded(std::move(t), {data_, fit.rows, targets_, fit.weight, resolved}, watch_.stop);
    out.trained.simd = simd_choice();
    return out;
  }

  const Dataset& data_;
  const Targets& targets_;
  const PathRequest& request_;
  const Folds& folds_;
  const PathWatch& watch_;
  std::mutex progress_mutex_;
  std::size_t point_ = 0;
  std::size_t folds_done_ = 0;
};

}  // namespace

namespace {

Result<PathTraining> whole_path(const Dataset& data, const PathRequest& request, const PathWatch& watch) {
  const TrainRequest& train = request.train;
  const auto targets = find_targets(data, train.positive, train.source);
  if (!targets) return targets.error();
  if (const auto fits = check_scale(train, train.linear.options.bias); !fits) return fits.error();
  Folds folds;
  std::vector<double> lambdas = request.lambdas;
  if (request.folds) {
    auto made = make_folds(data, *request.folds, "--folds", train.source);
    if (!made) return made.error();
    folds = std::move(made).value();
    if (request.mean_form() && lambdas.empty()) {  // the folds take those of all rows
      const auto ground = path_ground(data, targets.value(), request, {}, watch.stop);
      if (!ground) return ground.error();
      for (const double C : ground.value().costs) lambdas.push_back(1 / (ground.value().n * C));
    }
  }
  return PathRun(data, targets.value(), request, folds, watch).run(lambdas);
}

}  // namespace

Result<PathTraining> train_on_path(const Dataset& data, const PathRequest& request, const PathWatch& watch) {
  try {
    return whole_path(data, request, watch);
  } catch (const Stopped& s) {
    return stopped_error(s, request.train.source);
  }
}

}  // namespace halfspace
