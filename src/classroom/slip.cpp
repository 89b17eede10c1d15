#include "classroom/slip.hpp"

#include <algorithm>
#include <cmath>
#include <optional>
#include <vector>

#include "base/text.hpp"

namespace halfspace {
namespace {

bool near(double a, double b) { return std::fabs(a - b) <= 1e-6 * std::max({1.0, std::fabs(a), std::fabs(b)}); }

bool all_near(const std::vector<double>& a, const std::vector<double>& b) {
  return std::equal(a.begin(), a.end(), b.begin(), b.end(), near);
}

std::string times(double factor, double value) {
  return number_text(factor) + "*" + (value < 0 ? "(" + number_text(value) + ")" : number_text(value));
}

/// "3 + 1*2": without "+ -2".
std::string plus(double before, double step, double value) {
  return number_text(before) + (step < 0 ? " - " : " + ") + times(std::fabs(step), value);
}

std::string score_text(const VisitLine& e) {
  return "score " + number_text(e.score) + " and label " + (e.y > 0 ? "+1" : "-1");
}

/// The line of the visit before this one; none before the first.
const VisitLine* visit_before(const VisitTable& run, const VisitLine& e) {
  const VisitLine* found = nullptr;
  for (const VisitLine& other : run.lines) {
    if (other.run == e.run && other.visit < e.visit) found = &other;
  }
  return found;
}

Diagnosis wrong_count(const VisitTable& run, const VisitLine& e, const StudentCell& cell, std::uint64_t rows) {
  const VisitLine* const last = visit_before(run, e);
  const bool stale = e.mistake && last != nullptr && cell.value == static_cast<double>(last->counts.mistakes);
  return {Slip::wrong_count, "the weights after this visit make " + counted(e.counts.mistakes, "mistake") + " on all " +
                                 counted(rows, "row") +
                                 (stale ? "; " + number_text(*cell.value) + " is the count of those before it" : "")};
}

Diagnosis wrong_pocket(const VisitLine& e) {
  const std::string held = counted(e.pocket, "mistake");
  if (e.into_pocket)
    return {Slip::wrong_pocket, held + " are fewer than those of the weights in the pocket: they are replaced"};
  return {Slip::wrong_pocket, "the pocket has weights with " + held + ", and only strictly fewer replace them"};
}

Diagnosis wrong_label_error(const VisitTable& run, const VisitLine& e, const StudentCell& cell) {
  const double error = label_error(run, e);
  const double predicted = error + e.y;
  if (error != 0 && *cell.value == -error) return {Slip::wrong_sign, "this is y - yhat"};
  return {Slip::arithmetic, score_text(e) + ": yhat - y = " + number_text(predicted) + " - " +
                                (e.y < 0 ? "(-1)" : "1") + " = " + number_text(error)};
}

Diagnosis wrong_signed_x(const VisitLine& e, const StudentColumn& column, const StudentCell& cell) {
  const double x = column.index < e.x.size() ? e.x[column.index] : 0;
  const std::string product = times(e.y, x) + " = " + number_text(e.y * x + 0.0);
  if (near(*cell.value, -e.y * x))
    return {Slip::wrong_sign, "y is " + std::string(e.y > 0 ? "+1: " : "-1: ") + product};
  return {Slip::arithmetic, product};
}

class Diagnosing {
 public:
  Diagnosing(const StudentTable& student, const VisitTable& run, const Match& match, const Dataset& data,
             const RunRules& rules)
      : student_(student),
        run_(run),
        line_(student.lines[match.mismatch->line]),
        column_(student.columns[match.mismatch->column]),
        cell_(line_.cells[match.mismatch->column]),
        e_(match.mismatch->expected),
        left_out_(match.mismatch->left_out),
        form_(match.mismatch->form),
        data_(data),
        rules_(rules) {}

