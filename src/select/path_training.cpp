#include "select/path_training.hpp"

#include <algorithm>
#include <mutex>
#include <utility>

#include "base/parallel.hpp"
#include "base/simd_choice.hpp"
#include "select/path_summary.hpp"
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

  Result<PathTraining> gathered(PathFit& fit, const std::vector<std::optional<Result<MeasuredPoints>>>& folds) {
    PathTraining out;
    out.request = request_;
    out.null = fit.null;
    out.rows_weight = fit.n;
    out.warnings = folds_.warnings;
    for (const PathPoint& p : fit.points)
      out.rows.push_back(row_of(request_, out.rows.size(), p, fit.n, fit.null.loss));
    std::vector<FoldValues> values;
    for (const auto& fold : folds) {
      if (!fold) continue;
      values.push_back(fold->value().values);
      out.unseen_rows += fold->value().unseen_rows;
    }
    if (!folds.empty() && values.size() == folds.size()) add_means(out, values);
    if (values.size() < folds.size()) out.why_no_means = "cross-validation was ended before its last fold";
    add_status(out, fit.costs.size(), "scale the columns (--scale)");
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
    const std::size_t reported = out.chosen.value_or(fit.points.size() - 1);
    TrainRequest resolved = request_.train;
    Trained t;
    const LinearTraining& all =
        t.of_learner.emplace<LinearTraining>(training_of(request_, reported, fit.n, fit.points[reported]));
    for (std::size_t k = 0; k < out.rows.size(); ++k) {
      out.rows[k].w = std::move(fit.points[k].result.w);
      fold(fit.rows.map(), out.rows[k].w.data(), out.rows[k].b);
    }
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
