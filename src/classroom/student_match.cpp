#include "classroom/student_match.hpp"

#include <algorithm>
#include <cmath>
#include <map>
#include <utility>

#include "classroom/student_words.hpp"

namespace halfspace {
namespace {

using Listed = std::vector<const VisitLine*>;

bool same_visit(const VisitLine& a, const VisitLine& b) { return a.visit == b.visit && a.run == b.run; }

Listed listed_lines(const VisitTable& run, const Notation& notation) {
  Listed out;
  for (std::size_t first = 0; first < run.lines.size();) {
    std::size_t end = first;
    std::size_t mistaken = run.lines.size();
    for (; end < run.lines.size() && same_visit(run.lines[end], run.lines[first]); ++end) {
      if (run.lines[end].mistake) mistaken = std::min(mistaken, end);
    }
    if (notation.batches) first = mistaken < end ? mistaken : end - 1;
    const std::size_t last = notation.batches ? first + 1 : end;
    for (; first < last; ++first) {
      if (mistaken < end || !notation.updates) out.push_back(&run.lines[first]);
    }
    first = end;
  }
  return out;
}

/// How far the student's own numbers, as they stand, are from those of the run: what is computed from them is off too.
struct Carried {
  std::uint64_t lines = 0;            // that were rounded
  std::optional<double> weights = 0;  // the last that were written whole; the start is known
  double score = 0;                   // of this line
};

class Comparison {
 public:
  Comparison(const StudentTable& student, const VisitTable& run, const Dataset& data, const Notation& notation)
      : student_(student), run_(run), data_(data), notation_(notation) {}

  Match all() {
    Listed lines = listed_lines(run_, notation_);
    match_.expected = lines.size();
    const std::size_t both = std::min(student_.lines.size(), lines.size());
    take_rows_of_batches(lines);
    find_forms(lines);
    for (std::size_t i = 0; i < both; ++i) {
      const auto column = first_difference(student_.lines[i], *lines[i], i);
      if (column && !match_.mismatch) match_.mismatch = Mismatch{i, *column, *lines[i], left_out_, forms_[*column]};
      if (match_.mismatch) continue;
      ++match_.right;
      if (rounded_here_) ++carried_.lines;
    }
    match_.rounded = carried_.lines > 0;
    return match_;
  }

 private:
  /// Rows of a mini-batch may be listed in any order: a line that alone names a row of it is of that row.
  void take_rows_of_batches(Listed& lines) const {
    for (std::size_t first = 0, end = 0; first < lines.size() && first < student_.lines.size(); first = end) {
      for (end = first + 1; end < lines.size() && same_visit(*lines[end], *lines[first]);) ++end;
      if (end - first > 1) take_rows(lines, first, end);
    }
  }

  void take_rows(Listed& lines, std::size_t first, std::size_t end) const {
    std::map<std::uint64_t, std::vector<std::size_t>> named;  // the student's lines of each row
    for (std::size_t i = first; i < end && i < student_.lines.size(); ++i) {
      if (const auto row = row_of(student_, student_.lines[i], data_, notation_.rows)) named[*row].push_back(i);
    }
    Listed taken(end - first, nullptr);
    Listed others;
    for (std::size_t k = first; k < end; ++k) {
      const auto at = named.find(lines[k]->row);
      if (at != named.end() && at->second.size() == 1)
        taken[at->second[0] - first] = lines[k];
      else
        others.push_back(lines[k]);
    }
    auto next = others.begin();
    for (std::size_t i = first; i < end; ++i) lines[i] = taken[i - first] != nullptr ? taken[i - first] : *next++;
  }

  void find_forms(const Listed& lines) {
    for (std::size_t j = 0; j < student_.columns.size(); ++j) {
      const StudentColumn& c = student_.columns[j];
      forms_.push_back(has_values(c, run_) ? form_of(student_, j, run_, lines) : CellForm::signs);
      match_.predictions = match_.predictions || (c.role == StudentRole::decision && !c.prediction &&
                                                  forms_[j] == CellForm::labels && labels_are_decisions(run_));
    }
  }

