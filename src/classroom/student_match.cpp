#include "classroom/student_match.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <string_view>
#include <utility>

namespace halfspace {
namespace {

using Listed = std::vector<const VisitLine*>;

Listed listed_lines(const VisitTable& run, bool updates) {
  Listed out;
  const auto same = [](const VisitLine& a, const VisitLine& b) { return a.visit == b.visit && a.run == b.run; };
  for (std::size_t first = 0; first < run.lines.size();) {
    std::size_t end = first;
    bool any = false;
    for (; end < run.lines.size() && same(run.lines[end], run.lines[first]); ++end) any = any || run.lines[end].mistake;
    for (; first < end; ++first) {
      if (any || !updates) out.push_back(&run.lines[first]);
    }
  }
  return out;
}

bool is_one_of(const std::string& text, std::initializer_list<std::string_view> words) {
  return std::find(words.begin(), words.end(), text) != words.end();
}

/// Does the cell say that the row is a mistake? Nothing where it names a sign or a label.
std::optional<bool> says_mistake(const std::string& column, std::string text) {
  for (char& c : text) c = c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
  if (is_one_of(text, {"mistake", "wrong", "yes", "true", "incorrect", "update"})) return true;
  if (is_one_of(text, {"correct", "right", "no", "false", "ok", "keep", "none"})) return false;
  if (column.starts_with("decision") || (text != "1" && text != "0")) return std::nullopt;
  return text == "1";
}

class Comparison {
 public:
  Comparison(const StudentTable& student, const VisitTable& run, const Dataset& data, const Notation& notation)
      : student_(student), run_(run), data_(data), notation_(notation) {}

  Match all() {
    Listed lines = listed_lines(run_, notation_.updates);
    match_.expected = lines.size();
    for (std::size_t i = 0; i < student_.lines.size() && i < lines.size(); ++i) {
      take_row_of_batch(lines, i);
      const auto column = first_difference(student_.lines[i], *lines[i], i);
      if (column && !match_.mismatch) match_.mismatch = Mismatch{i, *column, *lines[i]};
      if (match_.mismatch) continue;
      ++match_.right;
      if (rounded_here_) ++carried_;
    }
    match_.rounded = carried_ > 0;
    return match_;
  }

 private:
  /// Rows of a mini-batch may be listed in any order.
  void take_row_of_batch(Listed& lines, std::size_t i) const {
    const auto row = row_of(student_, student_.lines[i], data_, notation_.rows);
    for (std::size_t k = i; row && k < lines.size() && lines[k]->visit == lines[i]->visit; ++k) {
      if (lines[k]->row != *row) continue;
      std::rotate(lines.begin() + static_cast<std::ptrdiff_t>(i), lines.begin() + static_cast<std::ptrdiff_t>(k),
                  lines.begin() + static_cast<std::ptrdiff_t>(k + 1));
      return;
    }
  }

  std::optional<std::size_t> first_difference(const StudentLine& line, const VisitLine& expected, std::size_t at) {
    rounded_here_ = false;
    std::optional<std::size_t> first;
    for (std::size_t j = 0; j < line.cells.size(); ++j) {
      const bool same = line.cells[j].text.empty() || agrees(student_.columns[j], line.cells[j], expected, at);
      match_.agreeing += same ? 1 : 0;
      if (!same && !first) first = j;
    }
    return first;
  }

  bool number(const StudentCell& cell, double expected) {
    return is_written_as(cell, expected, carried_, rounded_here_);
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
        return column.index < e.x.size() && number(cell, e.x[column.index]);
      case StudentRole::y:
        return label(cell, e);
      case StudentRole::score:
        return number(cell, e.score);
      case StudentRole::decision:
        return decision(column, cell, e);
      case StudentRole::before:
        return column.index < e.before.size() && number(cell, e.before[column.index]);
      case StudentRole::after:
        return column.index < e.after.size() && number(cell, e.after[column.index]);
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
    if (const auto mistake = says_mistake(column.name, cell.text)) return *mistake == e.mistake;
    const int sign = e.score > 0 ? 1 : e.score < 0 ? -1 : 0;
    if (run_.binary() && !e.run && cell.text == run_.classes[sign >= 0 ? 1 : 0]) return true;
    return cell.value && (*cell.value == sign || (sign == 0 && *cell.value == 1));
  }

  const StudentTable& student_;
  const VisitTable& run_;
  const Dataset& data_;
  const Notation& notation_;
  Match match_;
  std::uint64_t carried_ = 0;
  bool rounded_here_ = false;
};

}  // namespace

bool is_written_as(const StudentCell& cell, double expected, std::uint64_t carried, bool& rounded) {
  if (!cell.value) return false;
  const double miss = std::fabs(*cell.value - expected);
  if (miss <= 1e-9 * std::max(1.0, std::fabs(expected))) return true;
  if (cell.decimals < 2) return false;
  const bool near = miss <= 0.5000001 * std::pow(10.0, -cell.decimals) * (1 + static_cast<double>(carried));
  rounded = rounded || near;
  return near;
}

std::optional<std::uint64_t> row_of(const StudentTable& student, const StudentLine& line, const Dataset& data,
                                    RowNumbers rows) {
  for (std::size_t j = 0; j < student.columns.size(); ++j) {
    if (student.columns[j].role != StudentRole::row || !line.cells[j].value) continue;
    for (std::uint64_t i = 0; i < data.rows; ++i) {
      const std::uint64_t shown = rows == RowNumbers::lines    ? data.lines.line(i)
                                  : rows == RowNumbers::from_1 ? i + 1
                                                               : i;
      if (*line.cells[j].value == static_cast<double>(shown)) return i;
    }
  }
  return std::nullopt;
}

Match match_lines(const StudentTable& student, const VisitTable& run, const Dataset& data, const Notation& notation) {
  return Comparison(student, run, data, notation).all();
}

}  // namespace halfspace
