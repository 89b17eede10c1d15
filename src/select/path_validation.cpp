#include "select/path_validation.hpp"

#include <algorithm>
#include <utility>

#include "train/assemble.hpp"

namespace halfspace {
namespace {

Targets targets_of(const Targets& all, const std::vector<std::uint64_t>& rows) {
  Targets out{all.classes, {}};
  out.label.reserve(rows.size());
  for (const std::uint64_t i : rows) out.label.push_back(all.label[i]);
  return out;
}

std::vector<double> scores_of(const Matrix& x, const std::vector<double>& w, double b) {
  return std::visit(
      [&](const auto& rows) {
        std::vector<double> s(rows.rows);
        for (std::size_t i = 0; i < s.size(); ++i) s[i] = dot(rows.row(i), w.data()) + b;
        return s;
      },
      x);
}

}  // namespace

Result<MeasuredPoints> measured_points(const Dataset& data, const Targets& targets, const Folds& folds,
                                       std::uint64_t repeat, std::uint64_t fold, const PathRequest& request,
                                       const std::vector<double>& lambdas, const PathObserver& observer) {
  const TrainRequest& train = request.train;
  const std::vector<std::uint64_t> kept = folds.kept(repeat, fold);
  const std::vector<std::uint64_t> held = folds.held_out(repeat, fold);
  const Dataset learned = take_rows(data, kept);
  const Targets learned_targets = targets_of(targets, kept);
  const auto fit = fit_path(learned, learned_targets, request, lambdas, observer);
  if (!fit) return in_fold(fit.error(), folds, repeat, fold);
  Model model = described(learned, fit.value().rows, learned_targets);
  model.algorithm = train.algorithm;
  Dataset tested = take_rows(data, held);
  allow_held_out_levels(model.map);
  MeasuredPoints out;
  out.unseen_rows = unseen_level_rows(model.map, tested);
  if (!model.map.plain()) {
    auto features = encoded(model.map, tested, train.memory_bytes, train.source + ", held-out rows");
    if (!features) return in_fold(features.error(), folds, repeat, fold);
    tested = std::move(features).value();
  }
  const Targets truth = targets_of(targets, held);
  out.values.reserve(fit.value().points.size());
  for (const PathPoint& p : fit.value().points) {
    model.w = p.result.w;
    model.b = {p.result.b};
    halfspace::fold(model.map, model.w.data(), model.b[0]);
    Prediction prediction = prediction_of(model, scores_of(tested.x, model.w, model.b[0]), truth.label, tested.weight);
    prediction.loss = train.linear.options.loss;
    out.values.push_back(value_of(request.metric, prediction));
  }
  return out;
}

PathChoice choose_point(std::span<const MetricSummary> points, std::uint64_t fits) {
  PathChoice out;
  std::vector<std::size_t> scored;
  std::vector<MetricSummary> means;
  for (std::size_t k = 0; k < points.size(); ++k) {
    if (points[k].folds != fits) continue;
    scored.push_back(k);
    means.push_back(points[k]);
  }
  if (scored.empty()) return out;
  const std::vector<std::size_t> place = places_of_means(means);
  out.best = scored[static_cast<std::size_t>(std::find(place.begin(), place.end(), 0U) - place.begin())];
  for (std::size_t k = 0; !out.one_se; ++k) {
    if (within_one_error(means[k], points[*out.best])) out.one_se = scored[k];
  }
  return out;
}

}  // namespace halfspace
