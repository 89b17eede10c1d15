#include "select/learn.hpp"

#include <algorithm>
#include <utility>

#include "base/text.hpp"
#include "select/calibrated.hpp"
#include "train/algorithm_choice.hpp"
#include "train/auto_training.hpp"
#include "train/learner_checks.hpp"
#include "train/targets.hpp"

namespace halfspace {
namespace {

/// Error (usage): a name that is not known, or not of data of so many classes.
Result<ProbabilityKind> calibrator(const std::string& text, std::size_t classes) {
  if (auto known = check_calibrator(text); !known) return std::move(known).error();
  if (text == "auto") return classes == 2 ? ProbabilityKind::platt : ProbabilityKind::temperature;
  if ((text == "temperature") == (classes == 2))
    return Error{Code::usage, "--calibrate",
                 text + " is for " + (classes == 2 ? "three classes or more" : "two classes") + "; the data has " +
                     std::to_string(classes) + "; choose " + (classes == 2 ? "platt or isotonic" : "temperature")};
  return text == "platt"      ? ProbabilityKind::platt
         : text == "isotonic" ? ProbabilityKind::isotonic
                              : ProbabilityKind::temperature;
}

Result<RowsApart> rows_apart(const Settings& settings) {
  RowsApart out;
  if (settings.has("holdout")) {
    const auto fraction = option_number(settings.get("holdout"), "--holdout");
    if (!fraction) return fraction.error();
    out.holdout = fraction.value();
  }
  if (!settings.has("holdout") && !settings.has("calibrate")) return out;
  out.groups = settings.get("groups");
  out.order_by = settings.get("order-by");
  return out;
}

}  // namespace

Result<void> check_calibrator(const std::string& name) {
  const std::vector<std::string> names = {"auto", "platt", "isotonic", "temperature"};
  if (std::find(names.begin(), names.end(), name) != names.end()) return {};
  const std::string near = nearest(name, names);
  return Error{Code::usage, "--calibrate",
               in_quotes(name) + " is not one of " + joined(names) +
                   (near.empty() ? "" : "; did you mean " + in_quotes(near) + "?")};
}

Result<LearnPlan> learn_plan(const Settings& settings, const Dataset& data, const std::string& source) {
  if (const auto fine = check_class_labels(data, source); !fine) return fine.error();
  auto request = train_request(settings, data, source);
  if (!request) return request.error();
  LearnPlan plan;
  plan.request = std::move(request).value();
  auto apart = rows_apart(settings);
  if (!apart) return apart.error();
  plan.apart = std::move(apart).value();
  if (!settings.has("calibrate")) {
    if (settings.has("calibrate-folds"))
      return Error{Code::usage, "--calibrate-folds", "is for --calibrate platt, isotonic or temperature"};
    return plan;
  }
  const auto kind = calibrator(settings.get("calibrate"), data.classes.size());
  if (!kind) return kind.error();
  plan.calibrate = kind.value();
  const auto folds = settings.count("calibrate-folds", plan.folds.folds);
  const auto seed = settings.count("seed", 0);
  if (!folds) return folds.error();
  if (!seed) return seed.error();
  plan.folds.folds = folds.value();
  plan.folds.seed = seed.value();
  return plan;
}

Result<LearnPlan> settled_plan(const Dataset& data, LearnPlan plan, const TrainObserver& run) {
  if (plan.request.algorithm != Algorithm::automatic) return plan;
  const auto trained = train(data, plan.request, run);
  if (!trained) return trained.error();
  plan.request = settled(std::move(plan.request), trained.value());
  plan.choice = trained.value().choice;
  return plan;
}

Result<Learned> learn(const Dataset& data, const LearnPlan& plan, const TrainObserver& run,
                      const FitObserver& observer) {
  auto trained = train(data, plan.request, run);
  if (!trained) return trained.error();
  Learned out{std::move(trained).value(), {}, plan.apart};
  if (plan.calibrate == ProbabilityKind::none) return out;
  LearnPlan alike = plan;
  alike.request = settled(plan.request, out.trained);
  auto report = fit_calibration(data, alike, out.trained, observer);
  if (!report) return report.error();
  out.calibration = std::move(report).value();
  return out;
}

std::vector<Flag> rows_apart_flags() {
  return {
      {"holdout", "FRACTION",
       "keep this share of the rows for testing: of each class (seeded), or as --groups or --order-by say", "data"},
      {"groups", "NAME|INDEX",
       "column whose equal cells keep rows together in --holdout and the folds of --calibrate; it is not a feature",
       "data"},
      {"order-by", "NAME|INDEX",
       "column of numbers or dates: --holdout tests on the last rows by it, and the folds of --calibrate on rows "
       "behind "
       "those they learn from; it is not a feature",
       "data"},
  };
}

std::vector<Flag> calibration_flags() {
  return {
      {"calibrate", "platt|isotonic|temperature|auto",
       "probabilities for any learner, fitted to scores of held-out rows: platt and isotonic for two classes, "
       "temperature for more; auto: platt or temperature (docs/selection.md)",
       "calibration"},
      {"calibrate-folds", "K", "folds that hold the rows of --calibrate out (default 5)", "calibration"},
  };
}

}  // namespace halfspace
