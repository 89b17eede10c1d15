#include "classroom/student_values.hpp"

#include <algorithm>
#include <optional>
#include <tuple>

#include "base/number.hpp"
#include "classroom/student_words.hpp"

namespace halfspace {
namespace {

/// The class that the cell names, by its text or else by its number.
std::optional<std::size_t> named_class(const StudentCell& cell, const VisitTable& run) {
  const auto index = [&](const auto& is_it) -> std::optional<std::size_t> {
    const auto at = std::find_if(run.classes.begin(), run.classes.end(), is_it);
    if (at == run.classes.end()) return std::nullopt;
    return static_cast<std::size_t>(at - run.classes.begin());
  };
  if (const auto k = index([&](const std::string& c) { return c == cell.text; }); k || !cell.value) return k;
  return index([&](const std::string& c) {
    Number number;
    return parse_number(c, number) && number.value == *cell.value;
  });
}

int sign_of(double score) { return score > 0 ? 1 : score < 0 ? -1 : 0; }

std::size_t own_class(const VisitTable& run, const VisitLine& e) {
  return e.rival >= 0 ? run.label[e.row] : e.y > 0 ? 1 : 0;
}

/// Of two classes a score of 0 predicts that of +1; of more a class that ties with the row's own may be predicted too.
std::size_t predicted_class(const VisitTable& run, const VisitLine& e) {
  if (e.rival < 0) return e.score >= 0 ? 1 : 0;
  return e.score > 0 ? own_class(run, e) : static_cast<std::size_t>(e.rival);
}

bool is_predicted(const StudentCell& cell, const VisitTable& run, const VisitLine& e) {
  const auto k = named_class(cell, run);
  return k && (*k == predicted_class(run, e) || (e.rival >= 0 && e.score == 0 && *k == own_class(run, e)));
}

bool is_decision_role(const StudentColumn& column) { return column.role == StudentRole::decision; }

/// The word for a mistake or its absence, where the cell is not to be read as a label or a prediction.
std::optional<bool> word_in(const StudentColumn& column, const StudentCell& cell, const VisitTable& run,
                            CellForm form) {
  if (!is_decision_role(column) || column.prediction || (form == CellForm::labels && named_class(cell, run)))
    return std::nullopt;
  return mistake_word(cell.text);
}

/// Is it a value of this form at all?
bool fits(const StudentColumn& column, const StudentCell& cell, const VisitTable& run, CellForm form) {
  if (cell.text.empty() || word_in(column, cell, run, form)) return true;
  if (form == CellForm::labels) return named_class(cell, run).has_value();
  if (cell.value == 1.0) return true;
  return form == CellForm::signs ? cell.value == -1.0 || (is_decision_role(column) && cell.value == 0.0)
                                 : cell.value == 0.0;
}

bool all_fit(const StudentTable& student, std::size_t j, const VisitTable& run, CellForm form) {
  return std::all_of(student.lines.begin(), student.lines.end(),
                     [&](const StudentLine& line) { return fits(student.columns[j], line.cells[j], run, form); });
}

/// Those that a column may have, the likely first.
std::vector<CellForm> possible_forms(const StudentTable& student, std::size_t j, const VisitTable& run) {
  using enum CellForm;
  const StudentColumn& column = student.columns[j];
  if (!is_decision_role(column)) {
    if (run.vectors > 1) return {labels};
    return run.runs ? std::vector{signs, zero_one} : std::vector{labels, signs, zero_one};
  }
  const bool of_mistakes = !column.prediction && !lowered(column.name).starts_with("decision");
  if (of_mistakes && all_fit(student, j, run, mistakes))
    return labels_are_decisions(run) ? std::vector{mistakes, labels} : std::vector{mistakes};
  std::vector<CellForm> out = {signs, zero_one};
  if (!run.runs) out.push_back(labels);
  if (of_mistakes) out.push_back(mistakes);
  return out;
}

bool is_true_label(const StudentCell& cell, const VisitTable& run, const VisitLine& e, CellForm form) {
  if (form == CellForm::labels) return named_class(cell, run) == own_class(run, e);
  return cell.value == (e.y < 0 && form == CellForm::zero_one ? 0.0 : e.y);
}

}  // namespace

bool has_values(const StudentColumn& column, const VisitTable& run) {
  return column.role == StudentRole::y || column.role == StudentRole::decision ||
         (column.role == StudentRole::class_name && !run.runs);
}

bool is_true_value(const StudentColumn& column, const StudentCell& cell, const VisitTable& run, const VisitLine& e,
                   CellForm form) {
  if (!is_decision_role(column)) return is_true_label(cell, run, e, form);
  if (const auto word = word_in(column, cell, run, form)) return *word == e.mistake;
  if (form == CellForm::labels) return is_predicted(cell, run, e);
  if (form == CellForm::mistakes) return cell.value == (e.mistake ? 1.0 : 0.0);
  const int sign = sign_of(e.score);
  if (sign == 0) return cell.value == 0.0 || cell.value == 1.0;  // sgn 0, and the class that it predicts
  return cell.value == (sign < 0 && form == CellForm::zero_one ? 0.0 : sign);
}

CellForm form_of(const StudentTable& student, std::size_t column, const VisitTable& run,
                 const std::vector<const VisitLine*>& lines) {
  using Quality =
      std::tuple<std::size_t, std::size_t, std::size_t>;  // cells right, that fit, right before the first slip
  std::optional<Quality> best;
  CellForm out = CellForm::signs;
  for (const CellForm form : possible_forms(student, column, run)) {
    std::size_t right = 0;
    std::size_t fitting = 0;
    std::size_t leading = 0;
    for (std::size_t i = 0; i < student.lines.size() && i < lines.size(); ++i) {
      const StudentCell& cell = student.lines[i].cells[column];
      fitting += fits(student.columns[column], cell, run, form) ? 1 : 0;
      if (!cell.text.empty() && !is_true_value(student.columns[column], cell, run, *lines[i], form)) continue;
      leading += right++ == i ? 1 : 0;
    }
    const Quality here{right, fitting, leading};
    if (best && here <= *best) continue;
    best = here;
    out = form;
  }
  return out;
}

std::string true_value(const StudentColumn& column, const StudentCell& cell, const VisitTable& run, const VisitLine& e,
                       CellForm form) {
  if (is_decision_role(column)) {
    const bool in_words = cell.text.empty() ? !column.prediction : word_in(column, cell, run, form).has_value();
    if (in_words || form == CellForm::mistakes) return e.mistake ? "mistake" : "correct";
    if (form == CellForm::labels) return run.classes[predicted_class(run, e)];
    return e.score >= 0 ? "1" : form == CellForm::zero_one ? "0" : "-1";
  }
  if (form == CellForm::labels) return run.classes[own_class(run, e)];
  return e.y < 0 && form == CellForm::zero_one ? "0" : std::to_string(e.y);
}

bool is_decision(const StudentColumn& column, const StudentCell& cell, const VisitTable& run) {
  return cell.text.empty() || cell.value || word_in(column, cell, run, CellForm::signs) || named_class(cell, run);
}

bool labels_are_decisions(const VisitTable& run) {
  return !run.runs &&
         std::any_of(run.classes.begin(), run.classes.end(), [](const std::string& c) { return mistake_word(c); });
}

}  // namespace halfspace