  Diagnosis what() const {
    if (left_out_) return {Slip::left_out, "a mistake, and the line says neither score, decision nor weights"};
    switch (column_.role) {
      case StudentRole::visit:
        return {Slip::visit_number, "this is another visit"};
      case StudentRole::pass:
        return {Slip::pass_number, "a pass is a visit of each of the " + counted(data_.rows, "row")};
      case StudentRole::row:
        return {Slip::wrong_order, "another row is visited next: order " + rules_.order};
      case StudentRole::class_name:
        return {Slip::wrong_label,
                run_.runs ? "the class is that of the run, which has it as y = +1" : "the row has another label"};
      case StudentRole::constant:
        return {Slip::wrong_data, "x0 is the constant 1, whose weight is the bias"};
      case StudentRole::x:
        return {Slip::wrong_data, "the row has another value there"};
      case StudentRole::y:
        return {Slip::wrong_label, "the row has another label"};
      case StudentRole::before:
        return {Slip::carried_over, "the weights before a visit are those after the visit above it"};
      case StudentRole::score:
        return score();
      case StudentRole::decision:
        return decision();
      case StudentRole::mistakes:
        return wrong_count(run_, e_, cell_, data_.rows);
      case StudentRole::pocket:
        return wrong_pocket(e_);
      case StudentRole::label_error:
        return wrong_label_error(run_, e_, cell_);
      case StudentRole::signed_x:
        return wrong_signed_x(e_, column_, cell_);
      default:
        return after();
    }
  }

 private:
  bool on_boundary() const { return near(e_.y * e_.score, rules_.margin); }
  /// A tie that the student has not decided in words.
  bool tied() const { return on_boundary() && !student_.has(StudentRole::decision); }
  std::string boundary_text() const {
    return rules_.margin == 0 ? "a score of 0" : "a margin of exactly " + number_text(rules_.margin);
  }
  Diagnosis tie() const {
    return {Slip::wrong_tie_rule, boundary_text() + (e_.mistake ? " counts as a mistake" : " counts as correct") +
                                      " for this row under " + rules_.tie_rule};
  }

  Diagnosis score() const {
    const double s = column_.times_y ? e_.y * *cell_.value : *cell_.value;
    const double b = e_.before.empty() ? 0 : e_.before.back();
    const bool product = !run_.kernel && run_.vectors == 1 && !e_.before.empty() && e_.x.size() + 1 == e_.before.size();
    if (product && b != 0 && near(s, e_.score - b))
      return {Slip::forgotten_bias, "the bias " + number_text(b) + " is missing: " + sum()};
    if (column_.times_y && e_.y < 0 && near(s, -e_.score))
      return {Slip::margin_for_score, "this is the score w.x + b; asked for is y (w.x + b)"};
    if (e_.y < 0 && near(s, -e_.score))
      return {Slip::margin_for_score, "this is the margin y (w.x + b); the score is w.x + b"};
    if (near(s, -e_.score)) return {Slip::wrong_sign, "the sign is wrong"};
    return {Slip::arithmetic, product ? sum() : "the sum is another"};
  }

  /// "2*1 + -1*0.5 + 3 = 4.5"
  std::string sum() const {
    std::string text;
    for (std::size_t j = 0; j < e_.x.size(); ++j) text += (j == 0 ? "" : " + ") + times(e_.before[j], e_.x[j]);
    return text + (run_.bias ? " + " + number_text(e_.before.back()) : "") + " = " + number_text(e_.score);
  }

  Diagnosis decision() const {
    if (column_.prediction)
      return {Slip::wrong_decision,
              "a score of " + number_text(e_.score) + " predicts " + true_value(column_, cell_, run_, e_, form_)};
    if (on_boundary()) return tie();
    return {Slip::wrong_decision, score_text(e_) + ": " + (e_.mistake ? "a mistake" : "correct")};
  }

  /// The student's weights after the visit where all are there, and else none.
  std::optional<std::vector<double>> written() const {
    std::vector<double> out(e_.after);
    std::vector<bool> seen(out.size());
    for (std::size_t j = 0; j < student_.columns.size(); ++j) {
      const StudentColumn& c = student_.columns[j];
      if (c.role != StudentRole::after || c.index >= out.size() || !line_.cells[j].value) continue;
      if (c.magnitude) return std::nullopt;
      out[c.index] = *line_.cells[j].value;
      seen[c.index] = true;
    }
    if (!run_.bias && !seen.empty()) seen.back() = true;
    for (const bool s : seen) {
      if (!s) return std::nullopt;
    }
    return out;
  }

  /// before + step (x, 1)
  std::vector<double> moved(double step, const std::vector<double>& x) const {
    std::vector<double> out(e_.before);
    for (std::size_t j = 0; j < x.size(); ++j) out[j] += step * x[j];
    if (run_.bias) out.back() += step;
    return out;
  }

