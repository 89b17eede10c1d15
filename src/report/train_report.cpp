#include "report/train_report.hpp"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <numeric>

#include "base/text.hpp"
#include "report/lines.hpp"

namespace halfspace {
namespace {

constexpr std::size_t alpha_shown = 10000;  // more rows than this would drown the JSON
constexpr std::size_t weights_shown = 12;

/// A name that can stand in a formula: as it is, or in brackets when it holds blanks.
std::string term(const std::string& name) {
  return name.find(' ') == std::string::npos ? shown(name) : "[" + shown(name) + "]";
}

/// " + 2 x" or " - 2 x"
std::string signed_term(double c, const std::string& name) {
  return std::string(c < 0 ? " - " : " + ") + short_number(std::fabs(c)) + (name.empty() ? "" : " " + name);
}

std::string rule_text(const PerceptronOptions& o) {
  const std::string beta = number_text(o.margin);
  switch (o.mistake) {
    case Mistake::boundary_is_mistake:
      return "margin <= " + beta;
    case Mistake::boundary_is_correct:
      return "margin < " + beta;
    default:
      return "wrong sign, the boundary positive";
  }
}

std::string choices_text(const PerceptronOptions& o, const std::string& start) {
  std::string step(name_of(o.step));
  if (o.step == Step::rate || o.step == Step::delta) step += " (eta " + number_text(o.eta) + ")";
  if (o.step == Step::minibatch)
    step += " (tau " + number_text(o.tau) + ", B " + std::to_string(o.batch) + ", " +
            std::string(name_of(o.batch_order)) + ")";
  if (o.step == Step::pa1 || o.step == Step::pa2) step += " (C " + number_text(o.aggressiveness) + ")";
  std::string stop(name_of(o.stop));
  if (o.ends_on_clean_pass) stop += ", earlier on a clean pass";
  if (o.passes > 0) stop += ", T = " + grouped(o.passes) + " passes";
  if (o.rounds > 0) stop += ", T = " + grouped(o.rounds) + " visits";
  if (o.patience > 0) stop += ", P = " + grouped(o.patience) + " visits";
  if (o.max_updates > 0) stop += ", K = " + grouped(o.max_updates) + " updates";
  return "mistake " + std::string(name_of(o.mistake)) + " (" + rule_text(o) + "); step " + step + "; order " +
         std::string(name_of(o.order)) + "; stop " + stop + "; keep " + std::string(name_of(o.keep)) + "; start " +
         shown(start) + "; seed " + std::to_string(o.seed);
}

/// Why a finished run means what it means, or what to try next.
std::string advice(const Trained& t) {
  switch (t.run.status) {
    case Status::converged:
      return t.separates ? "every row has a margin above 0: the data is linearly separable, and these weights prove it"
                         : "no row is a mistake under the rule, but some lie on the boundary: not a strict separator";
    case Status::vacuous:
      return "w = 0 never makes a mistake under boundary-is-correct; try --start random or --mistake "
             "boundary-is-mistake";
    case Status::not_separable:
      return "no weights separate these classes; try --preset pocket or averaged, or more features";
    case Status::not_converged:
    case Status::timeout:
    case Status::interrupted:
      return "no clean pass yet; the data may need more time, or may not be separable: try --preset pocket or averaged";
    default:
      return t.separates ? "every row has a margin above 0: the data is linearly separable, and these weights prove it"
                         : "";
  }
}

void add_weights(Lines& lines, const Trained& t) {
  const Model& m = t.model;
  std::vector<std::size_t> order(m.w.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  const bool many = order.size() > weights_shown;
  if (many) {
    std::partial_sort(order.begin(), order.begin() + weights_shown, order.end(), [&](std::size_t a, std::size_t b) {
      return std::fabs(m.w[a]) > std::fabs(m.w[b]) || (std::fabs(m.w[a]) == std::fabs(m.w[b]) && a < b);
    });
    order.resize(weights_shown);
  }
  for (const std::size_t j : order)
    lines.add(j == order[0] ? "weights" : "", padded_right(number_text(m.w[j]), 10) + "  " + shown(m.column_name(j)));
  if (many)
    lines.add("", "(the " + std::to_string(weights_shown) + " largest of " + counted(m.w.size(), "weight") + ")");
  if (m.bias_mode != "none") lines.add("", padded_right(number_text(m.b), 10) + "  bias (" + m.bias_mode + ")");
  if (m.voted())
    lines.add("votes", counted(m.vote_counts.size(), "weight vector") + "; the weights above are the last one");
}

void add_bound(Lines& lines, const Trained& t) {
  const MistakeBound& b = t.bound;
  if (b.margin_at_most && t.run.status != Status::converged)
    lines.add("margin",
              "separable only if the margin is at most " + short_number(*b.margin_at_most) + " (|w|/sum of steps)");
  if (b.margin_at_least)
    lines.add("margin",
              short_number(*b.margin_at_least) + " by this separator; R^2 = " + short_number(b.radius_squared));
  if (b.updates_at_most) {
    lines.add("bound", counted(t.run.updates, "update") + " of at most " +
                           short_number(std::floor(*b.updates_at_most)) +
                           " (mistake bound with this separator's margin)");
  }
}

Json optional_json(const std::optional<double>& v) { return v ? number_json(*v) : Json(nullptr); }

Json alpha_json(const Dataset& data, const std::vector<double>& alpha) {
  const auto moved =
      static_cast<std::size_t>(std::count_if(alpha.begin(), alpha.end(), [](double a) { return a != 0; }));
  if (moved > alpha_shown) return nullptr;
  Json out = Json::array();
  for (std::size_t i = 0; i < alpha.size(); ++i) {
    if (alpha[i] != 0) out.push_back({{"row", i}, {"line", data.lines.line(i)}, {"multiplier", number_json(alpha[i])}});
  }
  return out;
}

std::string left_out(const Dataset& data) {
  std::string out;
  const auto part = [&](std::uint64_t count, const char* why) {
    if (count > 0) out += "; left out " + counted(count, "row") + " " + why;
  };
  part(data.other_class_rows, "of other classes");
  part(data.missing_rows, "with missing cells");
  part(data.absent_rows, "of weight 0");
  return out;
}

}  // namespace

std::string separator_line(const Model& m) {
  if (m.w.size() != 2 || m.voted()) return "";
  const std::string x1 = term(m.column_name(0));
  const std::string x2 = term(m.column_name(1));
  const double w1 = m.w[0];
  const double w2 = m.w[1];
  if (w2 != 0) return x2 + " = " + short_number(-w1 / w2) + " " + x1 + signed_term(-m.b / w2, "");
  if (w1 != 0) return x1 + " = " + short_number(-m.b / w1) + "  (w2 = 0: a line parallel to " + x2 + ")";
  return "no line (w1 = w2 = 0)";
}

std::string counts_text(const Counts& c) {
  return counted(c.mistakes, "mistake") + " in " + counted(c.rows, "row") + " (" + percent(c.error()) + "); " +
         counted(c.false_positives, "false positive") + ", " + counted(c.false_negatives, "false negative") + ", " +
         grouped(c.on_boundary) + " on the boundary";
}

Json train_json(const Dataset& data, const TrainRequest& request, const Trained& t, const std::optional<Counts>& test) {
  Json out;
  const Model& m = t.model;
  out["algorithm"] = m.algorithm;
  out["preset"] = m.preset;
  out["overrides"] = request.given;
  out["settings"] = m.settings;
  out["data"] = {{"source", request.source},
                 {"format", data.form.format},
                 {"label", data.form.label},
                 {"rows", data.rows},
                 {"cols", data.cols},
                 {"nnz", data.nonzeros},
                 {"other_class_rows", data.other_class_rows},
                 {"missing_rows", data.missing_rows},
                 {"absent_rows", data.absent_rows},
                 {"xxh3_128", data.text_hash}};
  out["classes"] = m.classes;
  out["positive"] = m.positive;
  out["bias_mode"] = m.bias_mode;
  out["boundary"] = "score 0 is predicted " + m.positive;
  out["arithmetic"] = t.run.exact ? "exact" : "double";
  out["status"] = std::string(name_of(t.run.status));
  out["stop_reason"] = t.run.stop_reason;
  out["visits"] = t.run.visits;
  out["passes"] = t.run.passes;
  out["updates"] = t.run.updates;
  out["first_clean_pass"] = t.run.first_clean_pass == 0 ? Json(nullptr) : Json(t.run.first_clean_pass);
  out["recurrence"] = t.run.not_separable ? Json{{"from_pass", t.run.recurrence_from}, {"to_pass", t.run.recurrence_to}}
                                          : Json(nullptr);
  out["separates"] = t.separates;
  out["columns"] = data.columns.empty() ? Json(nullptr) : Json(data.columns);
  out["weights"] = Json::array();
  for (const double v : m.w) out["weights"].push_back(number_json(v));
  out["bias"] = number_json(m.b);
  if (m.voted()) out["votes"] = m.vote_counts.size();
  const std::string line = separator_line(m);
  out["separator"] = line.empty() ? Json(nullptr) : Json(line);
  out["train"] = counts_json(t.train);
  if (test) out["test"] = counts_json(*test);
  out["bound"] = {
      {"radius_squared", number_json(t.bound.radius_squared)},
      {"margin_at_most", optional_json(t.bound.margin_at_most)},
      {"margin_at_least", optional_json(t.bound.margin_at_least)},
      {"updates", t.run.updates},
      {"updates_at_most", optional_json(t.bound.updates_at_most)},
      {"slack", t.bound.updates_at_most ? number_json(*t.bound.updates_at_most - static_cast<double>(t.run.updates))
                                        : Json(nullptr)}};
  out["alpha"] = alpha_json(data, t.run.alpha);
  return out;
}

std::string train_text(const Dataset& data, const TrainRequest& request, const Trained& t,
                       const std::optional<Counts>& test, const std::string& test_name) {
  const Model& m = t.model;
  Lines lines;
  lines.add("data", shown(request.source, 200) + ": " + data.form.format + ", " + counted(data.rows, "row") + ", " +
                        counted(data.cols, "column") + left_out(data));
  lines.add("label", (data.form.label.empty() ? "first field" : "column " + in_quotes(data.form.label)) + "; " +
                         shown(m.classes[1]) + " is +1, " + shown(m.classes[0]) + " is -1; score 0 is predicted " +
                         shown(m.classes[1]));
  lines.add("learner", m.algorithm + ", preset " + m.preset +
                           (request.given.empty() ? "" : " changed by --" + joined(request.given, " --")) + "; bias " +
                           m.bias_mode);
  lines.add("choices", choices_text(t.options, request.start_text));
  lines.add("numbers", t.run.exact ? "exact (decimals scaled to whole numbers)" : "double precision");
  lines.gap();
  lines.add("status", std::string(name_of(t.run.status)) + ": " + t.run.stop_reason);
  if (t.run.not_separable && t.run.status != Status::not_separable) {
    lines.add("", "not separable: the weights at the end of pass " + grouped(t.run.recurrence_to) +
                      " equal those of pass " + grouped(t.run.recurrence_from));
  }
  if (const std::string say = advice(t); !say.empty()) lines.add("", say);
  lines.add("work", counted(t.run.updates, "update") + ", " + counted(t.run.visits, "visit") + ", " +
                        counted(t.run.passes, "pass"));
  lines.gap();
  add_weights(lines, t);
  if (const std::string line = separator_line(m); !line.empty()) lines.add("separator", line);
  lines.gap();
  lines.add("train", counts_text(t.train));
  if (test) {
    lines.add("test", counts_text(*test));
    lines.add("", "(" + test_name + "; predicted labels)");
  }
  add_bound(lines, t);
  return lines.text();
}

}  // namespace halfspace
