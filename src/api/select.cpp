#include "halfspace/select.hpp"

#include <memory>
#include <utility>

#include "api/among.hpp"
#include "api/cv_result.hpp"
#include "api/options.hpp"
#include "api/rows.hpp"
#include "api/training.hpp"
#include "api/typed.hpp"
#include "api/watching.hpp"
#include "report/selection_report.hpp"
#include "select/requests.hpp"
#include "train/targets.hpp"

namespace halfspace {
namespace {

using api::among;
using api::report_of;
using api::RowsOrigin;
using api::Watching;

Result<CvResult> validated(Dataset data, const Settings& settings, const Watching& watching, const RowsOrigin& origin,
                           bool predictions) {
  const auto metrics = cv_metrics(settings);
  const auto folds = fold_options(settings);
  if (!metrics) return metrics.error();
  if (!folds) return folds.error();
  auto asked = learn_plan(settings, data, origin.name);
  if (!asked) return asked.error();
  asked.value().request.text = origin.text;
  auto plan = settled_plan(data, std::move(asked).value(), watching.of_run());
  if (!plan) return plan.error();
  const auto targets = find_targets(data, plan.value().request.positive, plan.value().request.source);
  if (!targets) return targets.error();
  if (settings.has("metric")) {
    const auto exist = check_metrics(metrics.value(), plan.value(), targets.value().classes.size(), "--metric");
    if (!exist) return exist.error();
  }
  auto cv = cross_validate(data, plan.value(), folds.value(), metrics.value(), predictions, watching.of_fits());
  if (!cv) return cv.error();
  return api::cv_result_of(api::without_numbers(std::move(data)), std::move(plan).value(), folds.value(),
                           std::move(cv).value(), targets.value().classes, predictions);
}

/// What the report of a search needs.
struct KeptSearch {
  std::shared_ptr<const Dataset> data;
  LearnPlan plan;
  SearchPlan options;
  Search search;
  SelectionRule rule;
  std::string source;
  std::optional<Learned> refitted;  // stays empty: the training chosen has a report of its own

