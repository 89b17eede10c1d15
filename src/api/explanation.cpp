#include "api/explanation.hpp"

#include <utility>

#include "api/among.hpp"
#include "base/json.hpp"
#include "report/cell_text.hpp"

namespace halfspace::api {
namespace {

/// For people fewer parts are shown than JSON has.
template <class Found>
Found for_people(Found found) {
  found.all = false;
  return found;
}

CellValue value_of(const Cell& cell) {
  const Json value = cell_json(cell);
  if (value.is_string()) return value.get<std::string>();
  return value.is_number() ? CellValue(value.get<double>()) : CellValue();
}

SmallestChange change_of(const Model& model, const Counterfactual& f) {
  SmallestChange out;
  out.flips = f.flips;
  out.label = model.classes[f.label];
  out.reason = option_words(f.reason);
  out.complete = f.complete;
  if (!f.flips) return out;
  out.cost = f.cost;
  out.scores = f.score;
  const FeatureColumns names(model.map);
  for (const ColumnChange& c : f.changes)
    out.cells.push_back({names.name({{c.column, ColumnSet::none, ColumnSet::none}}), value_of(c.from), value_of(c.to)});
  return out;
}

}  // namespace

ExplanationKept kept_explanation(const std::shared_ptr<const Model>& model, const std::shared_ptr<Dataset>& data,
                                 const ExplainRequest& request, const std::string& source) {
  auto found = explanation_of(*model, *data, request, source);
  if (!found) return found.error();
  data->x = Matrix();
  return std::make_shared<const KeptExplanation>(KeptExplanation{model, data, source, std::move(found).value()});
}

Report explanation_report(const std::shared_ptr<const KeptExplanation>& kept) {
  return report_of([kept] { return json_text(explain_json(*kept->found)); },
                   [kept] { return explain_text(for_people(*kept->found), kept->source); });
}

Explanation public_explanation(const std::shared_ptr<const KeptExplanation>& kept) {
  const ExplanationReport& e = *kept->found;
  Explanation out{e.score, e.predicted(), {}, {}, {}, {}, explanation_report(kept)};
  for (const ScoreParts& v : e.vectors) {
    std::vector<ScorePart>& list = out.parts.emplace_back();
    list.reserve(v.parts.size());
    for (const Contribution& c : v.parts) list.push_back({e.part_name(c), c.value, c.weight, c.amount});
    out.bias.push_back(v.bias);
  }
  const FeatureColumns names(kept->model->map);
  for (const std::vector<ColumnPart>& v : e.columns.vectors) {
    std::vector<ColumnAmount>& list = out.columns.emplace_back();
    for (const ColumnPart& p : v) list.push_back({names.name(p.columns), p.amount});
  }
  if (e.counterfactual) out.counterfactual = change_of(*kept->model, *e.counterfactual);
  return out;
}

MeansKept kept_means(const std::shared_ptr<const Model>& model, const MeanExplanation& means,
                     const ExplainRequest& request, const std::string& source) {
  auto found = means.report(request, source);
  if (!found) return found.error();
  return std::make_shared<const KeptMeans>(KeptMeans{model, source, std::move(found).value()});
}

Report means_report(const std::shared_ptr<const KeptMeans>& kept) {
  return report_of([kept] { return json_text(mean_json(*kept->found)); },
                   [kept] { return mean_text(for_people(*kept->found), kept->source); });
}

MeanContributions public_means(const std::shared_ptr<const KeptMeans>& kept) {
  const MeanReport& e = *kept->found;
  MeanContributions out{static_cast<std::int64_t>(e.rows), e.mean_scores(), kept->model->b, {}, means_report(kept)};
  const FeatureColumns names(kept->model->map);
  for (const MeanColumn& c : e.columns) {
    MeanContribution& to = out.columns.emplace_back();
    to.column = names.name(c.columns);
    for (const Moments& v : c.vectors) {
      to.mean.push_back(v.mean);
      to.mean_absolute.push_back(v.count == 0 ? 0 : v.absolute / static_cast<double>(v.count));
      to.deviation.push_back(v.deviation());
    }
  }
  return out;
}

}  // namespace halfspace::api
