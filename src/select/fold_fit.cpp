#include "select/fold_fit.hpp"

#include <atomic>
#include <mutex>
#include <numeric>
#include <utility>

#include "base/parallel.hpp"
#include "feature/feature_map.hpp"
#include "kernel/kernel.hpp"
#include "model/scorer.hpp"

namespace halfspace {

TrainObserver FitObserver::of_run() const {
  TrainObserver out;
  out.perceptron.stop = stop;
  out.linear.stop = stop;
  return out;
}

bool columns_are_rows(const Dataset& data, const TrainRequest& request) {
  const Kernel kernel = request.algorithm == Algorithm::perceptron ? function_of(request.perceptron.options)
                                                                   : function_of(request.linear.kernel);
  return kernel.listed() && data.cols == data.rows;
}

namespace {

Result<FoldFit> whole_fit(const Dataset& data, const std::vector<std::uint64_t>& kept, std::vector<std::uint64_t> held,
                          const LearnRows& learn, const TrainRequest& request, const StopToken& stop) {
  const bool square = columns_are_rows(data, request);
  const auto part = [&](const std::vector<std::uint64_t>& rows) {
    return square ? take_columns(take_rows(data, rows), kept) : take_rows(data, rows);
  };
  FoldFit fit;
  fit.begun = true;
  fit.kept_rows = kept.size();
  auto trained = [&] {
    const Dataset rows = part(kept);
    return learn(rows);
  }();
  if (!trained && trained.error().code == Code::interrupted) throw Stopped{stop.why()};
  if (!trained) return trained.error();
  Trained& t = trained.value();
  fit.status = t.status;
  fit.stop_reason = t.stop_reason;
  fit.fitted = t.fitted;
  fit.rows = std::move(held);
  if (!fit.scored()) return fit;
  const Dataset rows = part(fit.rows);
  allow_held_out_levels(t.model.map);
  if (const auto known = check_levels(t.model.map, rows, request.source + ", held-out rows"); !known)
    return known.error();
  fit.unseen_rows = unseen_level_rows(t.model.map, rows);
  auto truth = known_classes(t.model, rows, request.source);
  if (!truth) return truth.error();
  fit.held_out = predict(t.model, rows, std::move(truth).value(), 1, stop);
  if (const LinearTraining* linear = t.linear()) fit.held_out->loss = linear->request.options.loss;
  for (std::size_t i = 0; i < fit.rows.size(); ++i)
    fit.mistakes += fit.held_out->truth[i] == fit.held_out->predicted[i] ? 0 : 1;
  return fit;
}

}  // namespace

Result<FoldFit> fit_fold(const Dataset& data, const std::vector<std::uint64_t>& kept, std::vector<std::uint64_t> held,
                         const LearnRows& learn, const TrainRequest& request, const StopToken& stop) {
  try {
    return whole_fit(data, kept, std::move(held), learn, request, stop);
  } catch (const Stopped& stopped) {
    FoldFit fit;
    fit.begun = true;
    fit.status = ended_by(stopped.why);
    fit.stop_reason = "ended before there were scores";
    fit.kept_rows = kept.size();
    return fit;
  }
}

Result<std::vector<FoldFit>> fit_all(std::size_t count, unsigned threads, const FitObserver& observer,
                                     const std::function<Result<FoldFit>(std::size_t)>& fit) {
  std::vector<FoldFit> fits(count);
  std::vector<std::optional<Error>> errors(count);
  std::atomic<std::size_t> failed{count};  // the first so far: those before it are still run
  std::mutex telling;
  std::size_t done = 0;
  parallel_items(count, threads, [&](std::size_t k) {
    if (k > failed || observer.stopped()) return;
    auto one = fit(k);
    if (one) {
      fits[k] = std::move(one).value();
    } else {
      errors[k] = one.error();
      for (std::size_t first = failed; k < first && !failed.compare_exchange_weak(first, k);) {
      }
    }
    if (fits[k].ended()) return;
    const std::scoped_lock lock(telling);
    ++done;
    if (observer.progress) observer.progress(done, count);
  });
  for (const auto& error : errors) {
    if (error) return *error;
  }
  return fits;
}

std::uint64_t unseen_rows_of(const std::vector<FoldFit>& fits) {
  return std::accumulate(fits.begin(), fits.end(), std::uint64_t{0},
                         [](std::uint64_t sum, const FoldFit& f) { return sum + f.unseen_rows; });
}

MetricSummary summary_of(const std::vector<FoldFit>& fits, Metric metric, std::size_t which, std::uint64_t folds) {
  std::vector<std::optional<double>> values;
  values.reserve(fits.size());
  for (const FoldFit& f : fits) values.push_back(which < f.values.size() ? f.values[which] : std::nullopt);
  return summary_of(values, metric, folds);
}

}  // namespace halfspace
