#include <algorithm>
#include <cmath>

#include "base/text.hpp"
#include "report/counts_report.hpp"
#include "report/linear_json.hpp"
#include "report/model_text.hpp"
#include "report/train_head.hpp"
#include "report/train_report.hpp"
#include "train/objective/linear_training.hpp"

namespace halfspace {
namespace {

constexpr std::size_t runs_shown = 20;

std::string bias_text(Bias bias) {
  switch (bias) {
    case Bias::free:
      return "bias free (not penalised)";
    case Bias::augmented:
      return "bias augmented (penalised like a weight)";
    default:
      return "no bias";
  }
}

std::string learner_line(const Trained& t) {
  const LinearRequest& r = t.linear()->request;
  const LinearOptions& o = r.options;
  std::string out = std::string(name_of(t.model.algorithm)) +
                    (r.kernel.on() ? ", kernel " + kernel_text(function_of(r.kernel)) : "") + ", loss " +
                    std::string(name_of(o.loss)) + ", penalty " + std::string(name_of(o.penalty));
  if (takes_ratio(o.penalty)) out += " (rho " + number_text(o.l1_ratio) + ")";
  if (r.kernel.nu > 0) out += ", nu " + number_text(r.kernel.nu);
  if (r.kernel.nu == 0 && is_weighed(o.penalty))
    out += r.mean_form() ? ", lambda " + number_text(r.lambda) + " (C = 1/(n lambda)" +
                               (t.model.pairwise() ? " with the n of each pair)" : " = " + short_number(o.C) + ")")
                         : ", C " + (std::isinf(o.C) ? std::string("inf (hard margin)") : number_text(o.C));
  if (!r.class_weight.empty()) out += ", class weights " + shown(r.class_weight, 100);
  return out + "; " + bias_text(o.bias) + after("; ", t.model.multiclass);
}

std::string share_of(double gap, double primal) {
  return primal > 0 && gap > 0 ? " (" + short_bound(gap / primal, 3) + " of it)" : "";
}

/// Rounds, and of which solvers where more than one ran.
std::string work_text(const LinearResult& r) {
  std::vector<std::string> parts;
  parts.reserve(r.ran.size());
  for (const SolverStretch& s : r.ran) parts.push_back(grouped(s.rounds) + " of " + s.solver);
  return counted(r.rounds, "round") + (parts.empty() ? "" : ": " + joined(parts, ", ", 8));
}

/// The objective with what is proved of it.
void add_objective(Lines& lines, const LinearRun& run, const LinearTraining& all, const std::string& name) {
  const LinearResult& r = run.result;
  const double unit = all.unit;
  if (!std::isfinite(r.primal)) return lines.add(name, "not known");
  std::string text = "primal " + number_text(r.primal * unit);
  if (r.has_dual) text += ", dual " + number_text(r.dual * unit);
  if ((r.has_dual || run.bounded) && std::isfinite(r.gap)) {
    text += ", gap " + short_bound(r.gap * unit, 3) + share_of(r.gap, r.primal) +
            ": certified, at most this far above the optimum";
  } else {
    if (all.request.options.penalty != PenaltyKind::firth) text += ", gradient " + short_number(r.gradient * unit, 3);
    if (std::isfinite(r.gap)) text += ", about " + short_number(r.gap * unit, 3) + " above the optimum";
  }
  lines.add(name, text);
}

std::string kkt_text(const KktResiduals& k) {
  return "stationarity " + short_number(k.stationarity, 3) + ", complementary slackness " +
         short_number(k.complementary_slackness, 3) + ", primal feasibility " + short_number(k.primal_feasibility, 3) +
         ", dual feasibility " + short_number(k.dual_feasibility, 3) + ", bias " + short_number(k.bias, 3);
}

/// The support of the optimum where it is proven; else what this solution has, which may differ.
std::string support_text(const LinearRun& run, const LinearOptions& o, bool hard) {
  const LinearResult& r = run.result;
  const bool capped = traits_of(o.loss).soft_margin && !hard;
  if (r.counted)
    return counted(r.support_vectors, "support vector") +
           (capped ? ", " + grouped(r.bounded_support_vectors) + " of them bounded (alpha = C)" : "");
  const std::string cause = o.tol > LinearOptions{}.tol ? " (--tol 1e-4 or less counts them)" : "";
  const std::uint64_t positive = positive_multipliers(run).value_or(0);
  return positive == 0 ? ""
                       : "support vectors not counted exactly" + cause + ": alpha > 0 on " + counted(positive, "row") +
                             " of this solution";
}

/// Margin, support vectors and KKT residuals of a support vector machine.
void add_support(Lines& lines, const LinearRun& run, const LinearTraining& all) {
  const LinearOptions& o = all.request.options;
  const LinearResult& r = run.result;
  if (is_likelihood(o.loss)) return;
  if (const auto margin = margin_of(run, o.bias)) {
    std::string text = short_number(*margin) + (o.bias == Bias::augmented ? " = 1/|(w, b)|" : " = 1/|w|");
    if (const std::string support = support_text(run, o, all.request.hard_margin()); !support.empty())
      text += "; " + support;
    lines.add("margin", text);
  }
  if (r.has_kkt) lines.add("kkt", kkt_text(r.kkt));
}

/// Where the weights turn as they grow.
void add_direction(Lines& lines, const LinearRun& run) {
  std::vector<std::string> parts;
  parts.reserve(run.direction.size());
  for (const DirectionPart& p : run.direction) parts.push_back(shown(p.name) + (p.sign > 0 ? " (+)" : " (-)"));
  lines.add("direction",
            (run.best_direction ? "in the limit the fit is the maximum-margin separator of the rows off the boundary, "
                                : "a direction of separation, ") +
                std::string("which uses ") + joined(parts, ", ", 40));
}

/// The runs that have no optimum: why, and what to do. The status has the reason of `reported`.
void add_no_optimum(Lines& lines, const LinearTraining& all, const LinearRun* reported) {
  for (const LinearRun& run : all.runs) {
    if (run.fitted) continue;
    if (&run != reported) lines.add("", shown(all.place_of(run), 80) + ": " + run.result.stop_reason);
    if (!run.direction.empty()) add_direction(lines, run);
  }
  const bool denied = std::any_of(all.runs.begin(), all.runs.end(),
                                  [](const auto& r) { return r.known.not_separable() || !r.witness.empty(); });
  lines.add("", !all.request.hard_margin()
                    ? "choose --penalty l2 (finite weights, probabilities drawn to 1/2) or --penalty firth (less bias, "
                      "finite standard errors); halfspace separate writes the proof"
                : denied
                    ? "no weights separate these classes: a hard margin does not exist; try --C 100, or more features"
                    : "no feasible weights were found; scale the columns (--scale), or choose a finite --C");
}

void add_runs(Lines& lines, const Trained& t) {
  const auto& runs = t.linear()->runs;
  for (std::size_t k = 0; k < std::min(runs.size(), runs_shown); ++k) {
    const LinearRun& run = runs[k];
    const bool pair = t.model.pairwise();
    std::string text = shown(run.label, 80) + (pair ? "" : " against the rest") + ": ";
    if (!run.begun) {
      lines.add(k == 0 ? "runs" : "", text + "not begun");
      continue;
    }
    text += std::string(name_of(run.result.status)) + ", " + counted(run.result.rounds, "round");
    if (run.result.solver != runs[0].result.solver && !run.result.solver.empty()) text += " of " + run.result.solver;
    const bool known = run.fitted && std::isfinite(run.result.primal);
    if (known) text += ", primal " + short_number(run.result.primal * t.linear()->unit, 8);
    if (known && std::isfinite(run.result.gap) && (run.result.has_dual || run.bounded))
      text += ", gap " + short_bound(run.result.gap * t.linear()->unit, 3);
    lines.add(k == 0 ? "runs" : "", text);
  }
  if (runs.size() > runs_shown) lines.add("", "and " + grouped(runs.size() - runs_shown) + " more");
}

std::string p_text(double p) { return p < 1e-16 ? "< 1e-16" : short_number(p, 4); }

/// Why levels that are each a feature have no unique coefficients, and what does.
std::string one_hot_advice(const Statistics& s, const LinearOptions& o, Coding coding) {
  if (coding != Coding::one_hot || s.dependent.find('=') == std::string::npos) return "";
  return "; the levels of " +
         std::string(o.bias == Bias::none ? "each column of texts add up to 1"
                                          : "a column of texts add up to the bias") +
         ": --categorical-coding reference leaves one of each out";
}

constexpr const char* one_product_advice =
    "; --features makes every product, of 0/1 columns and of the levels of one column too: make columns of the "
    "products "
    "that you want, and train without it";

/// Why there are no standard errors, and what helps.
std::string dependence_text(const Statistics& s, const LinearOptions& o, const FeatureMap& map) {
  const bool bias = o.bias != Bias::none;
  const bool product = map.options.features != Expansion::none && s.dependent_feature >= map.base_size();
  const std::string column = (product ? "product " : "column ") + in_quotes(s.dependent);
  const std::string others = std::string("of the columns before it") + (bias ? " and the bias" : "");
  switch (s.dependence) {
    case Dependence::one_value:
      return column + (bias ? " has one value in all rows, so that the bias does as much" : " is 0 in all rows") +
             (product ? one_product_advice : ": --drop auto leaves it out");
    case Dependence::where_it_counts:
      return "on the rows whose probabilities are not near 0 or 1, " + column + " is nearly a combination " + others +
             ": doubles cannot invert the information";
    default:
      return column + " is a combination (or nearly) " + others + ", so the coefficients are not unique" +
             (product ? one_product_advice : one_hot_advice(s, o, map.options.coding));
  }
}

void add_statistics(Lines& lines, const Statistics& s, const LinearOptions& o, const FeatureMap& map) {
  constexpr std::size_t number = 12;
  const auto cell = [](double v) { return padded_right(short_number(v), number); };
  lines.gap();
  if (!s.dependent.empty()) {
    lines.add("statistics", "none: " + dependence_text(s, o, map));
  } else {
    lines.add("statistics", padded_right("estimate", number) + " " + padded_right("std. error", number) + " " +
                                padded_right("z", number) + " " + padded_right("p", number) + " " +
                                padded_right("95 % interval", 2 * number) + "  coefficient");
  }
  for (const Coefficient& c : s.coefficients)
    lines.add("", cell(c.estimate) + " " + cell(c.error) + " " + cell(c.z) + " " + padded_right(p_text(c.p), number) +
                      " " + padded_right(short_number(c.low) + " to " + short_number(c.high), 2 * number) + "  " +
                      shown(c.name));
  lines.add("deviance", short_number(s.deviance, 8) +
                            (o.bias == Bias::none ? "; of weights 0 " : "; of the constant alone ") +
                            short_number(s.null_deviance, 8) + "; AIC " + short_number(s.aic, 8) +
                            (o.penalty == PenaltyKind::firth ? " (of the likelihood without its penalty)" : ""));
}

std::string verdict_line(const LinearRun& run) {
  if (!run.known.decision) return "";
  const Verdict v = run.known.decision->verdict;
  if (v == Verdict::undecided) return "separable or not: undecided (" + run.known.decision->reason + ")";
  return "the data is " + std::string(name_of(v)) + " (proved)";
}

}  // namespace

Json linear_train_json(const Dataset& data, const TrainRequest& request, const Trained& t,
                       const std::optional<Counts>& test) {
  const Model& m = t.model;
  Json out;
  out["algorithm"] = name_json(m.algorithm);
  out["algorithm_reason"] = choice_json(t);
  out["overrides"] = request.linear.given;
  out["settings"] = settings_json(request, m);
  add_data(out, data, request, t);
  out["status"] = std::string(name_of(t.status));
  out["stop_reason"] = t.stop_reason;
  out["fitted"] = t.fitted;
  const Json facts = linear_json(*t.linear(), data);
  for (const auto& [name, value] : facts.items()) {
    if (name != "status" && name != "stop_reason") out[name] = value;
  }
  out["separates"] = t.fitted && t.train.counted() ? Json(t.separates) : Json(nullptr);
  const auto separable = t.separable();
  out["separable"] = separable ? Json(*separable) : Json(nullptr);
  add_weights(out, m);
  const std::string line = t.fitted ? separator_line(m) : "";
  out["separator"] = line.empty() ? Json(nullptr) : Json(line);
  out["train"] = t.fitted ? counts_json(t.train) : Json(nullptr);
  if (test) out["test"] = counts_json(*test);
  out["scaling"] = scaling_json(m.map);
  return out;
}

std::string linear_train_text(const Dataset& data, const TrainRequest& request, const Trained& t,
                              const std::optional<Counts>& test, const std::string& test_name) {
  const Model& m = t.model;
  const LinearTraining& all = *t.linear();
  const LinearRun& first = all.runs[0];
  Lines lines;
  add_data(lines, data, request, t);
  lines.add("learner", learner_line(t));
  add_choice(lines, t);
  if (all.components > 0)
    lines.add("features", counted(all.components, "feature") + " of " +
                              std::string(name_of(all.request.kernel.approximation)) + " for the kernel, off by " +
                              short_number(all.kernel_error.mean, 3) + " on average and at most " +
                              short_number(all.kernel_error.largest, 3) + " over " + grouped(all.kernel_error.pairs) +
                              " pairs of rows");
  lines.add("objective", "min " + objective_text(all));
  if (!first.result.solver.empty())
    lines.add("solver", first.result.solver + (first.result.why.empty() ? "" : ": " + first.result.why));
  lines.gap();
  lines.add("status", std::string(name_of(t.status)) + ": " + t.stop_reason);
  if (!t.fitted) add_no_optimum(lines, all, &all.least_far());
  if (all.one_run() && t.fitted) {
    if (const std::string verdict = verdict_line(first); !verdict.empty()) lines.add("", verdict);
    add_objective(lines, first, all, "optimum");
    add_support(lines, first, all);
    lines.add("work", work_text(first.result));
  } else if (!all.one_run()) {
    add_runs(lines, t);
  }
  if (!t.fitted) return lines.text();
  lines.gap();
  add_weights(lines, m);
  if (const std::string line = separator_line(m); !line.empty()) lines.add("separator", line);
  if (all.statistics) add_statistics(lines, *all.statistics, all.request.options, m.map);
  if (all.request.statistics && !all.statistics)
    lines.add("statistics", ended_by_limit(t.status) ? "not computed: the run ended before its optimum"
                            : t.status == Status::not_converged
                                ? "not computed: the weights are not proven to be near the optimum"
                                : "not computed: the time was over before they were");
  lines.gap();
  lines.add("train", counts_text(t.train));
  add_test(lines, test, test_name);
  return lines.text();
}

}  // namespace halfspace
