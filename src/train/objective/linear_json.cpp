#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <variant>

#include "train/objective/linear_run.hpp"

namespace halfspace {
namespace {

/// Never below v.
double rounded_up(double v) { return std::nextafter(v, std::numeric_limits<double>::infinity()); }

std::string loss_text(LossKind kind) {
  return std::visit([](auto loss) { return std::string(loss.formula); }, loss_of(kind));
}

std::string penalty_text(const LinearOptions& o) {
  return formula_of(o.penalty, o.bias == Bias::augmented ? "(w, b)" : "w");
}

Json kkt_json(const KktResiduals& k) {
  return {{"stationarity", number_json(k.stationarity)},
          {"complementary_slackness", number_json(k.complementary_slackness)},
          {"primal_feasibility", number_json(k.primal_feasibility)},
          {"dual_feasibility", number_json(k.dual_feasibility)},
          {"bias", number_json(k.bias)}};
}

/// A number of the objective, in the form reported.
Json in_form(double v, double unit) { return number_json(unit == 1 ? v : v * unit); }

void add_objective(Json& out, double primal, std::optional<double> dual, double gap, bool proved, double unit) {
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

/// α of the rows where it is not 0; null over 10,000 of them and where there is none.
Json run_alpha_json(const LinearRun& run, const Dataset& data) {
  constexpr std::int64_t most_listed = 10000;
  const std::vector<double>& alpha = run.result.alpha;
  if (alpha.empty() || std::count_if(alpha.begin(), alpha.end(), [](double a) { return a != 0; }) > most_listed)
    return nullptr;
  Json out = Json::array();
  for (std::size_t i = 0; i < alpha.size(); ++i) {
    if (alpha[i] == 0) continue;
    const std::uint64_t row = run.rows.empty() ? i : run.rows[i];
    out.push_back({{"row", row}, {"line", data.lines.line(row)}, {"multiplier", number_json(alpha[i])}});
  }
  return out;
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
  out["alpha"] = svm ? run_alpha_json(run, data) : Json(nullptr);
}

}  // namespace

const LinearRun& LinearTraining::least_far() const {
  static constexpr std::array<Status, 6> order = {Status::interrupted,   Status::timeout, Status::not_separable,
                                                  Status::not_converged, Status::rounds,  Status::converged};
  const auto rank = [](const LinearRun& r) { return std::find(order.begin(), order.end(), r.result.status); };
  const auto gap = [](const LinearRun& r) {
    const double share = r.result.gap / std::max(std::fabs(r.result.primal), 1e-300);
    return std::isnan(share) ? std::numeric_limits<double>::infinity() : share;  // not known
  };
  return *std::min_element(runs.begin(), runs.end(), [&](const auto& a, const auto& b) {
    return rank(a) != rank(b) ? rank(a) < rank(b) : gap(a) > gap(b);
  });
}

std::optional<std::uint64_t> positive_multipliers(const LinearRun& run) {
  const std::vector<double>& alpha = run.result.alpha;
  if (alpha.empty()) return run.positive;
  return static_cast<std::uint64_t>(std::count_if(alpha.begin(), alpha.end(), [](double a) { return a > 0; }));
}

std::string objective_text(const LinearTraining& all) {
  const LinearRequest& request = all.request;
  const LinearOptions& o = request.options;
  const std::string penalty = penalty_text(o);
  const std::string sum = request.mean_form() ? "(1/n) sum c_i " : "C sum c_i ";
  const std::string squares = o.bias == Bias::augmented ? "1/2 sum |(w_k, b_k)|^2" : "1/2 sum |w_k|^2";
  const std::string penalties = request.mean_form() ? "lambda (" + squares + ")" : squares;
  if (all.multiclass == Multiclass::multinomial) return sum + "log(sum_k e^(s_ik - s_iy)) + " + penalties;
  if (all.multiclass == Multiclass::crammer_singer) return sum + "max(0, max_(k != y) 1 + s_ik - s_iy) + " + penalties;
  if (request.kernel.nu > 0) return "1/2 |w|^2 - nu rho + sum c_i/n max(0, rho - m_i)";
  if (request.hard_margin()) return penalty + " subject to m_i >= 1";
  if (o.penalty == PenaltyKind::firth) return "sum c_i " + loss_text(o.loss) + " - " + penalty;
  if (o.penalty == PenaltyKind::none) return "sum c_i " + loss_text(o.loss);
  if (request.mean_form()) return "(1/n) sum c_i " + loss_text(o.loss) + " + lambda (" + penalty + ")";
  return "C sum c_i " + loss_text(o.loss) + " + " + penalty;
}

std::optional<double> margin_of(const LinearRun& run, Bias bias) {
  if (run.b.size() != 1) return std::nullopt;
  double square = bias == Bias::augmented ? run.b[0] * run.b[0] : 0;
  for (const double v : run.result.w) square += v * v;
  if (run.result.w.empty()) square = run.result.squared_length;
  return square > 0 ? std::optional(1 / std::sqrt(square)) : std::nullopt;
}

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
  add_objective(out, r.primal, dual_of(run), r.gap, proved(run), all.unit);
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
    add_objective(out, primal, duals ? std::optional(dual) : std::nullopt, gap, all_proved, all.unit);
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
