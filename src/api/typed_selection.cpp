#include <string>
#include <vector>

#include "api/setting_text.hpp"
#include "api/typed.hpp"
#include "select/learn.hpp"
#include "select/metric.hpp"

namespace halfspace::api {
namespace {

std::string metric_names(std::span<const Metric> metrics) {
  std::string out;
  for (const Metric m : metrics) out += (out.empty() ? "" : ",") + std::string(name_of(m));
  return out;
}

/// Folds, repeats and the seed, which is the learner's too.
template <class O>
void add_folds(Settings& out, const O& o) {
  add_count(out, "folds", o.folds, 5);
  add_count(out, "repeats", o.repeats, 1);
  add_given(out, "seed", o.seed);
}

/// The form that grid_of() reads takes commas, colons and lines apart; no option has such values.
Result<void> add_over(Settings& out, const std::vector<Vary>& over) {
  std::string text;
  for (const Vary& v : over) {
    if (v.values.empty()) return Error{Code::usage, "--over", v.name + " has no values; give one or more"};
    if (v.name.find_first_of("=\n") != std::string::npos)
      return Error{Code::usage, "--over", in_quotes(v.name) + " is not the name of an option"};
    for (const std::string& value : v.values) {
      if (value.find_first_of(",:\n") != std::string::npos)
        return Error{
            Code::usage, "--over",
            in_quotes(value) + " of " + v.name + " is not one value; give each value as an element of its own"};
    }
    text += (text.empty() ? "" : "\n") + v.name + "=" + joined(v.values, ",", v.values.size());
  }
  add_text(out, "over", text);
  return {};
}

/// Folds have other rows and classes than the run that a start or a list of classes is of.
Result<Settings> for_folds(Result<Settings> settings) {
  if (!settings) return settings;
  const std::string of_train = "are for train(), not for runs on parts of the rows; leave them out";
  if (!settings.value().classes.empty()) return Error{Code::usage, "classes", of_train};
  if (settings.value().start) return Error{Code::usage, "start_weights", of_train};
  return settings;
}

Result<void> check_unused(const PathOptions& o) {
  const ObjectiveOptions& fit = o.objective;
  if (fit.max_rounds || fit.alpha != 0 || fit.rounds || fit.statistics || fit.approximate_support)
    return Error{Code::usage, "PathOptions",
                 "max_rounds, alpha, rounds, statistics and approximate_support are not for paths; leave them out"};
  if (fit.C != ObjectiveOptions{}.C || fit.lambda)
    return Error{Code::usage, "PathOptions", "C and lambda are the points of the path; give costs or lambdas"};
  if (!fit.start_weights.empty() || !fit.start_multipliers.empty())
    return Error{Code::usage, "start_weights",
                 "are for train(); the points of a path begin where those before them end"};
  if (o.point && o.choose)
    return Error{Code::usage, "PathOptions", "point and choose are both given; give one of them"};
  return {};
}

}  // namespace

Result<Settings> settings_of(const TrainOptions& o, const CalibrationOptions& calibrate) {
  auto out = settings_of(o);
  if (!out) return out;
  if (calibrate.kind != Calibrator::none) out.value().values["calibrate"] = name_of(calibrate.kind);
  add_count(out.value(), "calibrate-folds", calibrate.folds, 5);
  return out;
}

Result<Settings> settings_of(const CvOptions& o) {
  auto out = for_folds(settings_of(o.train, o.calibrate));
  if (!out) return out;
  add_folds(out.value(), o);
  add_text(out.value(), "metric", metric_names(o.metrics));
  return out;
}

Result<Settings> settings_of(const SearchOptions& o) {
  auto out = for_folds(settings_of(o.train, o.calibrate));
  if (!out) return out;
  Settings& s = out.value();
  add_folds(s, o);
  s.values["metric"] = metric_names(o.metrics);
  add_given(s, "halving", o.halving);
  if (o.choose != SelectionRule::best) s.values["choose"] = name_of(o.choose);
  if (const auto added = add_over(s, o.over); !added) return added.error();
  return out;
}

Result<Settings> settings_of(const PathOptions& o) {
  Settings out;
  if (const auto fine = check_unused(o); !fine) return fine.error();
  add_objective(out, o.objective);
  add_common(out, o);
  add_count(out, "points", o.points, 50);
  add_given(out, "ratio", o.ratio);
  add_text(out, "lambdas", numbers_text(o.lambdas));
  add_text(out, "Cs", numbers_text(o.costs));
  add_given(out, "folds", o.folds);
  add_given(out, "repeats", o.repeats);
  add_given(out, "seed", o.seed);
  add_given(out, "metric", o.metric);
  add_given(out, "choose", o.choose);
  add_given(out, "choose", o.point);
  return out;
}

}  // namespace halfspace::api