  SearchReport report() const { return {*data, source, plan, options, search, rule, refitted}; }
};

SearchPoint point_of(const Search& s, const PointResult& p) {
  SearchPoint out;
  for (std::size_t k = 0; k < s.grid.varied.size(); ++k)
    out.settings.emplace_back(s.grid.varied[k].name, s.grid.varied[k].values[p.point[k]]);
  if (!p.summary.empty()) out.mean = p.summary[0].mean;
  if (!p.summary.empty()) out.error = p.summary[0].error;
  return out;
}

struct Refit {
  TrainRequest request;
  Learned learned;
};

/// Learned from all rows with these settings.
Result<Refit> refit(const Dataset& data, const Settings& settings, const Watching& watching, const RowsOrigin& origin) {
  auto plan = learn_plan(settings, data, origin.name);
  if (!plan) return plan.error();
  plan.value().request.text = origin.text;
  auto learned = learn(data, plan.value(), watching.of_run(), watching.of_fits());
  if (!learned) return learned.error();
  return Refit{std::move(plan.value().request), std::move(learned).value()};
}

Result<SearchResult> searched(Dataset data, const Settings& settings, const Watching& watching,
                              const RowsOrigin& origin) {
  const auto rule = search_rule(settings);
  const auto grid = grid_of(settings);
  if (!rule) return rule.error();
  if (!grid) return grid.error();
  auto asked = learn_plan(grid.value().settings_at(settings, grid.value().point(0)), data, origin.name);
  if (!asked) return asked.error();
  asked.value().request.text = origin.text;
  auto plan = settled_plan(data, std::move(asked).value(), watching.of_run());
  if (!plan) return plan.error();
  auto options = search_plan(settings, plan.value(), data.classes.size());
  if (!options) return options.error();
  auto found = search(data, settings, origin.name, options.value(), watching.of_fits());
  if (!found) return found.error();
  std::optional<Refit> made;
  const Search& s = found.value();
  if (s.best) {
    const std::size_t k = rule.value() == SelectionRule::one_se ? *s.one_se : *s.best;
    auto learned = refit(data, s.grid.settings_at(settings, s.points[k].point), watching, origin);
    if (!learned) return learned.error();
    made = std::move(learned).value();
  }
  const auto rows = api::without_numbers(std::move(data));
  std::optional<Training> chosen;
  if (made && made->learned.trained.fitted) {
    auto training = api::training_of(rows, std::move(made->request), std::move(made->learned), origin.name);
    if (!training) return training.error();
    chosen = std::move(training).value();
  }
  const auto kept = std::make_shared<const KeptSearch>(KeptSearch{rows,
                                                                  std::move(plan).value(),
                                                                  std::move(options).value(),
                                                                  std::move(found).value(),
                                                                  rule.value(),
                                                                  origin.name,
                                                                  {}});
  SearchResult out{{},
                   kept->search.best,
                   kept->search.one_se,
                   std::move(chosen),
                   kept->search.stopped,
                   report_of([kept] { return json_text(search_json(kept->report())); },
                             [kept] { return search_text(kept->report()); })};
  for (const PointResult& p : kept->search.points) out.points.push_back(point_of(kept->search, p));
  return out;
}

template <class RowsInMemory>
Result<CvResult> validated_among(const RowsInMemory& rows, const RowLabels& labels, const Result<Settings>& settings,
                                 const Watch& watch, bool predictions) {
  return among<CvResult>(rows, labels, settings, watch,
                         [&](Dataset data, const Settings& s, const Watching& watching, const RowsOrigin& origin) {
                           return validated(std::move(data), s, watching, origin, predictions);
                         });
}

/// Options by name; `predictions` is a switch here.
template <class RowsInMemory>
Result<CvResult> validated_by_name(const RowsInMemory& rows, const RowLabels& labels, const Options& options,
                                   const Watch& watch) {
  auto settings = api::settings_of(options, api::Reads::memory, api::Task::cv);
  const bool predictions = settings && settings.value().values.erase("predictions") > 0;
  return validated_among(rows, labels, settings, watch, predictions);
}

}  // namespace

Result<CvResult> cross_validate(const DenseRows& rows, const RowLabels& labels, const CvOptions& options,
                                const Watch& watch) {
  return validated_among(rows, labels, api::settings_of(options), watch, options.predictions);
}
Result<CvResult> cross_validate(const CsrRows& rows, const RowLabels& labels, const CvOptions& options,
                                const Watch& watch) {
  return validated_among(rows, labels, api::settings_of(options), watch, options.predictions);
}
Result<CvResult> cross_validate(const DenseRows& rows, const RowLabels& labels, const Options& options,
                                const Watch& watch) {
  return validated_by_name(rows, labels, options, watch);
}
Result<CvResult> cross_validate(const CsrRows& rows, const RowLabels& labels, const Options& options,
                                const Watch& watch) {
  return validated_by_name(rows, labels, options, watch);
}

Result<SearchResult> search(const DenseRows& rows, const RowLabels& labels, const SearchOptions& options,
                            const Watch& watch) {
  return among<SearchResult>(rows, labels, api::settings_of(options), watch, searched);
}
Result<SearchResult> search(const CsrRows& rows, const RowLabels& labels, const SearchOptions& options,
                            const Watch& watch) {
  return among<SearchResult>(rows, labels, api::settings_of(options), watch, searched);
}
Result<SearchResult> search(const DenseRows& rows, const RowLabels& labels, const Options& options,
                            const Watch& watch) {
  return among<SearchResult>(rows, labels, api::settings_of(options, api::Reads::memory, api::Task::search), watch,
                             searched);
}
Result<SearchResult> search(const CsrRows& rows, const RowLabels& labels, const Options& options, const Watch& watch) {
  return among<SearchResult>(rows, labels, api::settings_of(options, api::Reads::memory, api::Task::search), watch,
                             searched);
}

Result<CvResult> cross_validate_file(const std::string& path, const Options& options, const Watch& watch) {
  return api::in_file<CvResult>(
      path, options, api::Task::cv, watch,
      [](Dataset data, Settings settings, const Watching& watching, const RowsOrigin& origin) {
        const bool predictions = settings.values.erase("predictions") > 0;
        return validated(std::move(data), settings, watching, origin, predictions);
      });
}

Result<SearchResult> search_file(const std::string& path, const Options& options, const Watch& watch) {
  return api::in_file<SearchResult>(path, options, api::Task::search, watch, searched);
}

}  // namespace halfspace
