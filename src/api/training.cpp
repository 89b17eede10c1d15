#include "api/training.hpp"

#include <cmath>
#include <memory>
#include <utility>

#include "api/option_words.hpp"
#include "api/report.hpp"
#include "api/rows.hpp"
#include "base/text.hpp"
#include "report/calibration_report.hpp"
#include "report/model_run.hpp"
#include "report/selection_report.hpp"
#include "report/train_report.hpp"

namespace halfspace::api {
namespace {

std::int64_t count_of(std::uint64_t n) { return static_cast<std::int64_t>(n); }

/// Multipliers that are not 0. `rows` of the data they are of; empty: all.
std::vector<SupportRow> support_of(const Dataset& data, std::span<const double> alpha,
                                   std::span<const std::uint64_t> rows) {
  std::vector<SupportRow> out;
  for (std::size_t i = 0; i < alpha.size(); ++i) {
    if (alpha[i] == 0) continue;
    out.push_back({caller_row(data, rows.empty() ? i : rows[i]), std::fabs(alpha[i])});
  }
  return out;
}

RunSummary summary_of_run(const LinearRun& run, const LinearTraining& all, const Dataset& data) {
  const LinearResult& r = run.result;
  RunSummary out;
  out.label = run.label;
  out.status = name_of(r.status);
  out.stop_reason = option_words(r.stop_reason);
  out.rounds = count_of(r.rounds);
  if (!run.begun) return out;
  if (std::isfinite(r.primal)) out.primal = r.primal * all.unit;
  if (r.has_dual) out.dual = r.dual * all.unit;
  if ((r.has_dual || run.bounded) && std::isfinite(r.gap)) out.gap = r.gap * all.unit;
  const std::span<const double> alpha = run.coefficient.empty() ? r.alpha : run.coefficient;
  const bool by_pair = !run.rows.empty() && alpha.size() == run.rows.size();
  if (alpha.size() == data.rows || by_pair)
    out.support =
        support_of(data, alpha, by_pair ? std::span<const std::uint64_t>(run.rows) : std::span<const std::uint64_t>());
  return out;
}

std::vector<RunSummary> perceptron_runs(const Trained& t, const PerceptronTraining& p, const Dataset& data) {
  std::vector<RunSummary> out;
  out.reserve(p.runs.size());
  for (const ClassRun& r : p.runs)
    out.push_back(
        {r.label, std::string(name_of(r.status)), option_words(r.stop_reason), count_of(r.passes), {}, {}, {}, {}});
  if (!out.empty()) return out;
  RunSummary one;
  one.status = name_of(t.status);
  one.stop_reason = option_words(t.stop_reason);
  one.rounds = count_of(p.run.passes);
  one.support = support_of(data, p.run.alpha, {});
  return {one};
}

/// The sum of a member of all runs; nothing where one has none.
std::optional<double> summed(const std::vector<RunSummary>& runs, std::optional<double> RunSummary::* member) {
  double sum = 0;
  for (const RunSummary& r : runs) {
    if (!(r.*member)) return std::nullopt;
    sum += *(r.*member);
  }
  return sum;
}

/// What the reports of a training need; the classifier is a part of it.
struct Kept {
  std::shared_ptr<const Dataset> data;
  TrainRequest request;
  Learned learned;
};

std::string json_of(const Kept& k) {
  Json out = train_json(*k.data, k.request, k.learned.trained, std::nullopt);
  if (k.learned.calibration) out["calibration"] = calibration_json(*k.learned.calibration);
  return json_text(out);
}

std::string report_of(const Kept& k) {
  return train_text(*k.data, k.request, k.learned.trained, std::nullopt, "") + calibration_text(k.learned);
}

/// "; as they grow, their direction uses x (+), y (-)", where it is known.
std::string direction_text(const LinearTraining& all) {
  std::vector<std::string> parts;
  for (const DirectionPart& part : all.least_far().direction)
    parts.push_back(part.name + (part.sign > 0 ? " (+)" : " (-)"));
  return parts.empty() ? "" : "; the weights that grow are those of " + joined(parts, ", ", 10);
}

}  // namespace

std::shared_ptr<const Dataset> without_numbers(Dataset data) {
  data.x = Matrix();
  return std::make_shared<const Dataset>(std::move(data));
}

Result<Training> training_of(std::shared_ptr<const Dataset> data, TrainRequest request, Learned learned,
                             const std::string& source) {
  const Trained& t = learned.trained;
  if (!t.fitted)
    return Error{Code::bad_data, source,
                 t.stop_reason + (t.linear()->request.hard_margin()
                                      ? "; a hard margin does not exist: choose a finite C"
                                      : direction_text(*t.linear()) + "; choose penalty l2 or firth")};
  request.text = std::nullopt;
  describe_run(learned, *data);
  const auto kept = std::make_shared<const Kept>(Kept{std::move(data), std::move(request), std::move(learned)});
  const Trained& trained = kept->learned.trained;
  const PerceptronTraining* p = trained.perceptron();
  Training out{Classifier(std::shared_ptr<const Model>(kept, &trained.model)),
               std::string(name_of(trained.status)),
               option_words(trained.stop_reason),
               count_of(kept->data->rows),
               0,
               0,
               0,
               0,
               trained.train.counted() ? count_of(trained.train.mistakes) : -1,
               trained.separable(),
               {},
               {},
               {},
               {},
               Report(std::make_shared<const Report::Writer>(
                   Report::Writer{[kept] { return json_of(*kept); }, [kept] { return report_of(*kept); }}))};
  if (p != nullptr) {
    out.visits = count_of(p->run.visits);
    out.passes = count_of(p->run.passes);
    out.updates = count_of(p->run.updates);
    out.runs = perceptron_runs(trained, *p, *kept->data);
    out.rounds = out.passes;
    return out;
  }
  if (const StreamTraining* s = trained.stream()) {
    out.visits = count_of(s->visits);
    out.passes = count_of(s->passes);
    out.updates = count_of(s->updates);
    out.rounds = out.passes;
    out.objective = s->objective;
    RunSummary one;
    one.status = out.status;
    one.stop_reason = out.stop_reason;
    one.rounds = out.passes;
    one.primal = s->objective;
    out.runs = {std::move(one)};
    return out;
  }
  const LinearTraining& all = *trained.linear();
  for (const LinearRun& run : all.runs) {
    out.runs.push_back(summary_of_run(run, all, *kept->data));
    out.rounds += out.runs.back().rounds;
  }
  out.passes = out.rounds;
  out.objective = summed(out.runs, &RunSummary::primal);
  out.dual = summed(out.runs, &RunSummary::dual);
  out.gap = summed(out.runs, &RunSummary::gap);
  return out;
}

}  // namespace halfspace::api
