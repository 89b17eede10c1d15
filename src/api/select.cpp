#include "halfspace/select.hpp"

#include <cmath>
#include <limits>
#include <memory>
#include <utility>

#include "api/options.hpp"
#include "api/report.hpp"
#include "api/rows.hpp"
#include "api/training.hpp"
#include "api/typed.hpp"
#include "api/watching.hpp"
#include "report/model_run.hpp"
#include "report/path_report.hpp"
#include "report/selection_report.hpp"
#include "select/path_request.hpp"
#include "select/requests.hpp"
#include "train/limits.hpp"
#include "train/targets.hpp"

namespace halfspace {
namespace {

using api::Watching;

Report report_of(std::function<std::string()> json, std::function<std::string()> text) {
  return Report(std::make_shared<const Report::Writer>(Report::Writer{std::move(json), std::move(text)}));
}

/// The rows, and an answer found among them.
template <class Answer, class RowsInMemory, class Find>
Result<Answer> among(const RowsInMemory& rows, const RowLabels& labels, const Result<Settings>& settings,
                     const Watch& watch, Find&& find) {
  if (!settings) return settings.error();
  const auto memory = memory_limit(settings.value());
  const auto deadline = api::deadline_of(settings.value());
  if (!memory) return memory.error();
  if (!deadline) return deadline.error();
  const Watching watching(watch, deadline.value());
  auto data = api::training_rows(rows, labels, settings.value().get("missing"), memory.value());
  if (!data) return data.error();
  return find(std::move(data).value(), settings.value(), watching);
}

MetricMean mean_of(const MetricSummary& s) { return {s.metric, s.mean, s.error, static_cast<std::int64_t>(s.folds)}; }

/// What the report of cross-validation needs.
struct KeptCv {
  std::shared_ptr<const Dataset> data;
  LearnPlan plan;
  FoldOptions folds;
  CrossValidation cv;
};

Result<CvResult> validated(Dataset data, const Settings& settings, const Watching& watching) {
  const auto metrics = cv_metrics(settings);
  const auto folds = fold_options(settings);
  if (!metrics) return metrics.error();
  if (!folds) return folds.error();
  auto asked = learn_plan(settings, data, api::memory_name);
  if (!asked) return asked.error();
  asked.value().request.text = TextAgain();
  auto plan = settled_plan(data, std::move(asked).value(), watching.of_run());
  if (!plan) return plan.error();
  const auto targets = find_targets(data, plan.value().request.positive, plan.value().request.source);
  if (!targets) return targets.error();
  if (settings.has("metric")) {
    const auto exist = check_metrics(metrics.value(), plan.value(), targets.value().classes.size(), "--metric");
    if (!exist) return exist.error();
  }
  auto cv = cross_validate(data, plan.value(), folds.value(), metrics.value(), false, watching.of_fits());
  if (!cv) return cv.error();
  const auto kept = std::make_shared<const KeptCv>(
      KeptCv{api::without_numbers(std::move(data)), std::move(plan).value(), folds.value(), std::move(cv).value()});
  CvResult out{{},
               {},
               kept->cv.stopped(),
               report_of([kept] { return json_text(cv_json(*kept->data, kept->plan, kept->cv)); },
                         [kept] { return cv_text(*kept->data, kept->plan, kept->folds, kept->cv); })};
  for (std::size_t m = 0; m < kept->cv.summary.size(); ++m) {
    out.metrics.push_back(mean_of(kept->cv.summary[m]));
    std::vector<double>& values = out.values.emplace_back();
    for (const FoldFit& fit : kept->cv.fits)
      values.push_back(m < fit.values.size() ? fit.values[m].value_or(std::nan("")) : std::nan(""));
  }
  return out;
}

/// What the report of a search needs.
struct KeptSearch {
  std::shared_ptr<const Dataset> data;
  LearnPlan plan;
  SearchPlan options;
  Search search;
  SelectionRule rule;
  std::optional<Learned> refitted;  // stays empty: the training chosen has a report of its own

