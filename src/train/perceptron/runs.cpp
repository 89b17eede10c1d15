#include "train/perceptron/runs.hpp"

#include <algorithm>
#include <array>
#include <utility>

namespace halfspace {

Result<Multiclass> choose_multiclass(const TrainRequest& request, const Targets& targets) {
  const PerceptronChoices& o = request.perceptron.options;
  const Multiclass asked = request.multiclass;
  if (targets.binary()) {
    if (asked == Multiclass::none) return asked;
    return Error{Code::usage, "--multiclass", "is for three classes or more; two classes always use the binary rule"};
  }
  const bool fits = (o.step == Step::unit || o.step == Step::rate) && o.kernel == KernelKind::none;
  if (asked == Multiclass::argmax && !fits)
    return Error{Code::usage, "--multiclass",
                 "argmax has steps unit and rate and no kernel; choose one-vs-rest, or --step unit"};
  if (asked != Multiclass::none) return asked;
  return fits ? Multiclass::argmax : Multiclass::one_vs_rest;
}

namespace {

/// Where the run of class k begins, of a start for every class.
std::vector<double> start_of_class(const PerceptronChoices& o, std::size_t classes, std::uint32_t k) {
  const std::size_t side = o.start_weights.size() / classes;
  const auto first = o.start_weights.begin() + static_cast<std::ptrdiff_t>(k * side);
  return {first, first + static_cast<std::ptrdiff_t>(side)};
}

/// A run that was never begun, since those before it were ended.
PerceptronResult unbegun(const RaceGround& ground, Halt why) {
  const Dataset& rows = ground.rows.learned();
  PerceptronResult r;
  r.status = ended_by(why);
  r.stop_reason = "not begun before the end of the run";
  const bool kernel = ground.options.kernel != KernelKind::none;
  r.w.assign(kernel ? rows.rows : rows.cols, 0.0);
  r.b = {0};
  if (kernel) r.alpha.assign(rows.rows, 0.0);
  return r;
}

}  // namespace

Result<Runs> run_all(const RaceGround& ground, const Targets& targets, Multiclass multiclass,
                     const PerceptronObserver& observer) {
  const Dataset& rows = ground.rows.learned();
  const TrainRequest& request = ground.request;
  Runs out;
  PerceptronChoices options = ground.options;
  if (multiclass == Multiclass::one_vs_rest) options.max_work /= targets.classes.size();
  const auto run = [&](const std::vector<std::int8_t>& y, std::uint32_t classes) -> Result<void> {
    const PerceptronProblem problem{
        rows.x, y, rows.weight, targets.label, classes, rows.decimals, rows.short_decimals, rows.columns};
    Race race(ground, y, targets.label, classes, observer);
    auto done = train_perceptron(problem, options, request.threads, request.memory_bytes, race.observer());
    if (!done) {
      Error error = done.error();
      if (error.code == Code::bad_data) error.where = request.source + ": " + error.where;
      return error;
    }
    out.known.push_back(race.finish(done.value(), ground.data));
    out.results.push_back(std::move(done).value());
    return {};
  };
  if (multiclass == Multiclass::argmax) {
    const std::vector<std::int8_t> all(rows.rows, 1);
    const auto done = run(all, static_cast<std::uint32_t>(targets.classes.size()));
    if (!done) return done.error();
    return out;
  }
  const bool binary = targets.binary();
  for (std::uint32_t k = binary ? 1 : 0; k < targets.classes.size(); ++k) {
    if (!binary && options.start == Start::zero && observer.stop.ended()) {
      out.results.push_back(unbegun(ground, observer.stop.why()));
      out.known.emplace_back();
      continue;
    }
    if (!binary && observer.output) observer.output(k);
    if (!binary) options.start_weights = start_of_class(ground.options, targets.classes.size(), k);
    const auto done = run(targets.signs(k), 2);
    if (!done) return done.error();
  }
  return out;
}

PerceptronResult combined(std::vector<PerceptronResult>& runs) {
  if (runs.size() == 1) return std::move(runs[0]);
  static constexpr std::array<Status, 9> least_far_first = {
      Status::interrupted, Status::timeout, Status::vacuous, Status::not_separable, Status::not_converged,
      Status::patience,    Status::rounds,  Status::passes,  Status::converged};
  const auto rank = [](const PerceptronResult& r) {
    return std::find(least_far_first.begin(), least_far_first.end(), r.status) - least_far_first.begin();
  };
  const auto worst =
      std::min_element(runs.begin(), runs.end(), [&](const auto& a, const auto& b) { return rank(a) < rank(b); });
  PerceptronResult sum;
  sum.status = worst->status;
  const auto ended_so = std::count_if(runs.begin(), runs.end(), [&](const auto& r) { return r.status == sum.status; });
  sum.stop_reason =
      std::to_string(ended_so) + " of " + counted(runs.size(), "run") + " ended so; the first: " + worst->stop_reason;
  const auto idle = std::count_if(runs.begin(), runs.end(), [&](const auto& r) {
    return r.status == sum.status && r.visits == 0 && (r.status == Status::timeout || r.status == Status::interrupted);
  });
  if (idle > 0) sum.stop_reason += "; " + std::to_string(idle) + " of them made no visit";
  const bool alike = std::all_of(runs.begin(), runs.end(), [&](const auto& r) { return r.start == runs[0].start; });
  for (const PerceptronResult& r : runs) {
    if (sum.start.empty() || !alike) sum.start.insert(sum.start.end(), r.start.begin(), r.start.end());
  }
  sum.exact = true;
  sum.separable = true;
  for (const PerceptronResult& r : runs) {
    sum.visits += r.visits;
    sum.passes = std::max(sum.passes, r.passes);
    sum.updates += r.updates;
    sum.exact = sum.exact && r.exact;
    sum.separable = sum.separable && r.separable;
  }
  return sum;
}

}  // namespace halfspace