  /// The first column whose cell is wrong, or of a mistake without any work the first that asks for it.
  std::optional<std::size_t> first_difference(const StudentLine& line, const VisitLine& expected, std::size_t at) {
    rounded_here_ = false;
    left_out_ = false;
    carried_.score = 0;
    std::optional<std::size_t> first;
    std::optional<std::size_t> work;
    bool any = false;
    for (std::size_t j = 0; j < line.cells.size(); ++j) {
      const bool empty = line.cells[j].text.empty();
      const bool same = empty || agrees(j, line.cells[j], expected, at);
      (same ? match_.agreeing : match_.differing) += 1;
      if (!same && !first) first = j;
      if (!student_.columns[j].is_work()) continue;
      if (!work) work = j;
      any = any || !empty;
      match_.empty += empty && (expected.mistake || !student_.columns[j].of_mistakes()) ? 1 : 0;
    }
    keep_weights(line, expected);
    left_out_ = !first && work && !any && expected.mistake;
    return left_out_ ? work : first;
  }

  /// How far the weights after this line are off, which the next line begins with.
  void keep_weights(const StudentLine& line, const VisitLine& e) {
    std::size_t seen = 0;
    double off = 0;
    for (std::size_t j = 0; j < line.cells.size(); ++j) {
      const StudentColumn& c = student_.columns[j];
      if (c.role != StudentRole::after || c.index >= e.after.size() || !line.cells[j].value) continue;
      off = std::max(off, std::fabs(*line.cells[j].value - weight(c, e.after)));
      ++seen;
    }
    if (seen > 0 && seen + (run_.bias ? 0 : run_.vectors) >= e.after.size())
      carried_.weights = off;
    else if (e.mistake)
      carried_.weights.reset();
  }

  static double weight(const StudentColumn& column, const std::vector<double>& all) {
    return column.magnitude ? std::fabs(all[column.index]) : all[column.index];
  }

  /// As far as rounding may have taken this number from that of the run: half a unit of its last digit, and what the
  /// numbers that it comes from are off by; where these are not known, as much again for each line rounded.
  double carried(const StudentColumn& column, const StudentCell& cell, const VisitLine& e) const {
    if (column.role == StudentRole::x || column.role == StudentRole::signed_x || cell.decimals < 2) return 0;
    const double unit = std::pow(10.0, -cell.decimals);
    const bool linear = !run_.kernel && run_.vectors == 1 && e.x.size() + 1 == e.before.size();
    if (!linear || !carried_.weights) return 0.5 * unit * (1 + static_cast<double>(carried_.lines));
    const double w = *carried_.weights;
    if (column.role == StudentRole::before) return 0.5 * unit + w;
    double score = run_.bias ? w : 0;  // Σ |δw x + w δx|
    double x_off = 0;
    for (std::size_t j = 0; j < e.x.size(); ++j) {
      const double off = std::fabs(e.x[j] - std::round(e.x[j] / unit) * unit);
      score += w * std::fabs(e.x[j]) + off * std::fabs(e.before[j]);
      x_off = std::max(x_off, off);
    }
    if (column.role == StudentRole::score) return 0.5 * unit + score;
    const double step = student_.has(StudentRole::score) ? carried_.score : score;
    return 0.5 * unit + w + step + std::fabs(e.multiplier) * x_off;
  }

  bool number(const StudentColumn& column, const StudentCell& cell, const VisitLine& e, double expected) {
    const bool same = is_written_as(cell, expected, carried(column, cell, e), rounded_here_);
    if (same && column.role == StudentRole::score) carried_.score = std::fabs(*cell.value - expected);
    return same;
  }

  bool counted(const StudentCell& cell, std::uint64_t expected) const {
    return cell.value && *cell.value == static_cast<double>(expected);
  }

