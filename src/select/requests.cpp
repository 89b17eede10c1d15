#include "select/requests.hpp"

#include <algorithm>
#include <string>
#include <utility>

#include "base/text.hpp"
#include "select/grid.hpp"

namespace halfspace {
namespace {

/// The metrics asked for, then the others.
Result<std::vector<Metric>> metrics_first(const Settings& settings, const LearnPlan& plan, std::size_t classes) {
  auto first = metric_list(settings.get("metric", "accuracy"), "--metric");
  if (!first) return first;
  if (first.value().empty()) return Error{Code::usage, "--metric", "is empty; expected one of " + choices<Metric>()};
  if (const auto exist = check_metrics(first.value(), plan, classes, "--metric"); !exist) return exist.error();
  for (const Metric m : default_metrics()) {
    if (std::find(first.value().begin(), first.value().end(), m) == first.value().end()) first.value().push_back(m);
  }
  return first;
}

}  // namespace

std::vector<Flag> cv_flags() {
  return {{"metric", "NAME,...",
           "only these of " + choices<Metric>() + " (default: all that exist, deviance and loss apart)", "output",
           false, split(choices<Metric>(), '|')}};
}

std::vector<Flag> search_flags() {
  return {
      {"over", "NAME=V,V,...",
       "a setting that varies and its values, or NAME=LOW:HIGH:COUNT in equal ratios; once for "
       "each setting (default: a grid that suits the learner)",
       "search", true, varying_names()},
      {"metric", "NAME",
       "what chooses, the first where several are named: " + choices<Metric>() + " (default accuracy)", "search", false,
       split(choices<Metric>(), '|')},
      {"choose", choices<SelectionRule>(),
       "the best mean, or the simplest point within one standard error of it (default best)", "search"},
      {"halving", "FACTOR", "successive halving: 1/FACTOR of the points go on to FACTOR times the rows", "search"},
  };
}

Result<std::vector<Metric>> cv_metrics(const Settings& settings) {
  if (!settings.has("metric")) return default_metrics();
  if (settings.get("metric").empty())
    return Error{Code::usage, "--metric", "is empty; expected some of " + choices<Metric>()};
  return metric_list(settings.get("metric"), "--metric");
}

Result<SearchPlan> search_plan(const Settings& settings, const LearnPlan& plan, std::size_t classes) {
  SearchPlan o;
  const auto folds = fold_options(settings);
  auto metrics = metrics_first(settings, plan, classes);
  if (!folds) return folds.error();
  if (!metrics) return metrics.error();
  o.folds = folds.value();
  o.metrics = std::move(metrics).value();
  if (!settings.has("halving")) return o;
  const auto factor = option_number(settings.get("halving"), "--halving");
  if (!factor) return factor.error();
  constexpr double least = 1.5;  // below, rungs would drop nothing
  if (factor.value() != 1 && !(factor.value() >= least))
    return Error{Code::usage, "--halving", in_quotes(settings.get("halving")) + " is neither 1 nor in [1.5, inf)"};
  o.factor = factor.value();
  return o;
}

Result<SelectionRule> search_rule(const Settings& settings) {
  const std::string text = settings.get("choose", "best");
  if (const auto rule = rule_of(text)) return *rule;
  return Error{Code::usage, "--choose", in_quotes(text) + " is not one of best, one-se"};
}

}  // namespace halfspace
