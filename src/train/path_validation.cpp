#include "train/path_validation.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

#include "base/text.hpp"
#include "loss/losses.hpp"
#include "select/metrics.hpp"
#include "train/path_folds.hpp"

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

/// Means, and pairs of the area under the curve, by row weight.
double measured(PathMetric metric, LossKind kind, const std::vector<double>& score, const Targets& truth,
                const std::vector<double>& weight) {
  if (metric == PathMetric::auc) return roc_auc(score, truth.label, weight).value_or(0);
  double sum = 0;
  double n = 0;
  for (std::size_t i = 0; i < score.size(); ++i) {
    const double c = weight.empty() ? 1 : weight[i];
    const double m = truth.label[i] == 1 ? score[i] : -score[i];
    const bool right = (score[i] >= 0) == (truth.label[i] == 1);
    n += c;
    sum += c * (metric == PathMetric::accuracy ? (right ? 1.0 : 0.0)
                                               : std::visit([&](auto loss) { return loss.value(m); }, loss_of(kind)));
  }
  return (metric == PathMetric::deviance ? 2 : 1) * sum / n;
}

}  // namespace

Result<std::vector<HeldOut>> held_out_rows(const Targets& targets, const PathRequest& request,
                                           const std::string& source, std::uint64_t seed) {
  std::vector<std::uint64_t> rows_of(targets.classes.size());
  for (const std::uint32_t k : targets.label) ++rows_of[k];
  for (std::size_t k = 0; k < rows_of.size(); ++k) {
    const std::uint64_t rows = rows_of[k];
    if (rows < request.folds)
      return Error{Code::usage, "--folds",
                   std::to_string(request.folds) + " folds need as many rows of each class; class " +
                       in_quotes(targets.classes[k]) + " of " + source + " has " + counted(rows, "row")};
  }
  std::vector<HeldOut> out;
  for (unsigned repeat = 0; repeat < request.repeats; ++repeat) {
    const auto fold = stratified_folds(targets.label, targets.classes.size(), request.folds, seed, repeat);
    const std::size_t first = out.size();
    out.resize(first + request.folds);
    for (std::uint64_t i = 0; i < fold.size(); ++i) {
      for (unsigned k = 0; k < request.folds; ++k)
        (fold[i] == k ? out[first + k].test : out[first + k].train).push_back(i);
    }
  }
  return out;
}

Result<std::vector<double>> measured_points(const Dataset& data, const Targets& targets, const HeldOut& rows,
                                            const PathRequest& request, const std::vector<double>& lambdas,
                                            const PathObserver& observer) {
  const Dataset learned = take_rows(data, rows.train);
  const auto fit = fit_path(learned, targets_of(targets, rows.train), request, lambdas, observer);
  if (!fit) return fit.error();
  const FeatureMap& map = fit.value().rows.map();
  Dataset tested = take_rows(data, rows.test);
  if (!map.plain()) {
    auto features = encoded(map, tested, request.train.memory_bytes, request.train.source);
    if (!features) return features.error();
    tested = std::move(features).value();
  }
  const Targets truth = targets_of(targets, rows.test);
  std::vector<double> out;
  for (const PathPoint& p : fit.value().points) {
    std::vector<double> w = p.result.w;
    double b = p.result.b;
    fold(map, w.data(), b);
    out.push_back(
        measured(request.metric, request.train.linear.options.loss, scores_of(tested.x, w, b), truth, tested.weight));
  }
  return out;
}

FoldsMean mean_of_folds(std::span<const double> value, unsigned folds) {
  const auto K = static_cast<double>(folds);
  const auto repeats = static_cast<double>(value.size()) / K;
  FoldsMean out;
  for (std::size_t first = 0; first < value.size(); first += folds) {
    double mean = 0;
    for (const double v : value.subspan(first, folds)) mean += v / K;
    double square = 0;
    for (const double v : value.subspan(first, folds)) square += (v - mean) * (v - mean);
    out.mean += mean / repeats;
    out.error += std::sqrt(square / (K - 1) / K) / repeats;
  }
  return out;
}

PathChoice choose_point(std::span<const FoldsMean> points, bool higher) {
  PathChoice out;
  const double sign = higher ? -1 : 1;
  for (std::size_t k = 1; k < points.size(); ++k) {
    if (sign * points[k].mean < sign * points[out.best].mean) out.best = k;
  }
  const double enough = sign * points[out.best].mean + points[out.best].error;
  while (out.one_se < out.best && !(sign * points[out.one_se].mean <= enough)) ++out.one_se;
  return out;
}

}  // namespace halfspace
