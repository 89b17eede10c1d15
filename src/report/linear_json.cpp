#include "report/linear_json.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "report/run_json.hpp"
#include "report/separability_json.hpp"

namespace halfspace {
namespace {

/// Never below v.
double rounded_up(double v) { return std::nextafter(v, std::numeric_limits<double>::infinity()); }

Json kkt_json(const KktResiduals& k) {
  return {{"stationarity", number_json(k.stationarity)},
          {"complementary_slackness", number_json(k.complementary_slackness)},
          {"primal_feasibility", number_json(k.primal_feasibility)},
          {"dual_feasibility", number_json(k.dual_feasibility)},
          {"bias", number_json(k.bias)}};
}

/// A number of the objective, in the form reported.
Json in_form(double v, double unit) { return number_json(unit == 1 ? v : v * unit); }

void add_objective_json(Json& out, double primal, std::optional<double> dual, double gap, bool proved, double unit) {
  out["primal"] = in_form(primal, unit);
  out["dual"] = dual ? in_form(*dual, unit) : Json(nullptr);
  const double bound = unit == 1 ? gap : rounded_up(gap * unit);
  out["gap"] = proved ? number_json(bound) : Json(nullptr);
  out["gap_estimate"] = proved ? Json(nullptr) : number_json(bound);
}

bool proved(const LinearRun& run) { return run.result.has_dual || run.bounded; }

std::optional<double> dual_of(const LinearRun& run) {
  return run.result.has_dual ? std::optional(run.result.dual) : std::nullopt;
}

void add_support_json(Json& out, const LinearRun& run, const LinearTraining& all, const Dataset& data) {
  const LinearResult& r = run.result;
  const LinearOptions& o = all.request.options;
  const bool svm = !is_likelihood(o.loss);
  const bool capped = traits_of(o.loss).soft_margin && !all.request.hard_margin();
  out["support_vectors"] = svm && r.counted ? Json(r.support_vectors) : Json(nullptr);
  out["bounded_support_vectors"] = svm && r.counted && capped ? Json(r.bounded_support_vectors) : Json(nullptr);
  const auto positive = positive_multipliers(run);
  out["positive_multipliers"] = svm && positive ? Json(*positive) : Json(nullptr);
  out["alpha"] = svm && !r.alpha.empty() ? alpha_json(data, r.alpha, run.rows) : Json(nullptr);
}

Json statistics_json(const Statistics& s) {
  Json rows = Json::array();
  for (const Coefficient& c : s.coefficients)
    rows.push_back({{"name", c.name},
                    {"estimate", number_json(c.estimate)},
                    {"standard_error", number_json(c.error)},
                    {"z", number_json(c.z)},
                    {"p", number_json(c.p)},
                    {"low", number_json(c.low)},
                    {"high", number_json(c.high)}});
  return {{"coefficients", std::move(rows)},
          {"deviance", number_json(s.deviance)},
          {"null_deviance", number_json(s.null_deviance)},
          {"aic", number_json(s.aic)},
          {"dependent_column", s.dependent.empty() ? Json(nullptr) : Json(s.dependent)}};
}

/// solver, rounds, primal, dual, gap, ... of one run; numbers of the objective times the unit.
Json run_json(const LinearRun& run, const LinearTraining& all, const Dataset& data) {
  const LinearResult& r = run.result;
  const LinearOptions& o = all.request.options;
  Json out;
  if (!run.label.empty()) out["label"] = run.label;
  out["status"] = std::string(name_of(r.status));
  out["stop_reason"] = r.stop_reason;
  out["solver"] = r.solver.empty() ? Json(nullptr) : Json(r.solver);
  out["solver_reason"] = r.why.empty() ? Json(nullptr) : Json(r.why);
  out["rounds"] = r.rounds;
  if (!r.ran.empty()) {
    out["solvers"] = Json::array();
    for (const SolverStretch& s : r.ran) out["solvers"].push_back({{"solver", s.solver}, {"rounds", s.rounds}});
  }
  out["verdict"] = verdict_json(run.known);
  out["witness"] = run.witness.empty() ? witness_json(run.known, data) : multipliers_json(run.witness, data);
  if (!run.fitted) {
    for (const char* name : {"primal", "dual", "gap", "gap_estimate", "gradient", "margin", "support_vectors",
                             "bounded_support_vectors", "positive_multipliers", "alpha", "kkt"})
      out[name] = nullptr;
    out["limiting_direction"] = run.direction.empty() ? Json(nullptr) : Json::array();
    for (const DirectionPart& part : run.direction)
      out["limiting_direction"].push_back({{"name", part.name}, {"sign", part.sign}});
    return out;
  }
  add_objective_json(out, r.primal, dual_of(run), r.gap, proved(run), all.unit);
  const bool smooth = o.penalty != PenaltyKind::firth && has_curvature(o.loss) &&
                      !joint(all.multiclass);  // those are proved by their gap
  out["gradient"] = smooth ? in_form(r.gradient, all.unit) : Json(nullptr);
  const bool svm = !is_likelihood(o.loss);
  const auto margin = svm ? margin_of(run, o.bias) : std::nullopt;
  out["margin"] = margin ? number_json(*margin) : Json(nullptr);
  add_support_json(out, run, all, data);
  out["kkt"] = r.has_kkt ? kkt_json(r.kkt) : Json(nullptr);
  if (!r.curve.empty()) {
    out["curve"] = Json::array();
    for (const double v : r.curve) out["curve"].push_back(in_form(v, all.unit));
  }
  return out;
}

}  // namespace

Json linear_json(const LinearTraining& all, const Dataset& data) {
  Json out;
  const std::string form = all.request.mean_form() ? "mean" : "sum";
  if (all.one_run()) {
    out = run_json(all.runs[0], all, data);
  } else {
    double primal = 0;
    double dual = 0;
    double gap = 0;
    bool all_proved = true;
    bool duals = true;
    std::uint64_t rounds = 0;
    Json runs = Json::array();
    for (const LinearRun& run : all.runs) {
      primal += run.result.primal;
      dual += run.result.dual;
      gap = rounded_up(gap + run.result.gap);
      all_proved = all_proved && proved(run);
      duals = duals && run.result.has_dual;
      rounds += run.result.rounds;
      runs.push_back(run_json(run, all, data));
    }
    out["rounds"] = rounds;
    add_objective_json(out, primal, duals ? std::optional(dual) : std::nullopt, gap, all_proved, all.unit);
    out["runs"] = std::move(runs);
  }
  out["objective_form"] = form;
  out["objective"] = objective_text(all);
  if (all.components > 0)
    out["approximation"] = {{"kind", std::string(name_of(all.request.kernel.approximation))},
                            {"components", all.components},
                            {"kernel_error_mean", number_json(all.kernel_error.mean)},
                            {"kernel_error_largest", number_json(all.kernel_error.largest)},
                            {"pairs", all.kernel_error.pairs}};
  if (all.statistics) out["statistics"] = statistics_json(*all.statistics);
  return out;
}

}  // namespace halfspace
