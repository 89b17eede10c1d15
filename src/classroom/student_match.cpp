#include "classroom/student_match.hpp"

#include <algorithm>
#include <cmath>
#include <string_view>
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

/// Does the cell say that the row is a mistake? Nothing where it names a sign or a label.
std::optional<bool> says_mistake(const StudentColumn& column, const std::string& text) {
  if (column.prediction) return std::nullopt;
  if (const auto word = mistake_word(text)) return word;
  if (lowered(column.name).starts_with("decision") || (text != "1" && text != "0")) return std::nullopt;
  return text == "1";
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
    for (std::size_t i = 0; i < student_.lines.size() && i < lines.size(); ++i) {
      take_row_of_batch(lines, i);
      const auto column = first_difference(student_.lines[i], *lines[i], i);
      if (column && !match_.mismatch) match_.mismatch = Mismatch{i, *column, *lines[i], left_out_};
      if (match_.mismatch) continue;
      ++match_.right;
      if (rounded_here_) ++carried_.lines;
    }
    match_.rounded = carried_.lines > 0;
    return match_;
  }

 private:
  /// Rows of a mini-batch may be listed in any order.
  void take_row_of_batch(Listed& lines, std::size_t i) const {
    if (i + 1 >= lines.size() || !same_visit(*lines[i], *lines[i + 1])) return;
    const auto row = row_of(student_, student_.lines[i], data_, notation_.rows);
    for (std::size_t k = i; row && k < lines.size() && same_visit(*lines[k], *lines[i]); ++k) {
      if (lines[k]->row != *row) continue;
      std::rotate(lines.begin() + static_cast<std::ptrdiff_t>(i), lines.begin() + static_cast<std::ptrdiff_t>(k),
                  lines.begin() + static_cast<std::ptrdiff_t>(k + 1));
      return;
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
      const bool same = empty || agrees(student_.columns[j], line.cells[j], expected, at);
      match_.agreeing += same ? 1 : 0;
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

  bool agrees(const StudentColumn& column, const StudentCell& cell, const VisitLine& e, std::size_t at) {
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
      case StudentRole::y:
        return label(cell, e);
      case StudentRole::score:
        return number(column, cell, e, column.times_y ? e.y * e.score : e.score);
      case StudentRole::decision:
        return decision(column, cell, e);
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

  bool label(const StudentCell& cell, const VisitLine& e) {
    if (e.rival >= 0) return cell.text == run_.classes[run_.label[e.row]];
    if (run_.binary() && cell.text == run_.classes[e.y > 0 ? 1 : 0]) return true;
    if (!cell.value) return false;
    const bool zero = *cell.value == 0 && e.y < 0;
    match_.zero_one_labels = match_.zero_one_labels || zero;
    return zero || *cell.value == e.y;
  }

  /// "mistake", or the predicted sign or label; score 0 is predicted +1, and has the sign 0.
  bool decision(const StudentColumn& column, const StudentCell& cell, const VisitLine& e) const {
    const bool as_label = notation_.predictions && !column.prediction;
    const auto mistake = as_label ? std::nullopt : says_mistake(column, cell.text);
    if (mistake) return *mistake == e.mistake;
    const int sign = e.score > 0 ? 1 : e.score < 0 ? -1 : 0;
    if (run_.binary() && !e.run && cell.text == run_.classes[sign >= 0 ? 1 : 0]) return true;
    if (!cell.value) return false;
    const bool negative = *cell.value == 0 && sign < 0 && !has_minus(column);  // the step function has 0 and 1
    return *cell.value == sign || (sign == 0 && *cell.value == 1) || negative;
  }

  /// Does the student write -1 in this column?
  bool has_minus(const StudentColumn& column) const {
    const auto j = static_cast<std::size_t>(&column - student_.columns.data());
    return std::any_of(student_.lines.begin(), student_.lines.end(),
                       [&](const StudentLine& line) { return line.cells[j].value && *line.cells[j].value < 0; });
  }

  const StudentTable& student_;
  const VisitTable& run_;
  const Dataset& data_;
  const Notation& notation_;
  Match match_;
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

bool is_decision(const StudentColumn& column, const StudentCell& cell, const VisitTable& run) {
  return cell.text.empty() || cell.value || says_mistake(column, cell.text) ||
         std::find(run.classes.begin(), run.classes.end(), cell.text) != run.classes.end();
}

bool labels_are_decisions(const VisitTable& run) {
  return run.binary() &&
         std::any_of(run.classes.begin(), run.classes.end(), [](const std::string& c) { return mistake_word(c); });
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
