#include "halfspace/explain.hpp"

#include <memory>
#include <utility>

#include "api/option_words.hpp"
#include "api/options.hpp"
#include "api/report.hpp"
#include "api/row_checks.hpp"
#include "api/rows.hpp"
#include "api/training.hpp"
#include "model/score_checks.hpp"
#include "model/scorer.hpp"
#include "report/explain_report.hpp"

namespace halfspace {
namespace {

/// What the report of an explanation needs.
struct KeptExplanation {
  std::shared_ptr<const Model> model;
  std::shared_ptr<const Dataset> data;
  std::uint64_t row;
  std::vector<double> score;
  std::vector<ScoreParts> parts;
  ColumnParts columns;

  ExplanationReport report(bool all) const {
    return {*model, *data, row, score, parts, 10, all, columns, columns_by_default(*model), {}};
  }
};

template <class RowsInMemory>
Result<Explanation> explained(const std::shared_ptr<const Model>& model, const RowsInMemory& rows, std::int64_t row,
                              std::int64_t max_memory_mib) {
  const auto limits = api::limits_of(0, max_memory_mib);
  if (!limits) return limits.error();
  if (model->voted())
    return Error{Code::usage, "classifier",
                 "a voted model has no single score to take apart; train with keep average or last"};
  if (const auto fine = api::check_shape(rows); !fine) return fine.error();
  if (row < 0 || row >= rows.rows)
    return Error{Code::usage, "row", std::to_string(row) + " is outside 0.." + std::to_string(rows.rows - 1)};
  auto scored = api::rows_to_score(rows, *model, limits.value().max_bytes);
  if (!scored) return scored.error();
  const auto at = static_cast<std::uint64_t>(row);
  Dataset& data = scored.value();
  if (const auto known = check_levels(model->map, data, api::memory_name); !known) return known.error();
  auto score = finite_scores(*model, take_rows(data, {at}), api::memory_name, 1, at);
  if (!score) return score.error();
  auto parts = score_parts(*model, data, at);
  auto columns = column_parts(*model, data, at);
  const auto whole = std::make_shared<const KeptExplanation>(
      KeptExplanation{model, api::without_numbers(std::move(data)), at, std::move(score).value(), std::move(parts),
                      std::move(columns)});
  const ExplanationReport report = whole->report(true);
  Explanation out{whole->score,
                  report.predicted(),
                  {},
                  {},
                  Report(std::make_shared<const Report::Writer>(
                      Report::Writer{[whole] { return json_text(explain_json(whole->report(true))); },
                                     [whole] { return explain_text(whole->report(false), api::memory_name); }}))};
  for (const ScoreParts& v : whole->parts) {
    std::vector<ScorePart>& list = out.parts.emplace_back();
    list.reserve(v.parts.size());
    for (const Contribution& c : v.parts) list.push_back({report.part_name(c), c.value, c.weight, c.amount});
    out.bias.push_back(v.bias);
  }
  return out;
}

}  // namespace

Result<Explanation> explain(const Classifier& classifier, const DenseRows& rows, std::int64_t row,
                            std::int64_t max_memory_mib) {
  return api::in_option_words(explained(classifier.model(), rows, row, max_memory_mib), api::Reads::memory);
}

Result<Explanation> explain(const Classifier& classifier, const CsrRows& rows, std::int64_t row,
                            std::int64_t max_memory_mib) {
  return api::in_option_words(explained(classifier.model(), rows, row, max_memory_mib), api::Reads::memory);
}

}  // namespace halfspace