  bool agrees(std::size_t j, const StudentCell& cell, const VisitLine& e, std::size_t at) {
    const StudentColumn& column = student_.columns[j];
    switch (column.role) {
      case StudentRole::visit:
        return counted(cell, notation_.visits == VisitNumbers::of_updates ? at + 1
                             : notation_.visits == VisitNumbers::from_0   ? e.visit - 1
                                                                          : e.visit);
      case StudentRole::pass:
        return counted(cell, notation_.passes_from_0 ? e.pass - 1 : e.pass);
      case StudentRole::row:
        return counted(cell, notation_.rows == RowNumbers::lines    ? data_.lines.line(e.row)
                             : notation_.rows == RowNumbers::from_1 ? e.row + 1
                                                                    : e.row);
      case StudentRole::x:
        return e.x.empty() || (column.index < e.x.size() && number(column, cell, e, e.x[column.index]));
      case StudentRole::constant:
        return cell.value == 1.0;
      case StudentRole::class_name:
        return run_.runs ? cell.text == run_.classes[*e.run] : value(j, cell, e);
      case StudentRole::y:
      case StudentRole::decision:
        return value(j, cell, e);
      case StudentRole::score:
        return number(column, cell, e, column.times_y ? e.y * e.score : e.score);
      case StudentRole::before:
        return column.index < e.before.size() && number(column, cell, e, weight(column, e.before));
      case StudentRole::after:
        return column.index < e.after.size() && number(column, cell, e, weight(column, e.after));
      case StudentRole::mistakes:
        return counted(cell, e.counts.mistakes);
      case StudentRole::pocket:
        return cell.value ? counted(cell, e.pocket) : pocket_word(cell.text) == e.into_pocket;
      case StudentRole::label_error:
        return cell.value == label_error(run_, e);
      case StudentRole::signed_x:
        return e.x.empty() || (column.index < e.x.size() && number(column, cell, e, e.y * e.x[column.index]));
      default:
        return true;
    }
  }

  bool value(std::size_t j, const StudentCell& cell, const VisitLine& e) {
    const StudentColumn& column = student_.columns[j];
    const bool same = is_true_value(column, cell, run_, e, forms_[j]);
    match_.zero_one_labels = match_.zero_one_labels || (same && forms_[j] == CellForm::zero_one && cell.value == 0.0 &&
                                                        column.role != StudentRole::decision);
    return same;
  }

  const StudentTable& student_;
  const VisitTable& run_;
  const Dataset& data_;
  const Notation& notation_;
  Match match_;
  std::vector<CellForm> forms_;  // of the columns
  Carried carried_;
  bool rounded_here_ = false;
  bool left_out_ = false;
};

}  // namespace

bool is_written_as(const StudentCell& cell, double expected, double carried, bool& rounded) {
  if (!cell.value) return false;
  const double miss = std::fabs(*cell.value - expected);
  if (miss <= 1e-9 * std::max(1.0, std::fabs(expected))) return true;
  if (cell.decimals < 2) return false;
  const bool near = miss <= 1.0000002 * std::max(carried, 0.5 * std::pow(10.0, -cell.decimals));
  rounded = rounded || near;
  return near;
}

bool has_batches(const VisitTable& run) { return run.lines.size() > 1 && same_visit(run.lines[0], run.lines[1]); }

std::optional<std::uint64_t> row_of(const StudentTable& student, const StudentLine& line, const Dataset& data,
                                    RowNumbers rows) {
  for (std::size_t j = 0; j < student.columns.size(); ++j) {
    if (student.columns[j].role != StudentRole::row || !line.cells[j].value) continue;
    const double number = *line.cells[j].value;
    const double first = rows == RowNumbers::from_1 ? 1 : 0;
    if (rows != RowNumbers::lines && number >= first && number - first < static_cast<double>(data.rows)) {
      const auto i = static_cast<std::uint64_t>(number - first);
      if (static_cast<double>(i) + first == number) return i;
    }
    for (std::uint64_t i = 0; rows == RowNumbers::lines && i < data.rows; ++i) {
      if (number == static_cast<double>(data.lines.line(i))) return i;
    }
  }
  return std::nullopt;
}

Match match_lines(const StudentTable& student, const VisitTable& run, const Dataset& data, const Notation& notation) {
  return Comparison(student, run, data, notation).all();
}

}  // namespace halfspace
