#include "report/train_report.hpp"

#include <algorithm>
#include <cmath>

#include "base/text.hpp"
#include "report/choices_text.hpp"
#include "report/counts_report.hpp"
#include "report/lines.hpp"
#include "report/model_text.hpp"
#include "report/run_json.hpp"
#include "report/separability_json.hpp"
#include "report/stream_report.hpp"
#include "report/train_head.hpp"

namespace halfspace {
namespace {

/// "the data is linearly separable", in what space.
std::string separable_text(const Model& m) {
  if (m.support) return "the data is separable in the feature space of this kernel";
  return m.map.options.features == Expansion::none ? "the data is linearly separable"
                                                   : "the data is linearly separable in these features";
}

std::string kept_text(const PerceptronChoices& o) {
  return o.keep == Keep::average ? "mean of the weights"
         : o.keep == Keep::vote  ? "vote of the weights"
                                 : "kept weights";
}

bool unfinished(Status s) { return s == Status::not_converged || s == Status::timeout || s == Status::interrupted; }

/// A passive-aggressive step of a row of weight 1 ends at the margin, which boundary-is-mistake still calls a mistake.
std::string never_clean_text(const Trained& t) {
  const PerceptronChoices& o = t.perceptron()->options;
  const bool ends_at_mistakes = o.margin > 0 && o.mistake == Mistake::boundary_is_mistake && t.train.weight == 0;
  if (!unfinished(t.status) || !is_passive_aggressive(o) || !ends_at_mistakes || t.perceptron()->run.updates == 0)
    return "";
  return "no clean pass can come: a step of " + std::string(name_of(o.step)) +
         " ends at margin <= " + number_text(o.margin) +
         ", which is a mistake under boundary-is-mistake; choose --mistake boundary-is-correct";
}

/// A run that ends without a clean pass leaves its last weights, whatever their mistakes.
std::string last_weights_text(const Trained& t, const Dataset& data) {
  if (t.perceptron()->options.keep != Keep::last) return "";
  const auto largest = std::max_element(data.classes.begin(), data.classes.end(),
                                        [](const ClassLabel& a, const ClassLabel& b) { return a.rows < b.rows; });
  const std::uint64_t others = data.rows - largest->rows;
  std::string text =
      "the model has the weights of the last update; --preset pocket or averaged, or --algorithm "
      "logistic, looks for better ones";
  if (others < t.train.wrong())
    text += " (" + in_quotes(largest->text) + " for every row makes " +
            counted(t.train.wrong() - others, "wrong label") + " fewer)";
  return text;
}

/// Why a finished run means what it means, or what to try next.
std::string advice(const Trained& t) {
  const PerceptronTraining& p = *t.perceptron();
  const Status status = p.run.status;
  const bool tried = p.options.keep != Keep::last;  // pocket or averaged already
  if (status == Status::vacuous)
    return "w = 0 makes no mistake under boundary-is-correct; try --start random or --mistake boundary-is-mistake";
  if (t.separates && !has_inner_product(p.options))
    return std::string("every row has a score of its own sign (") +
           (function_of(p.options).listed() ? "the matrix is not proved positive semidefinite"
                                            : "this kernel is not an inner product") +
           ": there is no margin)";
  if (t.separates && !p.runs.empty()) return "every row scores highest at its own class";
  if (t.separates && t.proved)
    return "every row has a margin above 0: " + separable_text(t.model) + ", and these weights prove it";
  if (t.separates)
    return "every row has a margin above 0 in double precision, too near to 0 or to rounding for a proof";
  if (p.run.separable)
    return separable_text(t.model) + ": the last weights had no mistake in a whole pass; the " + kept_text(p.options) +
           " has " + counted(t.train.wrong(), "wrong label");
  if (status == Status::converged)
    return t.train.mistakes > 0 || t.train.on_boundary == 0
               ? "no row is a mistake under the rule by the last weights; this does not prove a strict separator"
               : "no row is a mistake under the rule, but some lie on the boundary: not a strict separator";
  if (status == Status::not_separable || p.run.not_separable)
    return std::string("no weights separate these classes") + (tried ? "; try more features" : "");
  if (unfinished(status) && t.known.separable()) return separable_text(t.model) + ": more time may bring a clean pass";
  if (unfinished(status)) return "no clean pass yet; the data may need more time, or may not be separable";
  return "";
}

/// What was proved of the data beside the status.
std::string proof_text(const Trained& t, const Dataset& data) {
  const PerceptronResult& run = t.perceptron()->run;
  if (run.status == Status::not_separable) return "";
  if (t.known.not_separable()) return "not separable: " + witness_text(t.known, data);
  if (run.recurrence_to > 0)
    return "not separable: the weights at the end of pass " + grouped(run.recurrence_to) + " equal those of pass " +
           grouped(run.recurrence_from);
  if (t.known.decision && t.known.decision->verdict == Verdict::undecided)
    return "separable or not: undecided (" + t.known.decision->reason + ")";
  const bool stated = t.separates || run.separable || unfinished(run.status);
  return t.known.separable() && !stated ? separable_text(t.model) : "";
}

/// "the best is 0.431685", or the interval it lies in.
std::string best_margin_text(const MistakeBound& b) {
  const std::string low = short_number(*b.margin_at_least);
  const std::string high = short_number(*b.margin_at_most);
  if (*b.margin_at_most == 0) return "the best is below the smallest double, 4.9e-324";
  return low == high ? "the best is " + low : "the best is between " + low + " and " + high;
}

std::string bound_formula(BoundRule rule) {
  switch (rule) {
    case BoundRule::delta:
      return "9/8 R^2/gamma^2";
    case BoundRule::margin:
      return "(R^2 + 2 beta/eta)/gamma^2";
    default:
      return "R^2/gamma^2";
  }
}

std::string bound_text(const MistakeBound& b, const PerceptronChoices& o) {
  if (b.along && b.length) {
    const bool from_zero = o.start == Start::zero;
    const bool beta = o.margin > 0 && o.mistake != Mistake::boundary_is_positive;
    return std::string(from_zero ? "" : "w0.w* + ") + "gamma sum c = " + short_number(*b.along) + " of at most " +
           short_number(*b.length) + " = sqrt(" + (from_zero ? "" : "|w0|^2 + ") + "R^2 sum c^2" +
           (beta ? " + 2 beta sum c" : "") + "), c the steps, gamma the best margin of this data" +
           (from_zero ? "" : ", w* its separator");
  }
  const bool mistakes = b.rule == BoundRule::passive_aggressive;
  if (std::isinf(*b.most))
    return counted(b.counted, mistakes ? "mistake" : "update") + "; " + bound_formula(b.rule) +
           " is beyond the largest double, 1.8e308";
  return counted(b.counted, mistakes ? "mistake" : "update") + (mistakes ? " (margin <= 0)" : "") + " of at most " +
         (*b.most < 1e15 ? grouped(static_cast<std::uint64_t>(*b.most)) : short_number(*b.most)) + " (" +
         bound_formula(b.rule) + ", gamma the " + (b.best ? "best margin of this data" : "margin of this separator") +
         ")";
}

void add_bound(Lines& lines, const Trained& t) {
  const PerceptronTraining& p = *t.perceptron();
  if (!p.bound) return;
  const MistakeBound& b = *p.bound;
  const std::string of = t.model.map.factor.empty() ? "" : " (of scaled columns)";
  if (b.margin_at_most && !t.separable() && !t.separates)
    lines.add("margin", "separable only if the margin is at most " + short_number(*b.margin_at_most) +
                            " (|w|/sum of steps)" + of);
  std::string margin;
  if (b.separator_margin) margin = short_number(*b.separator_margin) + " by this separator";
  if (b.best) margin += (margin.empty() ? "" : "; ") + best_margin_text(b);
  if (!margin.empty()) lines.add("margin", margin + "; R^2 = " + short_number(b.radius_squared) + of);
  if (b.slack()) lines.add("bound", bound_text(b, p.options));
}

/// Counts by the run's own rule, and by predicted label where those differ.
std::string train_counts_text(const Trained& t) {
  const Counts& c = t.train;
  if (!c.counted() || c.mistakes == c.wrong()) return counts_text(c);
  return counted(c.mistakes, "mistake") + " by the run's rule (" + rule_text(t.perceptron()->options) + ") in " +
         counted(c.rows, "row") + " (" + error_text(c) + "); by predicted label " + grouped(c.wrong()) +
         (c.binary() ? ": " + counted(c.false_positives(), "false positive") + ", " +
                           counted(c.false_negatives(), "false negative")
                     : "") +
         "; " + grouped(c.on_boundary) + " on the boundary";
}

}  // namespace

Json train_json(const Dataset& data, const TrainRequest& request, const Trained& t, const std::optional<Counts>& test) {
  if (t.stream() != nullptr) return stream_train_json(data, request, t, test);
  if (t.linear() != nullptr) return linear_train_json(data, request, t, test);
  const PerceptronTraining& p = *t.perceptron();
  Json out;
  const Model& m = t.model;
  out["algorithm"] = name_json(m.algorithm);
  out["preset"] = m.preset;
  out["algorithm_reason"] = choice_json(t);
  out["overrides"] = request.perceptron.given;
  out["settings"] = settings_json(request, m);
  out["settings"]["max_work"] = p.options.max_work == 0 ? Json(nullptr) : Json(p.options.max_work);
  add_data(out, data, request, t);
  out["arithmetic"] = p.run.exact ? "exact" : "double";
  out["status"] = std::string(name_of(p.run.status));
  out["stop_reason"] = p.run.stop_reason;
  out["visits"] = p.run.visits;
  out["passes"] = p.run.passes;
  out["updates"] = p.run.updates;
  out["first_clean_pass"] = p.run.first_clean_pass == 0 ? Json(nullptr) : Json(p.run.first_clean_pass);
  out["recurrence"] = p.run.recurrence_to > 0
                          ? Json{{"from_pass", p.run.recurrence_from}, {"to_pass", p.run.recurrence_to}}
                          : Json(nullptr);
  out["separates"] = t.train.counted() ? Json(t.separates) : Json(nullptr);
  const auto separable = t.separable();
  out["separable"] = separable ? Json(*separable) : Json(nullptr);
  out["verdict"] = verdict_json(t.known);
  out["witness"] = witness_json(t.known, data);
  add_weights(out, m);
  if (m.support) add_kernel(out, *m.support);
  if (!p.runs.empty()) out["runs"] = runs_json(data, t);
  if (m.votes) out["votes"] = m.votes->counts.size();
  const std::string line = separator_line(m);
  out["separator"] = line.empty() ? Json(nullptr) : Json(line);
  out["train"] = counts_json(t.train);
  out["unavoidable"] = unavoidable_json(t.known.unavoidable, data);
  if (test) out["test"] = counts_json(*test);
  out["bound"] = p.bound ? bound_json(*p.bound, p.run) : Json(nullptr);
  out["start"] = start_json(m, p.run.start);
  out["scaling"] = scaling_json(m.map);
  out["alpha"] = p.runs.empty() ? alpha_json(data, p.run.alpha) : Json(nullptr);
  return out;
}

std::string train_text(const Dataset& data, const TrainRequest& request, const Trained& t,
                       const std::optional<Counts>& test, const std::string& test_name) {
  if (t.stream() != nullptr) return stream_train_text(data, request, t, test, test_name);
  if (t.linear() != nullptr) return linear_train_text(data, request, t, test, test_name);
  const PerceptronTraining& p = *t.perceptron();
  const Model& m = t.model;
  Lines lines;
  add_data(lines, data, request, t);
  lines.add("learner",
            std::string(name_of(m.algorithm)) + ", preset " + m.preset +
                (request.perceptron.given.empty() ? "" : " changed by --" + joined(request.perceptron.given, " --")) +
                "; bias " + std::string(name_of(m.bias)) + after("; ", m.multiclass));
  add_choice(lines, t);
  lines.add("choices", choices_text(p.options, request.perceptron.start_text));
  lines.add("numbers", p.run.exact ? "exact (decimals scaled to whole numbers)" : "double precision");
  lines.gap();
  lines.add("status", std::string(name_of(p.run.status)) + ": " + p.run.stop_reason);
  if (const std::string proof = proof_text(t, data); !proof.empty()) lines.add("", proof);
  if (const std::string say = advice(t); !say.empty()) lines.add("", say);
  if (const std::string say = never_clean_text(t); !say.empty()) lines.add("", say);
  const bool open = unfinished(p.run.status) || p.run.not_separable;
  if (const std::string say = last_weights_text(t, data); open && !t.separates && !say.empty()) lines.add("", say);
  for (const ClassRun& r : p.runs)
    lines.add("", shown(r.label) + " against the rest: " + std::string(name_of(r.status)) + ", " +
                      counted(r.updates, "update") + ", " + counted(r.passes, "pass"));
  lines.add("work", counted(p.run.updates, "update") + ", " + counted(p.run.visits, "visit") + ", " +
                        counted(p.run.passes, "pass"));
  lines.gap();
  add_weights(lines, m);
  if (const std::string line = separator_line(m); !line.empty()) lines.add("separator", line);
  lines.gap();
  lines.add("train", train_counts_text(t));
  if (const std::string least = unavoidable_text(t.known.unavoidable, t.train.mistakes); !least.empty())
    lines.add("", least + (m.bias == Bias::none ? ": rows with margin <= 0" : ""));
  add_test(lines, test, test_name);
  add_bound(lines, t);
  return lines.text();
}

}  // namespace halfspace
