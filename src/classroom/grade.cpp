#include "classroom/grade.hpp"

#include <array>
#include <utility>

#include "base/text.hpp"
#include "classroom/final_weights.hpp"
#include "classroom/traced_run.hpp"

namespace halfspace {
namespace {

StudentNames names_of(const VisitTable& run, const Dataset& data) {
  const std::size_t numbers = run.weights() ? run.lines[0].before.size() : 0;
  return {run.columns, data.form.label, run.vectors, run.kernel, numbers / run.vectors};
}

/// One way of writing down one run, and how far the student's lines follow it.
struct Reading {
  Match match;
  Notation notation;
  const TracedRun* run = nullptr;
  std::vector<std::string> variants;
};

struct Question {
  const Dataset& data;
  const Settings& settings;
  const std::string& source;
  const std::optional<TextAgain>& text;
  const TrainObserver& observer;
  const StudentTable& student;

  Result<TracedRun> run(const Settings& changed) const {
    Settings all = changed;
    all.values.erase("updates");
    all.values.erase("counts");
    return traced_run(data, all, source, text, observer);
  }
};

std::vector<std::string> names_of_variants(const Notation& n, const Match& match) {
  std::vector<std::string> out;
  if (n.updates) out.emplace_back("only updates are listed");
  if (n.rows == RowNumbers::from_1) out.emplace_back("rows count from 1");
  if (n.rows == RowNumbers::lines) out.emplace_back("rows are named by their line in the file");
  if (n.visits == VisitNumbers::from_0) out.emplace_back("visits count from 0");
  if (n.visits == VisitNumbers::of_updates && n.updates) out.emplace_back("the lines are numbered, not the visits");
  if (n.passes_from_0) out.emplace_back("passes count from 0");
  if (match.zero_one_labels) out.emplace_back("the labels are 0 and 1");
  if (match.rounded) out.emplace_back("numbers are rounded to the digits written");
  return out;
}

/// Another notation changes a column of all lines: what makes fewer cells right is no notation, but chance.
bool is_nearer(const Question& q, const Match& match, const Match& than) {
  if (match.whole(q.student) != than.whole(q.student)) return match.whole(q.student);
  return match.agreeing > than.agreeing && 5 * (match.agreeing - than.agreeing) >= 3 * q.student.lines.size();
}

/// The notation in which most of the student's cells are those of the run; of equals the nearest to that of `trace`.
Reading best_reading(const Question& q, const TracedRun& run) {
  Reading best;
  bool any = false;
  for (const bool updates : {false, true}) {
    for (const RowNumbers rows : {RowNumbers::from_0, RowNumbers::from_1, RowNumbers::lines}) {
      for (const VisitNumbers visits : {VisitNumbers::from_1, VisitNumbers::from_0, VisitNumbers::of_updates}) {
        for (const bool passes_from_0 : {false, true}) {
          const Notation notation{rows, visits, passes_from_0, updates};
          Match match = match_lines(q.student, run.table, q.data, notation);
          if (any && !is_nearer(q, match, best.match)) continue;
          any = true;
          auto variants = names_of_variants(notation, match);
          best = {std::move(match), notation, &run, std::move(variants)};
        }
      }
    }
  }
  return best;
}

/// A run that the assignment allows too, since it only ends or signs differently.
struct Allowed {
  std::string name;
  Settings settings;
};

std::vector<Allowed> allowed_runs(const Question& q, const TracedRun& run) {
  const Trained& t = run.learned.trained;
  const PerceptronChoices& o = t.perceptron()->options;
  std::vector<Allowed> out;
  const bool by_order = o.order == Order::cyclic || o.order == Order::permuted;
  if (o.stop == Stop::clean_pass && by_order && t.status == Status::converged) {
    Allowed whole{"the last pass is finished, though a clean pass came earlier", q.settings};
    whole.settings.values["stop"] = "passes";
    whole.settings.values["passes"] = std::to_string(t.perceptron()->run.passes);
    whole.settings.values.erase("rounds");
    out.push_back(std::move(whole));
  }
  if (run.table.binary() && !q.settings.has("positive") && o.start == Start::zero) {
    Allowed other{"the other class, " + in_quotes(run.table.classes[0]) + ", is +1", q.settings};
    other.settings.values["positive"] = run.table.classes[0];
    out.push_back(std::move(other));
  }
  return out;
}

/// A run that is not the one asked for, and what it means that the student's lines follow it.
struct OtherRun {
  Slip slip;
  std::string flag;
  std::string value;
  std::string reason;
};

std::vector<OtherRun> other_runs(const TracedRun& run) {
  const PerceptronChoices& o = run.learned.trained.perceptron()->options;
  std::vector<OtherRun> out;
  for (const std::string_view rule : Names<Mistake>::list) {
    if (rule == name_of(o.mistake)) continue;
    out.push_back({Slip::wrong_tie_rule, "mistake", std::string(rule),
                   "asked for is " + std::string(name_of(o.mistake)) + "; the trace follows " + std::string(rule)});
  }
  for (const std::string_view order : {"cyclic", "first-mistake"}) {
    if (order == name_of(o.order)) continue;
    out.push_back(
        {Slip::wrong_order, "order", std::string(order),
         "asked for is order " + std::string(name_of(o.order)) + "; the trace follows order " + std::string(order)});
  }
  if (o.bias != Bias::none)
    out.push_back(
        {Slip::forgotten_bias, "bias", "none", "the bias is left out everywhere; it is a weight of the constant 1"});
  else
    out.push_back({Slip::wrong_weights, "bias", "augmented", "asked for is a run without a bias; the trace has one"});
  for (const double factor : {0.5, 2.0}) {
    if (o.step != Step::rate && o.step != Step::delta) break;
    out.push_back(
        {Slip::wrong_step, "eta", number_text(o.eta * factor),
         "asked for is eta = " + number_text(o.eta) + "; the trace follows eta = " + number_text(o.eta * factor)});
  }
  for (const std::string_view step : {"unit", "delta"}) {
    if (step == name_of(o.step) || o.step == Step::minibatch) continue;
    out.push_back(
        {Slip::wrong_step, "step", std::string(step),
         "asked for is step " + std::string(name_of(o.step)) + "; the trace follows step " + std::string(step)});
  }
  return out;
}

std::string expected_text(const Question& q, const Reading& r) {
  const VisitTable& table = r.run->table;
  const VisitLine& e = r.match.mismatch->expected;
  const StudentColumn& c = q.student.columns[r.match.mismatch->column];
  switch (c.role) {
    case StudentRole::visit:
      return r.notation.visits == VisitNumbers::of_updates
                 ? std::to_string(r.match.mismatch->line + 1)
                 : std::to_string(e.visit - (r.notation.visits == VisitNumbers::from_0 ? 1 : 0));
    case StudentRole::pass:
      return std::to_string(e.pass - (r.notation.passes_from_0 ? 1 : 0));
    case StudentRole::row:
      return std::to_string(r.notation.rows == RowNumbers::lines
                                ? q.data.lines.line(e.row)
                                : e.row + (r.notation.rows == RowNumbers::from_1 ? 1 : 0));
    case StudentRole::x:
      return c.index < e.x.size() ? number_text(e.x[c.index]) : "nothing";
    case StudentRole::y:
      return e.rival >= 0 ? table.classes[table.label[e.row]] : std::to_string(e.y);
    case StudentRole::score:
      return number_text(e.score);
    case StudentRole::decision:
      return e.mistake ? "mistake" : "correct";
    default: {
      const std::vector<double>& all = c.role == StudentRole::before ? e.before : e.after;
      return c.index < all.size() ? number_text(all[c.index]) : "nothing";
    }
  }
}

RunRules rules_of(const TracedRun& run) {
  const PerceptronChoices& o = run.learned.trained.perceptron()->options;
  return {std::string(name_of(o.mistake)), std::string(name_of(o.order)), o.margin};
}

WrongPlace wrong_cell(const Question& q, const Reading& r) {
  const Mismatch& m = *r.match.mismatch;
  const Diagnosis d = diagnosed(q.student, r.run->table, r.match, q.data, rules_of(*r.run));
  return {q.student.lines[m.line].line,
          m.expected.visit,
          m.expected.row,
          q.student.columns[m.column].name,
          q.student.lines[m.line].cells[m.column].text,
          expected_text(q, r),
          d.slip,
          d.reason};
}

/// All lines that stand there are right: some are missing, or too many.
WrongPlace wrong_length(const Question& q, const Reading& r) {
  const Trained& t = r.run->learned.trained;
  const std::string end = std::string(name_of(t.status)) + ", " + t.stop_reason;
  WrongPlace out;
  out.found = counted(q.student.lines.size(), "line");
  out.expected = counted(r.match.expected, "line");
  if (q.student.lines.size() < r.match.expected) {
    out.line = q.student.lines.back().line + 1;
    out.slip = Slip::too_short;
    out.reason = "the run goes on: it ends " + end;
  } else {
    out.line = q.student.lines[r.match.expected].line;
    out.slip = Slip::too_long;
    out.reason = "the run is over before this line: " + end;
  }
  return out;
}

/// Names the run that the student's lines follow where that is another than asked for.
void look_for_other_run(const Question& q, const Reading& r, Grade& grade) {
  for (const OtherRun& other : other_runs(*r.run)) {
    Settings settings = q.settings;
    settings.values[other.flag] = other.value;
    if (other.flag == "eta" && !settings.has("step"))
      settings.values["step"] = name_of(r.run->learned.trained.perceptron()->options.step);
    const auto run = q.run(settings);
    if (!run || run.value().table.lines.empty()) continue;
    const Reading followed = best_reading(q, run.value());
    if (followed.match.right < q.student.lines.size()) continue;
    grade.wrong->slip = other.slip;
    grade.wrong->reason = other.reason + " (" + grade.wrong->reason + ")";
    grade.other_run = "--" + other.flag + " " + other.value;
    return;
  }
}

Result<Grade> graded_trace(const Question& q, const TracedRun& run) {
  Reading best = best_reading(q, run);
  std::vector<TracedRun> others;
  const std::vector<Allowed> allowed = allowed_runs(q, run);
  others.reserve(allowed.size());
  for (const Allowed& a : allowed) {
    if (best.match.whole(q.student)) break;
    auto made = q.run(a.settings);
    if (!made) continue;
    others.push_back(std::move(made).value());
    Reading here = best_reading(q, others.back());
    if (!is_nearer(q, here.match, best.match)) continue;
    here.variants.insert(here.variants.begin(), a.name);
    best = std::move(here);
  }
  Grade grade;
  grade.accepted = best.match.whole(q.student);
  grade.lines = q.student.lines.size();
  grade.right = best.match.right;
  grade.expected_lines = best.match.expected;
  grade.variants = best.variants;
  if (grade.accepted) return grade;
  grade.wrong = best.match.mismatch ? wrong_cell(q, best) : wrong_length(q, best);
  if (best.match.mismatch) look_for_other_run(q, best, grade);
  return grade;
}

}  // namespace

Result<Grade> graded(const Dataset& data, const Settings& settings, const std::string& source,
                     const std::optional<TextAgain>& text, const std::string& student, const TrainObserver& observer) {
  const auto written = read_student_text(student);
  if (!written) return written.error();
  if (written.value().is_final()) return graded_weights(data, settings, source, text, written.value(), observer);
  const auto run = traced_run(data, settings, source, text, observer);
  if (!run) return run.error();
  const auto table = student_table(written.value(), names_of(run.value().table, data));
  if (!table) return table.error();
  return graded_trace({data, settings, source, text, observer, table.value()}, run.value());
}

}  // namespace halfspace
