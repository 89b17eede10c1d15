#include "select/cross_validation.hpp"

#include <algorithm>
#include <utility>

#include "train/learner_checks.hpp"

namespace halfspace {
namespace {

void keep_used(std::vector<std::uint64_t>& rows, const std::vector<bool>& used) {
  if (used.empty()) return;
  rows.erase(std::remove_if(rows.begin(), rows.end(), [&](std::uint64_t i) { return !used[i]; }), rows.end());
}

}  // namespace

bool CrossValidation::stopped() const {
  return std::any_of(fits.begin(), fits.end(), [](const FoldFit& f) { return f.stopped(); });
}

Result<FoldFit> validate_fold(const Dataset& data, const LearnPlan& plan, const Folds& folds, std::uint64_t repeat,
                              std::uint64_t fold, const std::vector<bool>& used, const std::vector<Metric>& metrics,
                              bool keep, const FitObserver& observer) {
  LearnPlan single = plan;
  single.request.threads = 1;
  FitObserver inner;
  inner.stop = observer.stop;
  const LearnRows learner = [&](const Dataset& rows) -> Result<Trained> {
    auto learned = learn(rows, single, inner.of_run(), inner);
    if (!learned) return learned.error();
    Learned& l = learned.value();
    if (l.calibration && !l.calibration->done && l.trained.fitted) l.trained.status = Status::interrupted;
    return std::move(l.trained);
  };
  std::vector<std::uint64_t> kept = folds.kept(repeat, fold);
  std::vector<std::uint64_t> held = folds.held_out(repeat, fold);
  keep_used(kept, used);
  keep_used(held, used);
  auto fit = fit_fold(data, kept, std::move(held), learner, plan.request, observer.stop);
  if (!fit) return in_fold(fit.error(), folds, repeat, fold);
  FoldFit& f = fit.value();
  f.repeat = repeat;
  f.fold = fold;
  for (const Metric metric : metrics)
    f.values.push_back(f.held_out ? value_of(metric, *f.held_out) : std::optional<double>());
  if (!keep) f.held_out.reset();
  return fit;
}

Result<CrossValidation> cross_validate(const Dataset& data, const LearnPlan& plan, const FoldOptions& options,
                                       const std::vector<Metric>& metrics, bool keep, const FitObserver& observer) {
  auto folds = make_folds(data, options, "--folds", plan.request.source);
  if (!folds) return folds.error();
  CrossValidation cv;
  cv.folds = std::move(folds).value();
  const std::uint64_t count = cv.folds.count;
  auto fits = fit_all(count * cv.folds.repeats(), fits_at_once(data, plan.request), observer, [&](std::size_t k) {
    return validate_fold(data, plan, cv.folds, k / count, k % count, {}, metrics, keep, observer);
  });
  if (!fits) return fits.error();
  cv.fits = std::move(fits).value();
  for (std::size_t k = 0; k < cv.fits.size(); ++k) {  // those not begun too
    cv.fits[k].repeat = k / count;
    cv.fits[k].fold = k % count;
  }
  for (std::size_t k = 0; k < metrics.size(); ++k) cv.summary.push_back(summary_of(cv.fits, metrics[k], k, count));
  return cv;
}

Result<void> check_metrics(const std::vector<Metric>& metrics, const LearnPlan& plan, std::size_t classes,
                           const std::string& flag) {
  const bool probable = plan.calibrate != ProbabilityKind::none || (plan.request.algorithm == Algorithm::logistic &&
                                                                    plan.request.multiclass != Multiclass::one_vs_one);
  for (const Metric m : metrics) {
    if ((m == Metric::roc_auc || m == Metric::pr_auc || m == Metric::loss) && classes > 2)
      return Error{Code::usage, flag,
                   std::string(name_of(m)) + " is for two classes; the data has " + std::to_string(classes)};
    if (m == Metric::loss && plan.request.algorithm == Algorithm::perceptron)
      return Error{Code::usage, flag, "loss is that of the learner; say --algorithm logistic or svm"};
    if (needs_probabilities(m) && !probable)
      return Error{Code::usage, flag,
                   std::string(name_of(m)) +
                       " requires probabilities, which this learner does not produce; use --calibrate auto or "
                       "--algorithm logistic"};
  }
  return {};
}

Result<FoldOptions> fold_options(const Settings& settings) {
  FoldOptions o;
  const auto folds = settings.count("folds", o.folds);
  const auto repeats = settings.count("repeats", o.repeats);
  const auto seed = settings.count("seed", o.seed);
  for (const auto* one : {&folds, &repeats, &seed}) {
    if (!*one) return one->error();
  }
  o.folds = folds.value();
  o.repeats = repeats.value();
  o.seed = seed.value();
  return o;
}

std::vector<Flag> fold_flags(const std::string& folds) {
  return {
      {"folds", "K", "parts that are held out in turn, stratified by class (default " + folds + ")", "folds"},
      {"repeats", "R", "shuffle and cut again, R times in all (default 1)", "folds"},
      {"groups", "NAME|INDEX", "column whose equal cells keep rows in one fold; it is not a feature", "folds"},
      {"order-by", "NAME|INDEX",
       "column of numbers or dates that orders the rows in time: each fold learns from what comes before it, and is "
       "tested on the next part; it is not a feature",
       "folds"},
  };
}

}  // namespace halfspace
