#include "classroom/grade.hpp"

#include <algorithm>
#include <array>
#include <utility>

#include "base/text.hpp"
#include "classroom/final_weights.hpp"
#include "classroom/student_reading.hpp"
#include "classroom/student_words.hpp"
#include "classroom/traced_run.hpp"

namespace halfspace {
namespace {

StudentNames names_of(const TracedRun& traced, const Dataset& data) {
  const VisitTable& run = traced.table;
  const std::size_t numbers = run.weights() ? run.lines[0].before.size() : 0;
  const auto width = static_cast<std::size_t>(traced.learned.trained.model.cols());
  return {run.columns,
          data.form.label,
          run.vectors,
          run.kernel,
          numbers / run.vectors,
          run.bias,
          std::max(run.columns.size(), width),
          run.runs};
}

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
    if (student.has(StudentRole::mistakes) || student.has(StudentRole::pocket)) all.values["counts"] = "";
    return traced_run(data, all, source, text, observer);
  }
};

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
  if (may_be_turned(run.table.classes) && !q.settings.has("positive") && o.start == Start::zero) {
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

std::vector<OtherRun> other_runs(const TracedRun& run, bool named_positive) {
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
  if (run.table.classes.size() == 2 && !may_be_turned(run.table.classes) && !named_positive)
    out.push_back({Slip::wrong_label, "positive", run.table.classes[0],
                   "the trace has the rows of label " + run.table.classes[0] +
                       " as y = +1; the labels are numbers, of which " + run.table.classes[1] + " is +1"});
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
          expected_text(q.student, r, q.data),
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
  if (!q.student.has_written_work()) return;  // empty cells follow many runs
  for (const OtherRun& other : other_runs(*r.run, q.settings.has("positive"))) {
    Settings settings = q.settings;
    settings.values[other.flag] = other.value;
    if (other.flag == "eta" && !settings.has("step"))
      settings.values["step"] = name_of(r.run->learned.trained.perceptron()->options.step);
    const auto run = q.run(settings);
    if (!run || run.value().table.lines.empty()) continue;
    const Reading followed = best_reading(q.student, run.value(), q.data);
    if (followed.match.right < q.student.lines.size()) continue;
    if (r.match.differing == 1 && !(followed.notation == r.notation)) continue;  // one cell is no other way of counting
    grade.wrong->slip = other.slip;
    grade.wrong->reason = other.reason + " (" + grade.wrong->reason + ")";
    grade.other_run = "--" + other.flag + " " + other.value;
    return;
  }
}

Result<Grade> graded_trace(const Question& q, const TracedRun& run) {
  Reading best = best_reading(q.student, run, q.data);
  std::vector<TracedRun> others;
  const std::vector<Allowed> allowed = allowed_runs(q, run);
  others.reserve(allowed.size());
  for (const Allowed& a : allowed) {
    if (best.match.whole(q.student)) break;
    auto made = q.run(a.settings);
    if (!made) continue;
    others.push_back(std::move(made).value());
    Reading here = best_reading(q.student, others.back(), q.data);
    if (!is_nearer(q.student, here.match, best.match)) continue;
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

/// The table without a first line that holds only the weights before the first visit; nothing where it has none.
std::optional<StudentTable> without_start(const StudentTable& student, const TracedRun& run) {
  const StudentLine& first = student.lines[0];
  if (student.lines.size() < 2 || run.table.lines.empty()) return std::nullopt;
  const std::vector<double>& start = run.table.lines[0].before;
  bool any = false;
  for (std::size_t j = 0; j < student.columns.size(); ++j) {
    const StudentColumn& c = student.columns[j];
    const StudentCell& cell = first.cells[j];
    if (cell.text.empty() || c.role == StudentRole::passed_over || c.role == StudentRole::class_name) continue;
    if (c.role == StudentRole::constant && cell.value == 1.0) continue;
    if ((c.role == StudentRole::visit || c.role == StudentRole::pass) && cell.value == 0.0) continue;
    if (c.role != StudentRole::after || c.index >= start.size() || cell.value != start[c.index]) return std::nullopt;
    any = true;
  }
  if (!any) return std::nullopt;
  StudentTable out = student;
  out.lines.erase(out.lines.begin());
  return out;
}

/// What a word in this column should be; nothing: it is one.
std::optional<std::string> no_word(const StudentColumn& column, const StudentCell& cell, const VisitTable& run) {
  if (column.role == StudentRole::decision && !is_decision(column, cell, run))
    return "is no decision; write mistake or correct, or the sign or label predicted";
  if (column.role == StudentRole::pocket && !cell.text.empty() && !cell.value && !pocket_word(cell.text))
    return "is neither new nor the number of mistakes of the weights in the pocket";
  return std::nullopt;
}

/// The first cell that is no word for what its column says.
Result<void> check_words(const StudentText& text, const StudentTable& student, const VisitTable& run) {
  for (std::size_t j = 0; j < student.columns.size(); ++j) {
    for (std::size_t i = 0; i < student.lines.size(); ++i) {
      const StudentCell& cell = student.lines[i].cells[j];
      if (const auto problem = no_word(student.columns[j], cell, run))
        return text.refused(text.lines[i], student.columns[j].field, in_quotes(cell.text) + " " + *problem);
    }
  }
  return {};
}

/// A column of something that this run has not.
Result<void> check_columns(const StudentText& text, const StudentTable& student, const VisitTable& run) {
  for (const StudentColumn& c : student.columns) {
    if (c.role == StudentRole::pocket && !run.pocket)
      return text.refused(text.header, c.field,
                          in_quotes(c.name) +
                              ": this run has no pocket that begins with zero weights; say --preset pocket, without "
                              "--start and --weight");
    if ((c.role == StudentRole::x || c.role == StudentRole::signed_x) && run.shown == 0 && !run.lines.empty())
      return text.refused(text.header, c.field,
                          in_quotes(c.name) + ": rows of more than " + std::to_string(VisitTable::most_shown) +
                              " columns are not shown, and not checked; leave the column out");
    if ((c.role == StudentRole::label_error || c.role == StudentRole::signed_x) && run.vectors > 1)
      return text.refused(
          text.header, c.field,
          in_quotes(c.name) + " is of labels 1 and -1; here " + counted(run.classes.size(), "class") + " compete");
  }
  return {};
}

Result<StudentTable> table_of(const StudentText& text, const TracedRun& run, const Dataset& data) {
  auto table = student_table(text, names_of(run, data));
  if (!table) return table;
  if (!table.value().has_work() && !table.value().has(StudentRole::row))
    return text.refused(text.header, 0,
                        "no column to check; give score, decision, weights (w1, w2, b) or the rows of the updates");
  if (const auto fine = check_columns(text, table.value(), run.table); !fine) return fine.error();
  if (const auto fine = check_words(text, table.value(), run.table); !fine) return fine.error();
  return table;
}

}  // namespace

Result<Grade> graded(const Dataset& data, const Settings& settings, const std::string& source,
                     const std::optional<TextAgain>& text, const std::string& student, const TrainObserver& observer) {
  const auto written = read_student_text(student);
  if (!written) return written.error();
  if (written.value().is_final()) return graded_weights(data, settings, source, text, written.value(), observer);
  Settings all = settings;
  if (asks_for_counts(written.value().header.fields)) all.values["counts"] = "";
  const auto run = traced_run(data, all, source, text, observer);
  if (!run) return run.error();
  if (const auto whole = check_end(run.value().learned.trained.status); !whole) return whole.error();
  const auto table = table_of(written.value(), run.value(), data);
  if (!table) return table.error();
  auto grade = graded_trace({data, settings, source, text, observer, table.value()}, run.value());
  const auto shorter = without_start(table.value(), run.value());
  if (!grade || grade.value().accepted || !shorter) return grade;
  auto later = graded_trace({data, settings, source, text, observer, *shorter}, run.value());
  if (!later || (!later.value().accepted && later.value().right < grade.value().right)) return grade;
  later.value().variants.insert(later.value().variants.begin(), "the first line is the start");
  return later;
}

}  // namespace halfspace