  SearchReport report() const { return {*data, api::memory_name, plan, options, search, rule, refitted}; }
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
Result<Refit> refit(const Dataset& data, const Settings& settings, const Watching& watching) {
  auto plan = learn_plan(settings, data, api::memory_name);
  if (!plan) return plan.error();
  plan.value().request.text = TextAgain();
  auto learned = learn(data, plan.value(), watching.of_run(), watching.of_fits());
  if (!learned) return learned.error();
  return Refit{std::move(plan.value().request), std::move(learned).value()};
}

Result<SearchResult> searched(Dataset data, const Settings& settings, const Watching& watching) {
  const auto rule = search_rule(settings);
  const auto grid = grid_of(settings);
  if (!rule) return rule.error();
  if (!grid) return grid.error();
  auto asked = learn_plan(grid.value().settings_at(settings, grid.value().point(0)), data, api::memory_name);
  if (!asked) return asked.error();
  asked.value().request.text = TextAgain();
  auto plan = settled_plan(data, std::move(asked).value(), watching.of_run());
  if (!plan) return plan.error();
  auto options = search_plan(settings, plan.value(), data.classes.size());
  if (!options) return options.error();
  auto found = search(data, settings, api::memory_name, options.value(), watching.of_fits());
  if (!found) return found.error();
  std::optional<Refit> made;
  const Search& s = found.value();
  if (s.best) {
    const std::size_t k = rule.value() == SelectionRule::one_se ? *s.one_se : *s.best;
    auto learned = refit(data, s.grid.settings_at(settings, s.points[k].point), watching);
    if (!learned) return learned.error();
    made = std::move(learned).value();
  }
  const auto rows = api::without_numbers(std::move(data));
  std::optional<Training> chosen;
  if (made && made->learned.trained.fitted) {
    auto training = api::training_of(rows, std::move(made->request), std::move(made->learned), api::memory_name);
    if (!training) return training.error();
    chosen = std::move(training).value();
  }
  const auto kept = std::make_shared<const KeptSearch>(KeptSearch{
      rows, std::move(plan).value(), std::move(options).value(), std::move(found).value(), rule.value(), {}});
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

/// What the report of a path needs.
struct KeptPath {
  std::shared_ptr<const Dataset> data;
  PathTraining path;
};

Result<PathResult> on_path(Dataset data, const Settings& settings, const Watching& watching) {
  const auto request = path_request(settings, data, api::memory_name);
  if (!request) return request.error();
  auto found =
      train_on_path(data, request.value(), watching.of_path(request.value().folds ? request.value().folds->folds : 0));
  if (!found) return found.error();
  describe_run(found.value().trained, data);
  const auto kept =
      std::make_shared<const KeptPath>(KeptPath{api::without_numbers(std::move(data)), std::move(found).value()});
  const PathTraining& p = kept->path;
  PathResult out{{},
                 p.best,
                 p.one_se,
                 p.chosen,
                 std::nullopt,
                 std::string(name_of(p.status)),
                 report_of([kept] { return json_text(path_json(*kept->data, kept->path)); },
                           [kept] { return path_text(*kept->data, kept->path); })};
  if (p.chosen) out.classifier = Classifier(std::shared_ptr<const Model>(kept, &p.trained.model));
  out.points.reserve(p.rows.size());
  for (const PathRow& r : p.rows)
    out.points.push_back(
        {r.lambda, r.C, r.objective, r.gap, static_cast<std::int64_t>(r.nonzero), r.w, r.b, r.mean, r.error});
  return out;
}

}  // namespace

Result<CvResult> cross_validate(const DenseRows& rows, const RowLabels& labels, const CvOptions& options,
                                const Watch& watch) {
  return among<CvResult>(rows, labels, api::settings_of(options), watch, validated);
}
Result<CvResult> cross_validate(const CsrRows& rows, const RowLabels& labels, const CvOptions& options,
                                const Watch& watch) {
  return among<CvResult>(rows, labels, api::settings_of(options), watch, validated);
}
Result<CvResult> cross_validate(const DenseRows& rows, const RowLabels& labels, const Options& options,
                                const Watch& watch) {
  return among<CvResult>(rows, labels, api::settings_of(options, api::Reads::memory, api::Task::cv), watch, validated);
}
Result<CvResult> cross_validate(const CsrRows& rows, const RowLabels& labels, const Options& options,
                                const Watch& watch) {
  return among<CvResult>(rows, labels, api::settings_of(options, api::Reads::memory, api::Task::cv), watch, validated);
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

Result<PathResult> path(const DenseRows& rows, const RowLabels& labels, const PathOptions& options,
                        const Watch& watch) {
  return among<PathResult>(rows, labels, api::settings_of(options), watch, on_path);
}
Result<PathResult> path(const CsrRows& rows, const RowLabels& labels, const PathOptions& options, const Watch& watch) {
  return among<PathResult>(rows, labels, api::settings_of(options), watch, on_path);
}
Result<PathResult> path(const DenseRows& rows, const RowLabels& labels, const Options& options, const Watch& watch) {
  return among<PathResult>(rows, labels, api::settings_of(options, api::Reads::memory, api::Task::path), watch,
                           on_path);
}
Result<PathResult> path(const CsrRows& rows, const RowLabels& labels, const Options& options, const Watch& watch) {
  return among<PathResult>(rows, labels, api::settings_of(options, api::Reads::memory, api::Task::path), watch,
                           on_path);
}

}  // namespace halfspace
