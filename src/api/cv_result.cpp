#include "api/cv_result.hpp"

#include <cmath>
#include <utility>

#include "api/among.hpp"
#include "api/rows.hpp"
#include "report/selection_report.hpp"

namespace halfspace::api {
namespace {

MetricMean mean_of(const MetricSummary& s) { return {s.metric, s.mean, s.error, static_cast<std::int64_t>(s.folds)}; }

/// What the report of cross-validation needs.
struct KeptCv {
  std::shared_ptr<const Dataset> data;
  LearnPlan plan;
  FoldOptions folds;
  CrossValidation cv;
};

/// The folds that were scored, with the caller's numbers of their rows.
std::vector<HeldOut> held_out_of(const Dataset& data, const CrossValidation& cv) {
  std::vector<HeldOut> out;
  for (const FoldFit& fit : cv.fits) {
    if (!fit.held_out) continue;
    const Prediction& p = *fit.held_out;
    HeldOut& h = out.emplace_back();
    h.repeat = static_cast<std::int64_t>(fit.repeat);
    h.fold = static_cast<std::int64_t>(fit.fold);
    h.rows.reserve(fit.rows.size());
    for (const std::uint64_t row : fit.rows) h.rows.push_back(caller_row(data, row));
    h.predictions.rows = static_cast<std::int64_t>(fit.rows.size());
    h.predictions.outputs = static_cast<std::int64_t>(p.outputs);
    h.predictions.classes.assign(p.predicted.begin(), p.predicted.end());
    h.predictions.scores = p.score;
    h.predictions.probabilities = p.probability;
  }
  return out;
}

}  // namespace

CvResult cv_result_of(std::shared_ptr<const Dataset> data, LearnPlan plan, FoldOptions folds, CrossValidation cv,
                      const std::vector<std::string>& classes, bool predictions) {
  const auto kept = std::make_shared<const KeptCv>(KeptCv{std::move(data), std::move(plan), folds, std::move(cv)});
  CvResult out{{},
               {},
               classes,
               predictions ? held_out_of(*kept->data, kept->cv) : std::vector<HeldOut>(),
               predictions ? cv_predictions(*kept->data, kept->cv, classes) : "",
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

}  // namespace halfspace::api
