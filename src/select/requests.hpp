// What `cv` and `search` are asked for, from settings.
#pragma once

#include <vector>

#include "select/learn.hpp"
#include "select/search.hpp"
#include "select/summary.hpp"
#include "train/flags.hpp"

namespace halfspace {

/// --metric of cv.
std::vector<Flag> cv_flags();

/// --over, --metric, --choose and --halving of search.
std::vector<Flag> search_flags();

/// The metrics of --metric; all but deviance and loss where there is none. Errors (usage): an empty list, no such
/// metric.
Result<std::vector<Metric>> cv_metrics(const Settings& settings);

/// Folds, metrics and halving. Errors (usage): a metric that these classes or this learner cannot have.
Result<SearchPlan> search_plan(const Settings& settings, const LearnPlan& plan, std::size_t classes);

/// --choose of search.
Result<SelectionRule> search_rule(const Settings& settings);

}  // namespace halfspace
