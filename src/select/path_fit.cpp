#include "select/path_fit.hpp"

#include <cmath>
#include <utility>

#include "solver/linear/shift.hpp"
#include "train/class_weight.hpp"
#include "train/learner_checks.hpp"
#include "train/objective/linear_solving.hpp"
#include "train/objective/original_units.hpp"

namespace halfspace {
Result<std::vector<double>> path_costs(const PathRequest& request, const std::vector<double>& lambdas, double n,
                                       const NullModel& null, std::uint64_t rows, std::uint64_t columns) {
  if (!request.mean_form()) return request.costs;
  std::vector<double> out;
  out.reserve(lambdas.size());
  for (const double lambda : lambdas) out.push_back(1 / (n * lambda));
  if (!out.empty()) return out;
  if (!(null.steepest > 0))
    return Error{Code::bad_data, request.train.source,
                 "no column tells the classes apart: all weights are 0 for every lambda; give --lambdas to see so"};
  if (!std::isfinite(null.largest_cost))
    return Error{Code::bad_data, request.train.source,
                 "the columns are so small that C would be beyond doubles where the first weight comes; scale them "
                 "(--scale), or give --lambdas"};
  constexpr double many_rows = 1e-4;
  constexpr double few_rows = 1e-2;
  const double ratio = request.ratio > 0 ? request.ratio : rows < columns ? few_rows : many_rows;
  return cost_grid(null.largest_cost, static_cast<std::size_t>(request.points), ratio);
}

Result<PathFit> path_ground(const Dataset& data, const Targets& targets, const PathRequest& request,
                            const std::vector<double>& lambdas, const StopToken& stop) {
  const TrainRequest& train = request.train;
  const LinearOptions& o = train.linear.options;
  auto rows = LearnerRows::fit(data, train.features, train.missing, train.memory_bytes, train.source, stop);
  if (!rows) return rows.error();
  PathFit fit{std::move(rows).value(), {}, 0, {}, {}, {}};
  const Dataset& learned = fit.rows.learned();
  const auto of_class = class_weights(train.linear.class_weight, targets, learned.weight);
  if (!of_class) return of_class.error();
  fit.weight = joint_weights(of_class.value(), targets, learned.weight);
  for (const double c : learned.weight) fit.n += c;
  if (learned.weight.empty()) fit.n = static_cast<double>(learned.rows);
  const std::vector<std::int8_t> y = targets.signs(1);
  const auto shifted =
      o.bias == Bias::free ? shifted_columns(learned.x, moves_by_mean(learned.x, o, train.memory_bytes)) : std::nullopt;
  const LinearProblem solved{shifted ? shifted->x : learned.x, y, fit.weight};
  const auto null = null_model(solved, o);
  if (!null) return with_names(null.error(), solved, o, fit.rows.map(), train);
  fit.null = null.value();
  auto costs = path_costs(request, lambdas, fit.n, fit.null, learned.rows, learned.cols);
  if (!costs) return costs.error();
  fit.costs = std::move(costs).value();
  if (const auto fits = check_memory(learned.cols, fit.costs.size(), train); !fits) return fits.error();
  return fit;
}

Result<PathFit> fit_path(const Dataset& data, const Targets& targets, const PathRequest& request,
                         const std::vector<double>& lambdas, const PathObserver& observer) {
  auto ground = path_ground(data, targets, request, lambdas, observer.stop);
  if (!ground) return ground.error();
  PathFit fit = std::move(ground).value();
  LinearOptions o = request.train.linear.options;
  o.threads = request.folds ? 1 : request.train.threads;  // folds run beside it
  const Dataset& learned = fit.rows.learned();
  const std::vector<std::int8_t> y = targets.signs(1);
  const auto shifted = o.bias == Bias::free
                           ? shifted_columns(learned.x, moves_by_mean(learned.x, o, request.train.memory_bytes))
                           : std::nullopt;
  const LinearProblem asked{learned.x, y, fit.weight};
  const LinearProblem solved{shifted ? shifted->x : learned.x, y, fit.weight};
  PathObserver proving = observer;  // of the weights as they are reported
  proving.point = [&](PathPoint& p) {
    if (!shifted) return;
    LinearResult& r = p.result;
    r.b -= dot(r.w.data(), r.w.size(), shifted->by.data());
    LinearOptions at = o;
    at.C = p.C;
    recheck_in_original_units(asked, at, shifted->exact, false, r);
  };
  auto points = train_path(solved, o, fit.costs, proving);
  if (!points) {
    if (!fit.costs.empty()) o.C = fit.costs.back();
    return with_names(points.error(), solved, o, fit.rows.map(), request.train);
  }
  fit.points = std::move(points).value();
  return fit;
}

}  // namespace halfspace
