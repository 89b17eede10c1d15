#include <memory>
#include <string>
#include <utility>

#include "api/among.hpp"
#include "api/training.hpp"
#include "api/typed.hpp"
#include "halfspace/select.hpp"
#include "report/model_run.hpp"
#include "report/path_report.hpp"
#include "select/path_request.hpp"

namespace halfspace {
namespace {

using api::among;
using api::report_of;
using api::Watching;

/// What the report of a path needs.
struct KeptPath {
  std::shared_ptr<const Dataset> data;
  PathTraining path;
};

Result<PathResult> on_path(Dataset data, const Settings& settings, const Watching& watching,
                           const api::RowsOrigin& origin) {
  const auto request = path_request(settings, data, origin.name);
  if (!request) return request.error();
  if (!data.group.empty() && !request.value().folds)
    return Error{Code::usage, "groups", "are for cross-validation; give --folds too"};
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

Result<PathResult> path_file(const std::string& path, const Options& options, const Watch& watch) {
  return api::in_file<PathResult>(path, options, api::Task::path, watch, on_path);
}

}  // namespace halfspace