  /// k where after = before + k y (x, 1).
  std::optional<double> step_of(const std::vector<double>& after) const {
    std::optional<double> k;
    for (std::size_t j = 0; j < after.size(); ++j) {
      const double unit = e_.y * (j < e_.x.size() ? e_.x[j] : run_.bias ? 1.0 : 0.0);
      if (unit == 0 && !near(after[j], e_.before[j])) return std::nullopt;
      if (unit == 0) continue;
      const double here = (after[j] - e_.before[j]) / unit;
      if (k && !near(*k, here)) return std::nullopt;
      k = here;
    }
    return k;
  }

  std::string update_text() const {
    return "w becomes w " + std::string(e_.y > 0 ? "+ " : "- ") +
           (near(e_.multiplier, 1) ? "" : number_text(e_.multiplier) + " ") + "x" + (run_.bias ? ", b likewise" : "");
  }

  Diagnosis after() const {
    const bool plain = !run_.kernel && run_.vectors == 1 && e_.x.size() + 1 == e_.before.size() && !shared_visit();
    const auto now = plain ? written() : std::nullopt;
    if (now && all_near(*now, e_.before) && e_.mistake)
      return tied() ? tie() : Diagnosis{Slip::missing_update, score_text(e_) + ": a mistake, so " + update_text()};
    if (now && !e_.mistake)
      return tied() ? tie() : Diagnosis{Slip::needless_update, score_text(e_) + ": correct, so the weights stay"};
    if (!now) return arithmetic();
    const double c = e_.multiplier * e_.y;
    if (const auto k = step_of(*now)) {
      if (near(*k, -e_.multiplier))
        return {Slip::wrong_sign,
                "the update has the wrong sign: y is " + std::string(e_.y > 0 ? "+1" : "-1") + ", so " + update_text()};
      return {Slip::wrong_step,
              "a step of " + number_text(*k) + ", expected " + number_text(e_.multiplier) + ": " + update_text()};
    }
    std::vector<double> without(e_.after);
    without.back() = e_.before.back();
    if (run_.bias && all_near(*now, without))
      return {Slip::forgotten_bias, "the bias is a weight of the constant 1 and moves too: b = " +
                                        plus(e_.before.back(), c, 1) + " = " + number_text(e_.after.back())};
    std::vector<double> alone(e_.after);
    for (std::size_t j = 0; j < alone.size(); ++j) alone[j] -= e_.before[j];
    if (all_near(*now, alone)) return {Slip::not_added, "this is the step alone; add it to the weights before"};
    for (const VisitLine& other : run_.lines) {
      if (other.row != e_.row && !all_near(other.x, e_.x) &&
          (all_near(*now, moved(c, other.x)) || all_near(*now, moved(e_.multiplier * other.y, other.x))))
        return {Slip::wrong_row,
                "the update is by row " + std::to_string(other.row) + "; visited is row " + std::to_string(e_.row)};
    }
    return arithmetic();
  }

  /// Rows of a mini-batch move the weights together.
  bool shared_visit() const {
    std::size_t lines = 0;
    for (const VisitLine& other : run_.lines) lines += other.visit == e_.visit && other.run == e_.run ? 1 : 0;
    return lines > 1;
  }

  Diagnosis arithmetic() const {
    if (run_.kernel || run_.vectors > 1 || shared_visit() || e_.before.empty())
      return {Slip::arithmetic, "the sum is another"};
    if (!e_.mistake) return {Slip::needless_update, score_text(e_) + ": correct, so the weights stay"};
    const std::size_t j = column_.index;
    if (!run_.bias && j >= e_.x.size()) return {Slip::wrong_weights, "this run has no bias"};
    const double x = j < e_.x.size() ? e_.x[j] : 1;
    return {Slip::arithmetic, plus(e_.before[j], e_.multiplier * e_.y, x) + " = " + number_text(e_.after[j])};
  }

  const StudentTable& student_;
  const VisitTable& run_;
  const StudentLine& line_;
  const StudentColumn& column_;
  const StudentCell& cell_;
  const VisitLine& e_;
  const bool left_out_;
  const CellForm form_;
  const Dataset& data_;
  const RunRules& rules_;
};

}  // namespace

Diagnosis diagnosed(const StudentTable& student, const VisitTable& run, const Match& match, const Dataset& data,
                    const RunRules& rules) {
  return Diagnosing(student, run, match, data, rules).what();
}

}  // namespace halfspace
