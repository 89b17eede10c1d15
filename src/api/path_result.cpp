#include "api/path_result.hpp"

#include <memory>
#include <string>
#include <utility>

#include "api/rows.hpp"
#include "api/training.hpp"
#include "report/model_run.hpp"
#include "report/path_report.hpp"

namespace halfspace::api {
namespace {

/// What the report of a path needs.
struct KeptPath {
  std::shared_ptr<const Dataset> data;
  PathTraining path;
};

}  // namespace

PathResult path_result_of(Dataset data, PathTraining found) {
  describe_run(found.trained, data);
  const auto kept = std::make_shared<const KeptPath>(KeptPath{without_numbers(std::move(data)), std::move(found)});
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

}  // namespace halfspace::api
