#include "select/path_summary.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

#include "base/text.hpp"

namespace halfspace {

PathRow row_of(const PathRequest& request, std::size_t k, const PathPoint& p, double rows_weight, double null_loss) {
  const LinearResult& r = p.result;
  PathRow row;
  row.C = p.C;
  row.lambda = request.lambda_of(k, rows_weight, p.C);
  row.status = r.status;
  row.solver = r.solver;
  row.rounds = r.rounds;
  row.nonzero = p.nonzero;
  row.screened = static_cast<std::size_t>(std::count(p.screened.begin(), p.screened.end(), 1));
  const double unit = request.mean_form() ? row.lambda : 1;
  row.objective = r.primal * unit;
  row.gap = r.gap * unit;
  row.loss = p.loss;
  constexpr double rounding = 1e-13;
  row.explained = null_loss > 0 ? 1 - p.loss / null_loss : 0;
  if (std::fabs(row.explained) < rounding) row.explained = 0;
  row.b = r.b;
  return row;
}

void add_means(PathTraining& out, const std::vector<FoldValues>& folds) {
  std::size_t known = out.rows.size();
  for (const auto& values : folds) known = std::min(known, values.size());
  if (known < out.rows.size()) out.why_no_means = "cross-validation was ended before its last point";
  std::vector<MetricSummary> means;
  means.reserve(known);
  for (std::size_t k = 0; k < known; ++k) {
    FoldValues of_point;
    of_point.reserve(folds.size());
    for (const auto& values : folds) of_point.push_back(values[k]);
    means.push_back(summary_of(of_point, out.request.metric, out.request.folds->folds));
    out.rows[k].mean = means.back().mean;
    out.rows[k].error = means.back().error;
  }
  if (known == 0 || known < out.rows.size()) return;
  const PathChoice choice = choose_point(means, folds.size());
  out.best = choice.best;
  out.one_se = choice.one_se;
}

std::optional<std::size_t> chosen_point(const PathTraining& out) {
  const PathRequest& r = out.request;
  if (r.rule) return *r.rule == SelectionRule::best ? out.best : out.one_se;
  if (r.point == 0 || r.point > out.rows.size()) return std::nullopt;
  return static_cast<std::size_t>(r.point) - 1;
}

LinearTraining training_of(const PathRequest& request, std::size_t k, double rows_weight, const PathPoint& p) {
  LinearTraining out;
  out.request = request.train.linear;
  out.request.options.C = p.C;
  if (request.mean_form()) out.unit = out.request.lambda = request.lambda_of(k, rows_weight, p.C);
  LinearRun run;
  run.result = p.result;
  run.b = {p.result.b};
  out.runs.push_back(std::move(run));
  return out;
}

void add_status(PathTraining& out, std::size_t wanted, const std::string& scaling) {
  const auto worse = [&](Status s) {
    return std::any_of(out.rows.begin(), out.rows.end(), [&](const PathRow& r) { return r.status == s; });
  };
  const std::string shown_points = counted(out.rows.size(), "point");
  if (out.rows.size() < wanted) {
    out.stop_reason = shown_points + " of " + grouped(wanted) + " done";
  } else if (worse(Status::not_converged) || worse(Status::rounds)) {
    out.status = Status::not_converged;
    out.stop_reason = "some points did not come to the tolerance; " + scaling + ", or raise --tol";
  } else {
    out.stop_reason = "every point has a duality gap of at most " + number_text(out.request.train.linear.options.tol) +
                      " of its objective";
  }
}

}  // namespace halfspace
