#include "select/calibrated.hpp"

#include <algorithm>
#include <utility>

#include "model/probability.hpp"
#include "model/scorer.hpp"
#include "select/calibration.hpp"
#include "select/metrics.hpp"
#include "train/learner_checks.hpp"

namespace halfspace {
namespace {

/// Scores, classes and weights of the rows that were held out: all of them, in time order those behind the first part.
struct HeldOutScores {
  std::vector<double> score;
  std::vector<std::uint32_t> truth;
  std::vector<double> weight;
};

HeldOutScores collected(const std::vector<FoldFit>& fits, const Dataset& data) {
  struct Place {
    std::uint64_t row;
    std::size_t fit;
    std::size_t at;
  };
  std::vector<Place> places;
  for (std::size_t f = 0; f < fits.size(); ++f) {
    for (std::size_t i = 0; i < fits[f].rows.size(); ++i) places.push_back({fits[f].rows[i], f, i});
  }
  std::sort(places.begin(), places.end(), [](const Place& a, const Place& b) { return a.row < b.row; });
  const std::size_t outputs = fits[0].held_out->outputs;
  HeldOutScores out;
  for (const Place& p : places) {
    const Prediction& held = *fits[p.fit].held_out;
    const auto from = held.score.begin() + static_cast<std::ptrdiff_t>(p.at * outputs);
    out.score.insert(out.score.end(), from, from + static_cast<std::ptrdiff_t>(outputs));
    out.truth.push_back(held.truth[p.at]);
    if (!data.weight.empty()) out.weight.push_back(data.weight[p.row]);
  }
  return out;
}

Result<std::vector<FoldFit>> held_out_fits(const Dataset& data, const LearnPlan& plan, const FitObserver& observer) {
  const auto folds = make_folds(data, plan.folds, "--calibrate-folds", plan.request.source);
  if (!folds) return folds.error();
  TrainRequest request = plan.request;
  request.threads = 1;
  request.linear.start = nullptr;  // of all rows
  const TrainObserver run = observer.of_run();
  const LearnRows learn = [&](const Dataset& rows) { return train(rows, request, run); };
  return fit_all(folds.value().count, fits_at_once(data, plan.request), observer, [&](std::size_t k) {
    auto fit =
        fit_fold(data, folds.value().kept(0, k), folds.value().held_out(0, k), learn, plan.request, observer.stop);
    if (fit) fit.value().fold = k;
    return fit;
  });
}

/// Fits the map to held-out scores and moves the bias so that P = 1/2 at score 0.
Result<void> apply(const Dataset& data, const LearnPlan& plan, Trained& t, CalibrationReport& report) {
  Model& m = t.model;
  const HeldOutScores held = collected(report.fits, data);
  const CalibrationRows rows{held.score, held.truth, held.weight};
  auto fit = plan.calibrate == ProbabilityKind::platt      ? fit_platt(rows, report.movable)
             : plan.calibrate == ProbabilityKind::isotonic ? fit_isotonic(rows)
                                                           : fit_temperature(rows, m.outputs());
  if (!fit) return fit.error();
  m.probability = std::move(fit.value().map);
  const double crossing = fit.value().crossing;
  report.bias_moved = crossing == 0 ? 0 : -crossing;
  if (const auto* const map = std::get_if<IsotonicMap>(&m.probability)) report.points = map->score.size();
  if (const auto* const map = std::get_if<PlattMap>(&m.probability)) report.slope = map->a;
  if (const auto* const map = std::get_if<TemperatureMap>(&m.probability)) report.slope = map->a;
  std::vector<double> moved = held.score;
  if (crossing != 0) {
    m.b[0] -= crossing;
    m.exact = false;
    for (double& s : moved) s -= crossing;
  }
  const std::size_t classes = m.classes.size();
  report.log_loss = log_loss(log_probabilities(m, moved), classes, held.truth, held.weight);
  report.brier = brier_score(probabilities(m, moved), classes, held.truth, held.weight);
  report.done = true;
  return {};
}

/// What is said of the training rows, by the weights as they are now.
Result<void> judge_again(const Dataset& data, Trained& t, unsigned threads, const StopToken& stop) {
  const auto truth = known_classes(t.model, data, "the training rows");
  if (!truth) return truth.error();
  try {
    const std::vector<double> score = scores(t.model, data, threads, stop);
    t.train = count_predictions(score, t.model.outputs(), truth.value(), data.weight);
    const std::vector<double> margin = margins(score, t.model.outputs(), truth.value());
    t.separates = t.separates && std::all_of(margin.begin(), margin.end(), [](double v) { return v > 0; });
  } catch (const Stopped&) {
    t.train = {};
    t.separates = false;
  }
  return {};
}

}  // namespace

Result<CalibrationReport> fit_calibration(const Dataset& data, const LearnPlan& plan, Trained& t,
                                          const FitObserver& observer) {
  CalibrationReport report;
  report.kind = plan.calibrate;
  report.folds = plan.folds.folds;
  report.movable = t.model.outputs() > 1 || (!t.model.voted() && t.model.bias != Bias::none);
  if (!report.movable && plan.calibrate == ProbabilityKind::isotonic)
    return Error{Code::usage, "--calibrate",
                 std::string("isotonic moves the boundary to where P = 1/2, and ") +
                     (t.model.voted() ? "a vote of many boundaries cannot be moved"
                                      : "the boundary of --bias none goes through the origin") +
                     "; choose platt, which then keeps P = 1/2 at score 0"};
  if (!t.fitted || t.status == Status::timeout || t.status == Status::interrupted) {
    report.reason = t.fitted ? "the run was stopped" : "the run has no optimum";
    return report;
  }
  auto fits = held_out_fits(data, plan, observer);
  if (!fits) return fits.error();
  report.fits = std::move(fits).value();
  for (const FoldFit& f : report.fits) {
    if (f.begun && !f.fitted && !f.ended())
      return Error{Code::bad_data, "--calibrate",
                   "the run without fold " + std::to_string(f.fold + 1) + " of " + std::to_string(report.folds) +
                       " has no optimum (" + f.stop_reason +
                       "): there are no scores to calibrate by; choose --penalty l2"};
    if (!f.scored()) report.reason = "its runs were stopped";
  }
  if (!report.reason.empty()) return report;
  report.mistakes_before = t.train.wrong();
  report.mistakes_after = report.mistakes_before;
  if (const auto done = apply(data, plan, t, report); !done) return done.error();
  if (report.bias_moved != 0) {
    if (const auto done = judge_again(data, t, plan.request.threads, observer.stop.grace()); !done) return done.error();
    report.mistakes_after = t.train.wrong();
  }
  for (FoldFit& f : report.fits) f.held_out.reset();
  return report;
}

}  // namespace halfspace
